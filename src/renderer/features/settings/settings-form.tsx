import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Input, Label, NumberField, Switch } from 'react-aria-components';
import { message, type MessageKey } from '../../../protocol/catalogue/catalogue';
import { Autonomy, SandboxRule } from '../../../protocol/reproduction/options';
import { Theme, type Settings } from '../../../protocol/settings';
import { useActs, useAppState } from '../../app/app-context';
import { askForNotifications } from '../../app/tell-when-done';
import { Choice } from './choice';
import { isFound } from './find-settings';

const ModelsSection = lazy(async () => ({ default: (await import('./models-section')).ModelsSection }));

interface Row {
  readonly id: string;
  /** What it is found by, beside its own words. */
  readonly words: readonly MessageKey[];
  readonly content: ReactNode;
}

/** The settings one by one; `search` leaves those that speak of it. Each takes effect at once. */
export function SettingsForm({ search }: { readonly search: string }) {
  const rows = useRows();
  const found = rows.filter(({ id, words }) => isFound(search, [id, ...words.map((key) => message(key))]));
  if (found.length === 0) return <p className="quiet">{message('app.settings.nothingFound', { search })}</p>;
  return (
    <>
      {found.map(({ id, content }) => (
        <div key={id}>{content}</div>
      ))}
    </>
  );
}

function useRows(): readonly Row[] {
  const acts = useActs();
  const settings = useAppState((it) => it.settings);
  const update = (change: Partial<Settings>): void => void acts.settings(change);
  return [
    {
      id: 'theme',
      words: ['app.settings.theme', ...Theme.options.map((one) => `app.settings.theme.${one}` as const)],
      content: (
        <Choice
          label={message('app.settings.theme')}
          options={Theme.options}
          words={(option) => `app.settings.theme.${option}`}
          value={settings.theme}
          onChange={(theme) => update({ theme })}
          inline
        />
      ),
    },
    {
      id: 'autonomy',
      words: ['app.settings.autonomy', ...Autonomy.options.map((one) => `app.autonomy.${one}.long` as const)],
      content: (
        <Choice
          label={message('app.settings.autonomy')}
          options={Autonomy.options}
          words={(option) => `app.autonomy.${option}.short`}
          hints={(option) => `app.autonomy.${option}.long`}
          value={settings.autonomy}
          onChange={(autonomy) => update({ autonomy })}
        />
      ),
    },
    {
      id: 'sandbox',
      words: ['app.settings.sandbox', ...SandboxRule.options.map((one) => `app.settings.sandbox.${one}.hint` as const)],
      content: (
        <Choice
          label={message('app.settings.sandbox')}
          options={SandboxRule.options}
          words={(option) => `app.settings.sandbox.${option}`}
          hints={(option) => `app.settings.sandbox.${option}.hint`}
          value={settings.sandbox}
          onChange={(sandbox) => update({ sandbox })}
        />
      ),
    },
    {
      id: 'timeLimit',
      words: ['app.settings.timeLimit'],
      content: (
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
      ),
    },
    {
      id: 'terminalScreenReader',
      words: ['app.output.screenReader'],
      content: (
        <Switch
          className="settings-switch"
          isSelected={settings.terminalScreenReader === true}
          onChange={(terminalScreenReader) => update({ terminalScreenReader })}
        >
          <span className="switch-track" aria-hidden="true" />
          {message('app.output.screenReader')}
        </Switch>
      ),
    },
    {
      id: 'models',
      words: ['app.settings.models'],
      content: (
        <Suspense fallback={null}>
          <ModelsSection onChange={(models) => update({ models })} />
        </Suspense>
      ),
    },
    {
      id: 'notifications',
      words: ['app.settings.notifications'],
      content: <Notifications isOn={settings.notifications === true} onChange={update} />,
    },
  ];
}

interface NotificationsProps {
  readonly isOn: boolean;
  readonly onChange: (change: Partial<Settings>) => void;
}

/** The system is asked by the press; where it refuses, that is said. */
function Notifications({ isOn, onChange }: NotificationsProps) {
  const [refused, setRefused] = useState(false);
  const askAndUpdate = async (wanted: boolean): Promise<void> => {
    const granted = wanted && (await askForNotifications(window));
    setRefused(wanted && !granted);
    onChange({ notifications: granted });
  };
  return (
    <>
      <Switch className="settings-switch" isSelected={isOn} onChange={(wanted) => void askAndUpdate(wanted)}>
        <span className="switch-track" aria-hidden="true" />
        {message('app.settings.notifications')}
      </Switch>
      {refused && (
        <p className="small tone-warn" role="alert">
          {message('app.settings.notifications.refused')}
        </p>
      )}
    </>
  );
}
