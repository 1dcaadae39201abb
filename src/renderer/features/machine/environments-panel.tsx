import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Input,
  ListBox,
  ListBoxItem,
  ListLayout,
  SearchField,
  Virtualizer,
  type Selection,
} from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { DiskUse, EnvironmentSummary } from '../../../protocol/environment';
import { useAppState } from '../../app/app-context';
import { formatBytes } from '../../app/format';
import { ChoiceSelect } from '../../components/choice-select';
import { Icon } from '../../components/icon';
import { IconButton } from '../../components/icon-button';
import { AddPlace } from './add-place';
import { EnvironmentDetails } from './environment-details';
import { filterEnvironments, filters, type Filter } from './filter-environments';
import type { Environments } from './use-environments';

const sizes = { rowSize: 50 };

/** The list as the command line shows it, with a search, and beside it what is chosen. */
export function EnvironmentsPanel({ environments }: { readonly environments: Environments }) {
  const { list, looking, refresh } = environments;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => list?.environments ?? [], [list]);
  const shown = useMemo(() => filterEnvironments(all, filter, search), [all, filter, search]);
  const details = useRef<HTMLDivElement>(null);
  useKeyboardBack(details);
  const select = (keys: Selection): void =>
    setChosen(keys === 'all' ? new Set(shown.map(({ id }) => id)) : new Set([...keys].map(String)));
  return (
    <div className="machine-split">
      <div className="machine-list">
        <div className="list-head machine-head">
          <SearchField
            className="search"
            aria-label={message('app.machine.search')}
            value={search}
            onChange={setSearch}
          >
            <Icon name="search" />
            <Input className="input" placeholder={message('app.machine.search')} />
          </SearchField>
          <ChoiceSelect
            quiet
            label={message('app.machine.filter')}
            options={filters.map((id) => ({ id, words: message(`app.machine.filter.${id}`) }))}
            value={filter}
            onChange={setFilter}
          />
          <IconButton icon="running" label={message('app.machine.refresh')} onPress={refresh} isDisabled={looking} />
        </div>
        <p className="machine-count small quiet" role="status">
          {message('app.machine.count', { count: shown.length })}
          {looking && ` · ${message(list === null ? 'app.machine.looking' : 'app.machine.measuring')}`}
        </p>
        {shown.length === 0 && !looking ? (
          <p className="list-empty small faint">
            {message(all.length === 0 ? 'app.machine.none' : 'app.machine.notFound')}
          </p>
        ) : (
          <Virtualizer layout={ListLayout} layoutOptions={sizes}>
            <ListBox
              className="list scroll"
              aria-label={message('app.machine.environments')}
              selectionMode="multiple"
              selectionBehavior="replace"
              selectedKeys={chosen}
              onSelectionChange={select}
              items={shown}
            >
              {(one) => <Line one={one} />}
            </ListBox>
          </Virtualizer>
        )}
        {list?.disk && <Disk disk={list.disk} />}
      </div>
      <div
        ref={details}
        className="machine-details scroll"
        tabIndex={0}
        role="region"
        aria-label={message('app.machine.details')}
      >
        <EnvironmentDetails chosen={all.filter(({ id }) => chosen.has(id))} />
        <AddPlace onAdded={refresh} />
      </div>
    </div>
  );
}

/** The keyboard comes back here once the question in the Run surface is answered. */
function useKeyboardBack(place: { readonly current: HTMLElement | null }): void {
  const removal = useAppState((it) => it.surface.removal);
  const before = useRef(removal);
  useEffect(() => {
    if (before.current && !removal) place.current?.focus();
    before.current = removal;
  }, [place, removal]);
}

function Line({ one }: { readonly one: EnvironmentSummary }) {
  const frameworks = one.frameworks.map((item) => `${item.name} ${item.version}`).join(' · ');
  const kind = message(`app.environment.kind.${one.kind}`);
  const about = one.broken ?? (frameworks === '' ? one.prefix : frameworks);
  const python = `Python ${one.pythonVersion ?? '?'}`;
  return (
    <ListBoxItem id={one.id} className="list-item machine-line" textValue={`${one.name}, ${kind}, ${python}, ${about}`}>
      <Icon
        name={one.broken === null ? 'check' : 'warning'}
        className={one.broken === null ? 'tone-good' : 'tone-bad'}
      />
      <div className="list-words">
        <div className="list-title" title={one.prefix}>
          {one.name} <span className="faint">{python}</span>
        </div>
        <div className={`small list-state ${one.broken === null ? 'quiet' : 'tone-bad'}`}>{about}</div>
      </div>
      <div className="machine-side small quiet">
        <span>{kind}</span>
        <span>{one.bytes === undefined ? '' : formatBytes(one.bytes)}</span>
      </div>
    </ListBoxItem>
  );
}

function Disk({ disk }: { readonly disk: DiskUse }) {
  const parts = (['environments', 'trash', 'cache', 'free'] as const).flatMap((part) => {
    const bytes = disk[part];
    return bytes === null ? [] : [{ part, bytes }];
  });
  return (
    <dl className="machine-disk small" aria-label={message('app.machine.disk')}>
      {parts.map(({ part, bytes }) => (
        <div key={part}>
          <dd>{formatBytes(bytes)}</dd>
          <dt className="quiet">{message(`app.machine.disk.${part}`)}</dt>
        </div>
      ))}
    </dl>
  );
}
