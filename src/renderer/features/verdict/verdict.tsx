import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Missing, OtherSymptom, Repeat, Verdict as VerdictShape } from '../../../protocol/verdict';
import { useApp, useAppState, useReproduction } from '../../app/app-context';
import { describeOutcome, type Tone } from '../../app/describe-state';
import { lookedAtAttempt } from '../../app/follow-document';
import { Icon, type IconName } from '../../components/icon';
import { Button } from 'react-aria-components';
import { AskForRelease, Bisections } from '../bisect/bisections';
import { chooseSymptom, chooseVerdict } from './choose-verdict';
import { headLine } from './head-line';
import { Overruled } from './overrule';
import { Observed, Reported } from './reported-observed';
import { Rules } from './rules';
import './verdict.css';

/** The column of evidence beside the document. */
export function Verdict() {
  return (
    <section id="verdict-panel" className="verdict" tabIndex={-1} aria-label={message('app.verdict.title')}>
      <VerdictContent />
    </section>
  );
}

/** Reported against observed, the verdict rule by rule, and what is missing. */
export function VerdictContent() {
  const state = useReproduction();
  const view = useAppState((it) => it.view);
  if (!state) return null;
  const attempt = lookedAtAttempt(state, view);
  const verdict = chooseVerdict(state, attempt);
  return (
    <div className="verdict-scroll scroll" tabIndex={0} role="region" aria-label={message('app.verdict.evidence')}>
      <Conclusion state={state} />
      <Reported state={state} symptom={chooseSymptom(state, verdict)} />
      <Observed state={state} attempt={attempt} verdict={verdict} />
      <Bisections state={state} />
      {verdict ? (
        <>
          {verdict.nearMiss !== null && !isToldByARule(verdict, verdict.nearMiss) && (
            <NearMiss text={verdict.nearMiss} />
          )}
          <Rules verdict={verdict} />
          <Repeats repeats={verdict.repeats} />
          <Others others={verdict.others ?? []} />
          <MissingList missing={onlyHere(verdict, state)} />
          {attempt && <Overruled state={state} attempt={attempt} />}
        </>
      ) : (
        <p className="verdict-note faint">{message(attempt ? 'app.verdict.notYet' : 'app.verdict.noAttempt')}</p>
      )}
      <AskForRelease state={state} />
    </div>
  );
}

/** Whether a rule's evidence says the same already. */
function isToldByARule({ rules }: VerdictShape, text: string): boolean {
  return rules.some(({ evidence }) => evidence.some((line) => line.text === text));
}

/** What the conclusion tells already is not told twice. */
function onlyHere(verdict: VerdictShape, state: ReproductionState): readonly Missing[] {
  const told = new Set(state.conclusion?.missing.map((item) => item.message));
  return verdict.missing.filter((item) => !told.has(item.message));
}

function Conclusion({ state }: { readonly state: ReproductionState }) {
  const { conclusion } = state;
  if (!conclusion) return null;
  const { tone, icon, text } = describeOutcome(conclusion.outcome);
  return (
    <div className={`conclusion ${tone}`}>
      <p className="conclusion-head">
        <Icon name={icon} />
        <b>{text}</b>
      </p>
      {(headLine(state, conclusion) ?? [conclusion.message]).map((line) => (
        <p key={line} className="wrap">
          {line}
        </p>
      ))}
      <MissingList missing={conclusion.missing.filter((item) => item.message !== conclusion.message)} />
    </div>
  );
}

function NearMiss({ text }: { readonly text: string }) {
  return (
    <>
      <h2 className="verdict-heading">{message('app.verdict.nearMiss')}</h2>
      <p className="verdict-note wrap">{text}</p>
    </>
  );
}

function Repeats({ repeats }: { readonly repeats: readonly Repeat[] }) {
  const app = useApp();
  if (repeats.length === 0) return null;
  const shown = repeats.filter((repeat) => repeat.shown).length;
  return (
    <>
      <h2 className="verdict-heading">
        {message('app.verdict.repeats')} · {message('app.verdict.repeats.count', { shown, of: repeats.length })}
      </h2>
      <div className="repeats" role="group" aria-label={message('app.verdict.repeats')}>
        {repeats.map((repeat) => (
          <Button
            key={repeat.executionId}
            className={`repeat ${repeat.shown ? 'shown' : 'not-shown'}`}
            aria-label={repeatWords(repeat)}
            onPress={() => app.look({ output: repeat.executionId, below: 'output' })}
          >
            <Icon name={repeat.shown ? 'check' : 'cross'} />
            {repeat.cold ? message('app.verdict.cold') : seedWords(repeat)}
          </Button>
        ))}
      </div>
    </>
  );
}

const otherLooks: Readonly<Record<OtherSymptom['result'], { readonly icon: IconName; readonly tone: Tone }>> = {
  shown: { icon: 'check', tone: 'good' },
  notShown: { icon: 'cross', tone: 'bad' },
  planted: { icon: 'warning', tone: 'warn' },
  open: { icon: 'circle', tone: 'still' },
};

/** What the same runs show of the report's other symptoms. */
function Others({ others }: { readonly others: readonly OtherSymptom[] }) {
  const app = useApp();
  if (others.length === 0) return null;
  return (
    <>
      <h2 className="verdict-heading">{message('app.verdict.others')}</h2>
      <ul className="others">
        {others.map(({ symptomId, symptom, result, span }) => (
          <li key={symptomId} className="other wrap">
            <Icon name={otherLooks[result].icon} className={`tone-${otherLooks[result].tone}`} />
            <div>
              {span ? (
                <Button
                  className="button link calm mono"
                  onPress={() => app.look({ document: 'report', reportSpan: { span, turn: Date.now() } })}
                >
                  {symptom}
                </Button>
              ) : (
                <span className="mono">{symptom}</span>
              )}
              <p className="small quiet">{message(`app.verdict.other.${result}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function seedWords(repeat: Repeat): string {
  return repeat.seed === null
    ? message('app.verdict.warm')
    : message('app.verdict.seed', { seed: String(repeat.seed) });
}

function repeatWords(repeat: Repeat): string {
  const how = repeat.cold ? message('app.verdict.cold') : seedWords(repeat);
  return message(repeat.shown ? 'app.verdict.repeat.shown' : 'app.verdict.repeat.notShown', { how });
}

function MissingList({ missing }: { readonly missing: readonly Missing[] }) {
  if (missing.length === 0) return null;
  return (
    <ul className="missing">
      {missing.map((item, at) => (
        <li key={at}>
          <span className="tag warn">{message(`app.missing.${item.kind}`)}</span>{' '}
          <span className="wrap">{item.message}</span>
        </li>
      ))}
    </ul>
  );
}
