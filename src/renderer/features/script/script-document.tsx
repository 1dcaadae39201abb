import { useEffect } from 'react';
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';
import { lookedAtAttempt } from '../../app/follow-document';
import { Key } from '../../app/header';
import { ChoiceSelect } from '../../components/choice-select';
import { draftKey } from '../../store/acts';
import type { ScriptMode } from '../../store/app-state';
import { ChangesEditor } from './changes-editor';
import { CodeEditor } from './code-editor';
import { editWords } from '../steps/list-steps';
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

function Attempted({ state, attempt }: AttemptedProps) {
  const app = useApp();
  const other = useAppState((it) => it.view.compareWith);
  const parent = comparedWith(state, attempt, other);
  const script = useScript(state.id, attempt.scriptDigest);
  const before = useScript(state.id, parent?.scriptDigest ?? null);
  const key = draftKey(state.id, attempt.id);
  const draft = useAppState((it) => it.drafts[key]);
  const asked = useAppState((it) => it.view.scriptMode);
  const line = useAppState((it) => it.view.scriptLine);
  const comparable = draft !== undefined || parent !== null;
  const mode = comparable ? asked : 'code';

  if (!script) return <div className="empty">{message('app.loading')}</div>;
  const text = draft ?? script.text;
  const old = draft === undefined ? before?.text : script.text;
  return (
    <div className="script">
      <Change attempt={attempt} edited={draft !== undefined} />
      <ScriptBar attempt={attempt} edited={draft !== undefined} mode={mode} comparable={comparable} against={parent} />
      {mode === 'code' || old === undefined ? (
        <CodeEditor
          text={text}
          provenance={draft === undefined ? script.provenance : []}
          readOnly={false}
          line={line}
          onChange={(next) => app.draft(key, next === script.text ? null : next)}
        />
      ) : (
        <ChangesEditor before={old} after={text} sideBySide={mode === 'sideBySide'} />
      )}
    </div>
  );
}

/** The attempt that a script is held against: the chosen one, else its parent, else the one before it. */
function comparedWith(state: ReproductionState, attempt: Attempt, chosen: string | null): Attempt | null {
  const others = state.attempts.filter((it) => it.id !== attempt.id);
  const find = (id: string | null): Attempt | undefined => others.find((it) => it.id === id);
  return (
    find(chosen) ?? find(attempt.parentId) ?? others.findLast((it) => it.number < attempt.number) ?? others[0] ?? null
  );
}

function Change({ attempt, edited }: { readonly attempt: Attempt; readonly edited: boolean }) {
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

interface ScriptBarProps {
  readonly attempt: Attempt;
  readonly edited: boolean;
  readonly mode: ScriptMode;
  readonly comparable: boolean;
  readonly against: Attempt | null;
}

function ScriptBar({ attempt, edited, mode, comparable, against }: ScriptBarProps) {
  const app = useApp();
  const acts = useActs();
  const state = useReproduction();
  const acting = useAppState((it) => it.acting);
  return (
    <div className="script-bar">
      <ToggleButtonGroup
        className="segmented"
        aria-label={message('app.script.mode')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[mode]}
        onSelectionChange={([chosen]) => {
          if (chosen === 'code' || chosen === 'sideBySide' || chosen === 'inline') app.look({ scriptMode: chosen });
        }}
      >
        <ToggleButton id="code">{message('app.script.mode.code')}</ToggleButton>
        <ToggleButton id="sideBySide" isDisabled={!comparable}>
          {message('app.script.mode.sideBySide')}
        </ToggleButton>
        <ToggleButton id="inline" isDisabled={!comparable}>
          {message('app.script.mode.inline')}
        </ToggleButton>
      </ToggleButtonGroup>
      {mode !== 'code' && !edited && state && (
        <ChoiceSelect
          quiet
          label={message('app.script.against')}
          options={state.attempts
            .filter((it) => it.id !== attempt.id)
            .map((it) => ({
              id: it.id,
              words: message('app.script.against.one', { number: String(it.number), edit: editWords(it) }),
            }))}
          value={against?.id ?? null}
          onChange={(compareWith) => app.look({ compareWith })}
        />
      )}
      <span className="grow small faint script-digest mono" title={attempt.scriptDigest}>
        {edited ? '' : attempt.scriptDigest.slice(0, 12)}
      </span>
      {edited && state && (
        <>
          <Button className="button plain" onPress={() => app.draft(draftKey(state.id, attempt.id), null)}>
            {message('app.script.discard')}
          </Button>
          <Button className="button" isDisabled={acting !== null} onPress={() => void acts.keepEdit()}>
            {message('app.script.keep')} <Key command="keepEdit" />
          </Button>
        </>
      )}
      <Button className="button" isDisabled={acting !== null} onPress={() => void acts.runScript()}>
        {message('app.script.run')} <Key command="runScript" />
      </Button>
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
