import { lazy, Suspense, type ReactNode } from 'react';
import { Group, Panel, Separator, type Layout } from 'react-resizable-panels';
import { message } from '../../protocol/catalogue/catalogue';
import { FaultBoundary } from '../components/fault-boundary';
import { Approvals } from '../features/approvals/approvals';
import { Below } from '../features/output/below';
import { Reproductions } from '../features/reproductions/reproductions';
import { Steps } from '../features/steps/steps';
import { Verdict } from '../features/verdict/verdict';
import { Welcome } from '../features/reproductions/welcome';
import { useActs, useApp, useAppState, useReproduction } from './app-context';
import { Documents } from './documents';
import { Notices } from './notices';
import { useShape } from './use-shape';

const MachinePage = lazy(async () => ({
  default: (await import('../features/machine/machine-page')).MachinePage,
}));

interface Column {
  readonly id: string;
  readonly size: number;
  readonly min: number;
  readonly content: ReactNode;
}

/** The columns: reproductions, steps, document with output, evidence. Their widths are remembered. */
export function Workspace() {
  const openedKind = useAppState((it) => it.opened.kind);
  const place = useAppState((it) => it.place);
  const { list, steps, evidence, wide } = useShape();
  const columns: Column[] = [];
  if (list) columns.push({ id: 'list', size: 232, min: 160, content: <Reproductions /> });
  if (place === 'machine') {
    columns.push({ id: 'machine', size: 900, min: 320, content: <Machine /> });
  } else if (openedKind === 'open') {
    if (steps) columns.push({ id: 'steps', size: wide ? 216 : 188, min: 150, content: <Steps /> });
    columns.push({ id: 'document', size: 600, min: 320, content: <Centre /> });
    if (evidence) columns.push({ id: 'evidence', size: wide ? 344 : 290, min: 240, content: <Verdict /> });
  } else {
    columns.push({ id: 'welcome', size: 900, min: 320, content: <Welcome /> });
  }
  return <Columns key={columns.map((column) => column.id).join()} columns={columns} />;
}

function Machine() {
  return (
    <Suspense fallback={<div className="empty">{message('app.loading')}</div>}>
      <MachinePage />
    </Suspense>
  );
}

function Columns({ columns }: { readonly columns: readonly Column[] }) {
  const names = columns.map((column) => column.id);
  const remembered = useRememberedLayout(`columns-${names.join('-')}`, names);
  return (
    <Group className="columns" orientation="horizontal" {...remembered}>
      {columns.flatMap((column, at) => [
        ...(at > 0 ? [<Divider key={`before-${column.id}`} />] : []),
        <Panel
          key={column.id}
          id={column.id}
          className="column"
          minSize={`${column.min}px`}
          {...(['document', 'welcome', 'machine'].includes(column.id)
            ? {}
            : { defaultSize: `${column.size}px`, groupResizeBehavior: 'preserve-pixel-size' as const })}
        >
          <FaultBoundary>{column.content}</FaultBoundary>
        </Panel>,
      ])}
    </Group>
  );
}

function Divider({ across = false }: { readonly across?: boolean }) {
  return <Separator className={`split ${across ? 'across' : ''}`} aria-label={message('app.layout.divider')} />;
}

function Centre() {
  const state = useReproduction();
  const hasOutput = state !== null && (state.executions.length > 0 || state.environment.terminalId !== null);
  return (
    <div className="centre">
      <Approvals />
      <Notices />
      {hasOutput ? <DocumentAndOutput /> : <Documents />}
    </div>
  );
}

function DocumentAndOutput() {
  const remembered = useRememberedLayout('centre', ['above', 'below']);
  return (
    <Group className="rows" orientation="vertical" {...remembered}>
      <Panel id="above" className="column" minSize="120px">
        <Documents />
      </Panel>
      <Divider across />
      <Panel id="below" className="column" minSize="36px" defaultSize="236px" groupResizeBehavior="preserve-pixel-size">
        <Below />
      </Panel>
    </Group>
  );
}

/** Sizes of a group of panels from the settings, and the way back there. */
function useRememberedLayout(name: string, panels: readonly string[]) {
  const acts = useActs();
  const { store } = useApp();
  const sizes = useAppState((it) => it.settings.panels[name]);
  const known = sizes?.length === panels.length ? sizes : null;
  const defaultLayout: Layout | null = known && Object.fromEntries(panels.map((panel, at) => [panel, known[at] ?? 0]));
  return {
    ...(defaultLayout ? { defaultLayout } : {}),
    onLayoutChanged: (layout: Layout, { isUserInteraction }: { isUserInteraction: boolean }) => {
      if (!isUserInteraction) return;
      const next = panels.map((panel) => Math.min(100, Math.max(0, layout[panel] ?? 0)));
      void acts.settings({ panels: { ...store.getState().settings.panels, [name]: next } });
    },
  };
}
