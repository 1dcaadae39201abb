import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { IconButton } from '../../components/icon-button';
import { Refusal } from '../../components/sheet-end';

/** A field for the path of an environment, and the places that were added or are left out. */
export function AddPlace({ onAdded }: { readonly onAdded: () => void }) {
  const app = useApp();
  const acts = useActs();
  const places = useAppState((it) => it.settings.environmentPlaces) ?? { include: [], exclude: [] };
  const [path, setPath] = useState('');
  const [acting, setActing] = useState(false);
  const [told, setTold] = useState<{ readonly refused: string | null; readonly count: number } | null>(null);

  const add = async (): Promise<void> => {
    setActing(true);
    const added = await app.ask('environment/add', { path });
    setActing(false);
    setTold({ refused: added ? null : app.store.getState().problem, count: added?.environments.length ?? 0 });
    if (!added) return app.report(null);
    setPath('');
    const settings = await app.ask('settings/read', {});
    if (settings) app.store.setState({ settings });
    onAdded();
  };
  const forget = (forgotten: string): void =>
    void acts.settings({
      environmentPlaces: {
        include: places.include.filter((one) => one !== forgotten),
        exclude: places.exclude.filter((one) => one !== forgotten),
      },
    });

  return (
    <section className="machine-section" aria-label={message('app.machine.places')}>
      <h2>{message('app.machine.places')}</h2>
      <p className="small quiet">{message('app.machine.places.text')}</p>
      <form
        className="machine-add"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField className="field grow" value={path} onChange={setPath}>
          <Label>{message('app.machine.add')}</Label>
          <Input className="input" placeholder={message('app.machine.add.hint')} spellCheck="false" />
        </TextField>
        <Button type="submit" className="button" isDisabled={acting || path.trim() === ''}>
          {message('app.machine.add.act')}
        </Button>
      </form>
      <Refusal text={told?.refused ?? null} />
      {told && told.refused === null && (
        <p className="small quiet" role="status">
          {message('app.machine.add.done', { count: told.count })}
        </p>
      )}
      {(['include', 'exclude'] as const).map((kind) => (
        <div key={kind} className="machine-places">
          <h3 className="label">{message(`app.machine.places.${kind}`)}</h3>
          {places[kind].length === 0 && <p className="small faint">{message('app.machine.places.none')}</p>}
          <ul>
            {places[kind].map((one) => (
              <li key={one}>
                <span className="mono wrap grow">{one}</span>
                <IconButton
                  icon="cross"
                  label={message('app.machine.places.forget', { path: one })}
                  onPress={() => forget(one)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
