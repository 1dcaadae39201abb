import { useCallback, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Script } from '../../../protocol/script';
import type { ScriptMark } from '../../../protocol/script-facts';
import { useApp, useAppState, useReproduction } from '../../app/app-context';
import { lookedAtAttempt } from '../../app/follow-document';
import { Icon } from '../../components/icon';
import { draftKey } from '../../store/draft-key';
import type { DraftOf } from '../../store/keep-drafts';
import { editWords } from '../steps/list-steps';
import { Changes } from './changes';
import { CodeEditor } from './code-editor';
import { comparedWith, newerOfReprise } from './compare-attempts';
import type { Explain } from './explain-script';
import { Marks } from './marks';
import { Merge } from './merge';
import { attemptsAbove, pastOf } from './past-of';
import { ScriptBar } from './script-bar';
import { useCheck } from './use-check';
import './script.css';

/** The script of an attempt: how it came to be, the code, and what changed against the attempt before it. */
export function ScriptDocument() {
  const state = useReproduction();
  const view = useAppState((it) => it.view);
  const attempt = state && lookedAtAttempt(state, view);
  if (!state || !attempt) return <div className="empty">{message('app.script.none')}</div>;
  return <Attempted key={attempt.id} state={state} attempt={attempt} />;
}

interface AttemptedProps {
  readonly state: ReproductionState;
  readonly attempt: Attempt;
}

/** Waits for all texts that the script's past needs. */
function Attempted({ state, attempt }: AttemptedProps) {
  const app = useApp();
  const above = useMemo(() => attemptsAbove(state.attempts, attempt), [state.attempts, attempt]);
  const script = useScript(state.id, attempt.scriptDigest);
  const texts = useTexts(state.id, above);
  const history = useAppState((it) => it.histories[draftKey(state.id, attempt.id)]);
  const base = script?.text;
  useEffect(() => {
    if (base !== undefined) app.drafts.open({ reproductionId: state.id, attemptId: attempt.id, base });
  }, [app, state.id, attempt.id, base]);
  if (!script || !history || !texts) return <div className="empty">{message('app.loading')}</div>;
  return <Shown state={state} attempt={attempt} script={script} texts={texts} />;
}

interface ShownProps extends AttemptedProps {
  readonly script: Script;
  readonly texts: readonly string[];
}

function Shown({ state, attempt, script, texts }: ShownProps) {
  const app = useApp();
  const of: DraftOf = { reproductionId: state.id, attemptId: attempt.id, base: script.text };
  const key = draftKey(state.id, attempt.id);
  const draft = useAppState((it) => it.drafts[key]);
  const history = useAppState((it) => it.histories[key]);
  const chosen = useAppState((it) => it.view.compareWith);
  const asked = useAppState((it) => it.view.scriptMode);
  const line = useAppState((it) => it.view.scriptLine);
  const explained = useAppState((it) => it.view.explained);
  const [merging, setMerging] = useState<string | null>(null);
  const edited = draft !== undefined;
  const against = comparedWith({ state, attempt, chosen, edited });
  const before = useScript(state.id, against?.scriptDigest ?? null);
  const mode = against ? asked : 'code';
  const text = draft ?? script.text;
  const past = history && pastOf(texts, script.text, history);
  const check = useCheck(state.id, state.environment.ready?.id ?? null, text);
  const explain: Explain = useCallback(
    (asked, wanted) => app.ask('script/explain', { reproductionId: state.id, text: asked, wanted }, 'quiet'),
    [app, state.id],
  );
  const newer = edited ? newerOfReprise(state, attempt) : null;

  if (merging !== null && edited) {
    return (
      <Merge state={state} base={script.text} mine={text} attempt={attempt} newerId={merging} onEnd={setMerging} />
    );
  }
  return (
    <div className="script">
      <Reason attempt={attempt} edited={edited} />
      {newer && (
        <div className="notice warn">
          <Icon name="warning" />
          <span className="grow">
            {message('app.merge.both', { number: String(newer.number), edit: editWords(newer) })}
          </span>
          <Button className="button" onPress={() => setMerging(newer.id)}>
            {message('app.merge.open')}
          </Button>
        </div>
      )}
      <ScriptBar attempt={attempt} edited={edited} mode={mode} against={against} />
      {mode === 'code' || !against || !past ? (
        past && (
          <CodeEditor
            marks={check?.kind === 'checked' ? check.marks : noMarks}
            explain={explain}
            explained={explained}
            text={text}
            past={past}
            provenance={edited ? noProvenance : script.provenance}
            line={line}
            onChange={(next) => app.drafts.write(state.id, attempt.id, next === script.text ? null : next)}
            onSettle={(next, step) =>
              past.above + app.drafts.settle(of, next, step === null ? null : step - past.above)
            }
          />
        )
      ) : before ? (
        <Changes of={of} against={against} before={before.text} now={text} sideBySide={mode === 'sideBySide'} />
      ) : (
        <div className="empty">{message('app.loading')}</div>
      )}
      {mode === 'code' && check && (
        <Marks check={check} onGo={(at) => app.look({ scriptLine: { line: at, turn: Date.now() } })} />
      )}
    </div>
  );
}

const noMarks: readonly ScriptMark[] = [];
const noProvenance: Script['provenance'] = [];

/** What made this script of the one before it, and why. */
function Reason({ attempt, edited }: { readonly attempt: Attempt; readonly edited: boolean }) {
  const { edit } = attempt;
  const tag = edit.kind === 'editAction' ? message(`app.action.${edit.action}`) : message(`app.edit.${edit.kind}`);
  return (
    <div className="change">
      <span className="tag">{tag}</span>
      <span className="small quiet grow wrap">{edit.reason}</span>
      {edited && <span className="tag warn">{message('app.script.edited')}</span>}
    </div>
  );
}

/** A script by its digest, read once. */
function useScript(reproductionId: string, digest: string | null) {
  const app = useApp();
  const script = useAppState((it) => (digest === null ? undefined : it.scripts[digest]));
  useEffect(() => {
    if (digest !== null) app.readScript(reproductionId, digest);
  }, [app, reproductionId, digest]);
  return script;
}

/** The texts of several attempts. Null: not all are there yet. */
function useTexts(reproductionId: string, attempts: readonly Attempt[]): readonly string[] | null {
  const app = useApp();
  const scripts = useAppState((it) => it.scripts);
  useEffect(() => {
    for (const { scriptDigest } of attempts) app.readScript(reproductionId, scriptDigest);
  }, [app, reproductionId, attempts]);
  const texts = attempts.map(({ scriptDigest }) => scripts[scriptDigest]?.text);
  return texts.every((text) => text !== undefined) ? texts : null;
}
