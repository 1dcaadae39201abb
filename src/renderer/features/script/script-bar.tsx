import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';
import { Key } from '../../app/header';
import { ChoiceSelect } from '../../components/choice-select';
import type { ScriptMode } from '../../store/app-state';
import { editWords } from '../steps/list-steps';

interface ScriptBarProps {
  readonly attempt: Attempt;
  readonly edited: boolean;
  readonly mode: ScriptMode;
  /** Null: there is nothing to compare with. */
  readonly against: Attempt | null;
}

/** How the script is shown, what it is held against, and what can be done with it. */
export function ScriptBar({ attempt, edited, mode, against }: ScriptBarProps) {
  const app = useApp();
  const acts = useActs();
  const state = useReproduction();
  const acting = useAppState((it) => it.acting);
  if (!state) return null;
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
        <ToggleButton id="sideBySide" isDisabled={!against}>
          {message('app.script.mode.sideBySide')}
        </ToggleButton>
        <ToggleButton id="inline" isDisabled={!against}>
          {message('app.script.mode.inline')}
        </ToggleButton>
      </ToggleButtonGroup>
      {mode !== 'code' && (
        <ChoiceSelect
          quiet
          label={message('app.script.against')}
          options={state.attempts
            .filter((it) => edited || it.id !== attempt.id)
            .map((it) => ({
              id: it.id,
              words:
                it.id === attempt.id
                  ? message('app.script.against.kept', { number: String(it.number) })
                  : message('app.script.against.one', { number: String(it.number), edit: editWords(it) }),
            }))}
          value={against?.id ?? null}
          onChange={(compareWith) => app.look({ compareWith })}
        />
      )}
      <span className="grow small faint script-digest mono" title={attempt.scriptDigest}>
        {edited ? '' : attempt.scriptDigest.slice(0, 12)}
      </span>
      {edited && (
        <>
          <Button className="button plain" onPress={() => app.drafts.write(state.id, attempt.id, null)}>
            {message('app.script.discard')}
          </Button>
          <Button className="button" isDisabled={acting !== null} onPress={() => void acts.keepEdit()}>
            {message('app.script.keep')} <Key command="keepEdit" />
          </Button>
        </>
      )}
      <Button className="button" isDisabled={acting !== null} onPress={() => void acts.runScript()}>
        {message(edited ? 'app.script.keepAndGo' : 'app.script.go')} <Key command="runScript" />
      </Button>
    </div>
  );
}
