import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { BisectWish } from '../../../protocol/bisection';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Package } from '../../../protocol/environment';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useApp, useReproduction } from '../../app/app-context';
import { mainFrameworks } from '../../app/main-frameworks';
import { ChoiceSelect } from '../../components/choice-select';
import { Sheet } from '../../components/sheet';
import { KeepOrCancel, Refusal } from '../../components/sheet-end';

/** Where the search for the release that a fault came with is described. What it runs is said, and started, in the Run surface. */
export function BisectDialog() {
  const state = useReproduction();
  return state?.environment.ready ? <Wish state={state} packages={state.environment.ready.packages} /> : null;
}

function Wish({ state, packages }: { readonly state: ReproductionState; readonly packages: readonly Package[] }) {
  const app = useApp();
  const ordered = likelyFirst(state, packages);
  const [name, setName] = useState(ordered[0]?.name ?? '');
  const [values, setValues] = useState({ good: '', bad: '' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = (): void => app.dialog({ kind: 'none' });
  // What counts where nothing is written stands in the field.
  const ends = [
    { id: 'good', label: message('app.bisect.good'), placeholder: message('app.bisect.good.hint') },
    {
      id: 'bad',
      label: message('app.bisect.bad'),
      placeholder: packages.find((one) => one.name === name)?.version ?? '',
    },
  ] as const;

  const ask = (): void => {
    const read = BisectWish.pick({ package: true, good: true, bad: true }).safeParse({
      package: name,
      good: values.good.trim() || null,
      bad: values.bad.trim() || null,
    });
    if (!read.success) return setRefusal(message('app.bisect.unreadable'));
    close();
    app.askAside({ kind: 'bisect', reproductionId: state.id, wish: read.data });
  };

  return (
    <Sheet title={message('app.bisect.ask')} onClose={close}>
      <div className="sheet-body scroll">
        <p className="quiet">{message('app.bisect.lead')}</p>
        <ChoiceSelect
          label={message('app.bisect.package')}
          options={ordered.map(({ name: id, version }) => ({
            id,
            words: message('app.bisect.installed', { name: id, version }),
          }))}
          value={name === '' ? null : name}
          onChange={setName}
        />
        {ends.map((end) => (
          <TextField
            key={end.id}
            className="field"
            value={values[end.id]}
            onChange={(value) => setValues({ ...values, [end.id]: value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') ask();
              else event.continuePropagation();
            }}
          >
            <Label>{end.label}</Label>
            <Input className="input mono" maxLength={100} spellCheck="false" placeholder={end.placeholder} />
          </TextField>
        ))}
        <Refusal text={refusal} />
      </div>
      <KeepOrCancel keepLabel={message('app.bisect.go')} isActing={false} onKeep={ask} onCancel={close} />
    </Sheet>
  );
}

/** What the report states comes first, then what runs are known by, then the rest by name. */
function likelyFirst(state: ReproductionState, packages: readonly Package[]): readonly Package[] {
  const stated = state.report.readOut?.versions.map(({ name }) => name) ?? [];
  const first = packages.filter(({ name }) => stated.includes(name));
  const rest = [...packages].sort((a, b) => a.name.localeCompare(b.name));
  return [...new Set([...first, ...mainFrameworks(packages, packages.length), ...rest])];
}
