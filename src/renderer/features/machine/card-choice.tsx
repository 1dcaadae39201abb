import { Button, Label, Radio, RadioGroup } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Accelerator, DeviceChoice } from '../../../protocol/hardware';
import { isRunning } from '../../../protocol/reproduction/next-act';
import { MemoryLine } from '../environment/memory-line';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';

const ways = ['all', 'none', 'some'] as const;

/** Which cards new reproductions get, and by a press the open one too. */
export function CardChoice({ cards }: { readonly cards: readonly Accelerator[] }) {
  const acts = useActs();
  const devices = useAppState((it) => it.settings.devices) ?? null;
  const names = cards.flatMap(namesOf);
  const way = devices === null ? 'all' : devices.length === 0 ? 'none' : 'some';
  const keep = (next: DeviceChoice): void => void acts.settings({ devices: next });
  if (names.length === 0 && way !== 'none') return null;
  return (
    <section className="machine-section" aria-label={message('app.machine.devices')}>
      <RadioGroup
        className="field choice"
        value={way}
        onChange={(chosen) =>
          keep(chosen === 'all' ? null : chosen === 'none' ? [] : names.slice(0, 1).map(({ id }) => id))
        }
      >
        <Label>{message('app.machine.devices')}</Label>
        <div className="choice-options">
          {ways.map((one) => (
            <Radio key={one} value={one} className="choice-option" isDisabled={one === 'some' && names.length === 0}>
              <span className="choice-dot" aria-hidden="true" />
              {message(`app.machine.devices.${one}`)}
            </Radio>
          ))}
        </div>
      </RadioGroup>
      {way === 'some' && (
        <ul className="machine-cards">
          {names.map(({ id, words }) => {
            const isChosen = devices?.includes(id) === true;
            return (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    // The last one stays: none at all is a choice of its own.
                    disabled={isChosen && devices?.length === 1}
                    onChange={() =>
                      keep(isChosen ? (devices ?? []).filter((one) => one !== id) : [...(devices ?? []), id])
                    }
                  />
                  {words}
                </label>
              </li>
            );
          })}
        </ul>
      )}
      {way === 'none' && <p className="small quiet">{message('app.machine.devices.warning')}</p>}
      <ForReproduction devices={devices} />
      <MemoryLine />
    </section>
  );
}

function ForReproduction({ devices }: { readonly devices: DeviceChoice }) {
  const app = useApp();
  const state = useReproduction();
  if (!state) return null;
  const isSame = JSON.stringify(state.options.devices ?? null) === JSON.stringify(devices);
  if (isSame) return <p className="small quiet">{message('app.machine.devices.applied')}</p>;
  return (
    <Button
      className="button machine-apply"
      isDisabled={isRunning(state) && state.phase !== 'awaitingPlan'}
      onPress={() => void app.ask('environment/choose', { reproductionId: state.id, devices })}
    >
      {message('app.machine.devices.apply')}
    </Button>
  );
}

/** A card that is shared in slices is used by its slices alone. */
function namesOf(card: Accelerator): readonly { readonly id: string; readonly words: string }[] {
  const { uuid, index, name, slices } = card;
  if (slices !== undefined && slices.length > 0) {
    return slices.flatMap((slice, at) =>
      typeof slice.uuid === 'string'
        ? [{ id: slice.uuid, words: `${name}, ${message('app.machine.card.slice', { number: at, memory: '' })}` }]
        : [],
    );
  }
  const id = uuid ?? (index === undefined ? null : String(index));
  return id === null ? [] : [{ id, words: index === undefined ? name : `${index} · ${name}` }];
}
