import { Button } from 'react-aria-components';
import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Symptom } from '../../../protocol/symptom';
import type { Verdict } from '../../../protocol/verdict';
import { useApp, useAppState } from '../../app/app-context';
import { mainFrameworks } from '../../app/main-frameworks';
import { lineAt } from '../report/segment-source';
import { observedLine } from './choose-verdict';
import { describeBlame, describeSymptom } from './describe-symptom';

/** What the report says. A press leads to its place in the report. */
export function Reported({ state, symptom }: { readonly state: ReproductionState; readonly symptom: Symptom | null }) {
  const app = useApp();
  const text = useAppState((it) => it.reports[state.id]);
  if (!symptom) {
    return (
      <>
        <h2 className="verdict-heading">{message('app.verdict.reported')}</h2>
        <p className="verdict-note faint">
          {message(state.report.readOut ? 'app.verdict.noSymptom' : 'app.report.notRead')}
        </p>
      </>
    );
  }
  const { span } = symptom;
  const blame = describeBlame(symptom);
  const where = [
    span && text !== undefined ? message('app.verdict.reportLine', { line: lineAt(text, span.start) }) : null,
    blame === null ? null : message('app.verdict.blamed', { place: blame }),
  ].filter((part) => part !== null);
  return (
    <>
      <h2 className="verdict-heading">
        {message('app.verdict.reported')} · {message(`app.symptom.${symptom.kind}`)}
      </h2>
      <div className="verdict-pair">
        <div className="box">
          <pre>{describeSymptom(symptom)}</pre>
          <p className="small faint verdict-where">
            {span ? (
              <Button
                className="button link calm small"
                onPress={() => app.look({ document: 'report', reportSpan: { span, turn: Date.now() } })}
              >
                {where.join(' · ')}
              </Button>
            ) : (
              where.join(' · ')
            )}
          </p>
        </div>
      </div>
    </>
  );
}

interface ObservedProps {
  readonly state: ReproductionState;
  readonly attempt: Attempt | null;
  readonly verdict: Verdict | null;
}

/** What the run showed. A press leads to its output. */
export function Observed({ state, attempt, verdict }: ObservedProps) {
  const app = useApp();
  const line = verdict?.observed ?? observedLine(state, attempt);
  const [framework] = mainFrameworks(state.environment.ready?.packages ?? [], 1);
  const where = attempt && [
    message('app.verdict.attempt', { number: String(attempt.number) }),
    ...(framework ? [`${framework.name} ${framework.version}`] : []),
  ];
  return (
    <>
      <h2 className="verdict-heading">{message('app.verdict.observed')}</h2>
      <div className="verdict-pair">
        {line === null ? (
          <p className="faint">{message('app.verdict.nothingObserved')}</p>
        ) : (
          <div className="box">
            <pre>{line}</pre>
            <p className="small verdict-where">
              <Button
                className="button link calm small"
                onPress={() =>
                  app.look({ below: 'output', output: null, outputText: { text: line, turn: Date.now() } })
                }
              >
                {where?.join(' · ') ?? message('app.verdict.output')}
              </Button>
            </p>
          </div>
        )}
        {verdict?.byAnalogy && (
          <p className="small">
            <span className="tag warn">{message('app.verdict.byAnalogy')}</span>{' '}
            <span className="quiet">{message('app.verdict.byAnalogy.text')}</span>
          </p>
        )}
      </div>
    </>
  );
}
