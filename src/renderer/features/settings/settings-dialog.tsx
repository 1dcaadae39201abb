import { lazy, Suspense, useState } from 'react';
import { Button, Input, Label, NumberField, Radio, RadioGroup, Switch } from 'react-aria-components';
import { message, type MessageKey } from '../../../protocol/catalogue/catalogue';
import { Autonomy, SandboxRule } from '../../../protocol/reproduction/options';
import { Theme, type Settings } from '../../../protocol/settings';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { askForNotifications } from '../../app/tell-when-done';
import { Sheet } from '../../components/sheet';
import './settings.css';

const ModelsSection = lazy(async () => ({ default: (await import('./models-section')).ModelsSection }));

/** The settings that hold for new reproductions, and how the workspace looks. Each takes effect at once. */
export function SettingsDialog() {
  const app = useApp();
  const acts = useActs();
  const settings = useAppState((it) => it.settings);
  const about = useAppState((it) => it.about);
  const close = (): void => app.dialog({ kind: 'none' });
  const update = (change: Partial<Settings>): void => void acts.settings(change);
  const [refused, setRefused] = useState(false);
  const askAndUpdate = async (wanted: boolean): Promise<void> => {
    const granted = wanted && (await askForNotifications(window));
    setRefused(wanted && !granted);
    update({ notifications: granted });
  };
  return (
    <Sheet title={message('command.app.settings')} onClose={close}>
      <div className="sheet-body scroll">
        <Choice
          label={message('app.settings.theme')}
          options={Theme.options}
          words={(option) => `app.settings.theme.${option}`}
          value={settings.theme}
          onChange={(theme) => update({ theme })}
          inline
        />
        <Choice
          label={message('app.settings.autonomy')}
          options={Autonomy.options}
          words={(option) => `app.autonomy.${option}.short`}
          hints={(option) => `app.autonomy.${option}.long`}
          value={settings.autonomy}
          onChange={(autonomy) => update({ autonomy })}
        />
        <Choice
          label={message('app.settings.sandbox')}
          options={SandboxRule.options}
          words={(option) => `app.settings.sandbox.${option}`}
          hints={(option) => `app.settings.sandbox.${option}.hint`}
          value={settings.sandbox}
          onChange={(sandbox) => update({ sandbox })}
        />
        <NumberField
          className="field settings-number"
          value={settings.timeLimit}
          minValue={1}
          maxValue={86_400}
          onChange={(timeLimit) => Number.isFinite(timeLimit) && update({ timeLimit })}
        >
          <Label>{message('app.settings.timeLimit')}</Label>
          <Input className="input" />
        </NumberField>
        <Switch
          className="settings-switch"
          isSelected={settings.terminalScreenReader === true}
          onChange={(terminalScreenReader) => update({ terminalScreenReader })}
        >
          <span className="switch-track" aria-hidden="true" />
          {message('app.output.screenReader')}
        </Switch>
        <Suspense fallback={null}>
          <ModelsSection onChange={(models) => update({ models })} />
        </Suspense>
        <Switch
          className="settings-switch"
          isSelected={settings.notifications === true}
          onChange={(wanted) => void askAndUpdate(wanted)}
        >
          <span className="switch-track" aria-hidden="true" />
          {message('app.settings.notifications')}
        </Switch>
        {refused && (
          <p className="small tone-warn" role="alert">
            {message('app.settings.notifications.refused')}
          </p>
        )}
        {about && (
          <p className="small faint wrap">
            {message('app.settings.about', { version: about.version, folder: about.dataFolder })}
          </p>
        )}
      </div>
      <div className="sheet-foot">
        <span className="grow" />
        <Button className="button primary" onPress={close}>
          {message('app.done')}
        </Button>
      </div>
    </Sheet>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly words: (option: T) => MessageKey;
  readonly hints?: (option: T) => MessageKey;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly inline?: boolean;
}

function Choice<T extends string>({ label, options, words, hints, value, onChange, inline = false }: ChoiceProps<T>) {
  return (
    <RadioGroup
      className={`field choice ${inline ? 'inline' : ''}`}
      value={value}
      onChange={(chosen) => {
        const option = options.find((it) => it === chosen);
        if (option !== undefined) onChange(option);
      }}
    >
      <Label>{label}</Label>
      <div className="choice-options">
        {options.map((option) => (
          <Radio key={option} value={option} className="choice-option">
            <span className="choice-dot" aria-hidden="true" />
            <span>
              {message(words(option))}
              {hints && <span className="small quiet choice-hint">{message(hints(option))}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
