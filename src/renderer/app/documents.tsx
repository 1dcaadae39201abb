import { lazy, Suspense, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';
import { FaultBoundary } from '../components/fault-boundary';
import { assertNever } from '../../protocol/primitives';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { EnvironmentDocument } from '../features/environment/environment-document';
import { PlanDocument } from '../features/plan/plan-document';
import { ReportDocument } from '../features/report/report-document';
import { ReproducerDocument } from '../features/reproducer/reproducer-document';
import { VerdictContent } from '../features/verdict/verdict';
import type { DocumentName } from '../store/app-state';
import { useApp, useAppState, useReproduction } from './app-context';
import { followDocument } from './follow-document';
import { useShape } from './use-shape';

const ContextDocument = lazy(async () => ({
  default: (await import('../features/context/context-document')).ContextDocument,
}));
const ScriptDocument = lazy(async () => ({
  default: (await import('../features/script/script-document')).ScriptDocument,
}));

/** Which documents there are to look at. */
function namesFor(state: ReproductionState, evidenceBeside: boolean): DocumentName[] {
  const names: DocumentName[] = ['report', 'plan', 'script', 'environment'];
  if (state.context && (state.options.project !== null || state.context.chunks.length > 0))
    names.splice(1, 0, 'context');
  if (!evidenceBeside) names.push('verdict');
  if (state.reproducer) names.push('reproducer');
  return names;
}

/** The document of the step that is looked at. */
export function Documents() {
  const app = useApp();
  const state = useReproduction();
  const chosen = useAppState((it) => it.view.document);
  const { evidence } = useShape();
  if (!state) return null;
  const names = namesFor(state, evidence);
  const document = chosen ?? followDocument(state);
  const shown = names.includes(document) ? document : 'script';
  return (
    <Tabs
      className="tab-panel"
      selectedKey={shown}
      onSelectionChange={(key) => app.look({ document: key as DocumentName })}
    >
      <div className="tabs">
        <TabList className="tab-list" aria-label={message('app.documents')}>
          {names.map((name) => (
            <Tab key={name} id={name} className="tab">
              {message(`app.document.${name}`)}
            </Tab>
          ))}
        </TabList>
      </div>
      {names.map((name) => (
        <TabPanel key={name} id={name} className="tab-panel">
          <FaultBoundary>
            <Suspense fallback={<div className="empty">{message('app.loading')}</div>}>{contentOf(name)}</Suspense>
          </FaultBoundary>
        </TabPanel>
      ))}
    </Tabs>
  );
}

function contentOf(name: DocumentName): ReactNode {
  switch (name) {
    case 'report':
      return <ReportDocument />;
    case 'context':
      return <ContextDocument />;
    case 'plan':
      return <PlanDocument />;
    case 'environment':
      return <EnvironmentDocument />;
    case 'script':
      return <ScriptDocument />;
    case 'verdict':
      return <VerdictContent />;
    case 'reproducer':
      return <ReproducerDocument />;
    default:
      return assertNever(name);
  }
}
