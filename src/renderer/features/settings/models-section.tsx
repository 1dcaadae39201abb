import { useState } from 'react';
import { Button, Switch } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { DEFAULT_MAX_CALLS, type ModelEndpoint } from '../../../protocol/model';
import type { Settings } from '../../../protocol/settings';
import { useApp, useAppState } from '../../app/app-context';
import { ChoiceSelect } from '../../components/choice-select';

type Models = NonNullable<Settings['models']>;

const none: Models = { choice: null, localOnly: false };
const keyOf = (baseUrl: string, name: string): string => `${baseUrl} ${name}`;

/** The model of new reproductions: one of this machine's servers, tested by a button. Others are chosen on the command line. */
export function ModelsSection({ onChange }: { readonly onChange: (models: Models) => void }) {
  const app = useApp();
  const models = useAppState((it) => it.settings.models) ?? none;
  const [endpoints, setEndpoints] = useState<readonly ModelEndpoint[] | null>(null);
  const [told, setTold] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { choice } = models;

  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setTold('');
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    during(async () => {
      const found = await app.ask('model/discover', {});
      setEndpoints(found?.endpoints ?? []);
      if (found?.endpoints.length === 0) setTold(message('app.models.noneFound'));
    });
  const test = () =>
    during(async () => {
      if (!choice) return;
      const result = await app.ask('model/test', { baseUrl: choice.baseUrl, name: choice.name });
      if (!result) return;
      const seconds = (result.totalMs / 1000).toFixed(1);
      setTold(
        [
          message('app.models.answered', { seconds }),
          result.contextTokens === null ? '' : message('app.models.context', { tokens: result.contextTokens }),
          message(result.schemas ? 'app.models.schemas' : 'app.models.noSchemas'),
        ].join(' '),
      );
    });
  const offered = (endpoints ?? []).flatMap(({ baseUrl, server, models: names }) =>
    names.map((name) => ({ id: keyOf(baseUrl, name), words: `${name} · ${server}`, baseUrl, name })),
  );
  return (
    <div className="field">
      <span className="label">{message('app.models.title')}</span>
      <p className="small quiet wrap">
        {choice
          ? message('app.models.chosen', { name: choice.name, address: choice.baseUrl })
          : message('app.models.none')}
      </p>
      {offered.length > 0 && (
        <ChoiceSelect
          label={message('app.models.ofMachine')}
          options={offered}
          value={choice ? keyOf(choice.baseUrl, choice.name) : null}
          onChange={(id) => {
            const one = offered.find((option) => option.id === id);
            if (!one) return;
            const { baseUrl, name } = one;
            onChange({ ...models, choice: { baseUrl, name, maxCalls: choice?.maxCalls ?? DEFAULT_MAX_CALLS } });
          }}
        />
      )}
      <div className="row wrap">
        <Button className="button" isDisabled={isBusy} onPress={() => void look()}>
          {message('app.models.look')}
        </Button>
        {choice && (
          <>
            <Button className="button" isDisabled={isBusy} onPress={() => void test()}>
              {message('app.models.test')}
            </Button>
            <Button className="button" isDisabled={isBusy} onPress={() => onChange({ ...models, choice: null })}>
              {message('app.models.useNone')}
            </Button>
          </>
        )}
      </div>
      <p className="small quiet wrap" role="status">
        {isBusy ? message('app.models.asking') : told}
      </p>
      <Switch
        className="settings-switch"
        isSelected={models.localOnly}
        // The page may ask for more restraint only; less is said on the command line.
        isDisabled={models.localOnly}
        onChange={(localOnly) => onChange({ ...models, localOnly })}
      >
        <span className="switch-track" aria-hidden="true" />
        {message('app.models.localOnly')}
      </Switch>
    </div>
  );
}
