import { useMemo, useState } from 'react';
import {
  Button,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  ListLayout,
  SearchField,
  Virtualizer,
} from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionSummary } from '../../../protocol/reproduction/state';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { describeSummary } from '../../app/describe-state';
import { ChoiceSelect } from '../../components/choice-select';
import { Icon } from '../../components/icon';
import { IconButton } from '../../components/icon-button';
import { openedId } from '../../store/app-state';
import { describeFilter, filterList, listFilters, type ListFilter } from './filter-list';
import { groupByDay } from './group-by-day';
import './reproductions.css';

const sizes = { rowSize: 50, headingSize: 30 };

/** The reproductions of this machine, with a search. */
export function Reproductions() {
  const app = useApp();
  const acts = useActs();
  const list = useAppState((it) => it.list);
  const loaded = useAppState((it) => it.listLoaded);
  // On the machine's page none is, so that a press leads back to it.
  const selected = useAppState((it) => (it.place === 'machine' ? null : openedId(it.opened)));
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ListFilter>('all');
  const groups = useMemo(() => {
    return groupByDay(filterList(list, filter, search), new Date());
  }, [list, search, filter]);
  const chosen = list.find(({ id }) => id === selected);
  return (
    <nav className="reproductions" aria-label={message('app.list.title')}>
      <div className="list-head">
        <SearchField className="search" aria-label={message('app.list.search')} value={search} onChange={setSearch}>
          <Icon name="search" />
          <Input className="input" placeholder={message('app.list.search')} />
        </SearchField>
        <IconButton
          icon="plus"
          label={message('command.reproduction.new')}
          onPress={() => app.dialog({ kind: 'new', name: '', text: '' })}
        />
      </div>
      {list.length > 0 && (
        <div className="list-filter">
          <ChoiceSelect
            quiet
            label={message('app.list.filter')}
            options={listFilters.map((id) => ({ id, words: describeFilter(id) }))}
            value={filter}
            onChange={setFilter}
          />
        </div>
      )}
      {groups.length === 0 ? (
        <p className="list-empty small faint" role="status">
          {loaded ? emptyWords(search, filter, list.length) : message('app.loading')}
        </p>
      ) : (
        <Virtualizer layout={ListLayout} layoutOptions={sizes}>
          <ListBox
            className="list scroll"
            aria-label={message('app.list.title')}
            selectionMode="single"
            selectionBehavior="replace"
            disallowEmptySelection
            selectedKeys={selected === null ? [] : [selected]}
            onSelectionChange={(keys) => {
              const [id] = keys === 'all' ? [] : [...keys];
              if (typeof id === 'string') app.open(id);
            }}
          >
            {groups.map((group) => (
              <ListBoxSection key={group.day} id={group.day} className="list-day">
                <Header className="label list-heading">{message(`app.list.${group.day}`)}</Header>
                {group.items.map((item) => (
                  <Line key={item.id} item={item} />
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </Virtualizer>
      )}
      {selected !== null && (
        <div className="list-foot">
          {chosen && chosen.damaged === null && (
            <Button className="button plain" onPress={() => void acts.archive(selected, !(chosen.archived ?? false))}>
              <Icon name="file" />
              {message(chosen.archived ? 'app.list.unarchive' : 'app.list.archive')}
            </Button>
          )}
          <Button
            className="button plain"
            onPress={() => app.dialog({ kind: 'remove', id: selected, title: chosen?.title ?? '' })}
          >
            <Icon name="trash" />
            {message('app.list.remove')}
          </Button>
        </div>
      )}
    </nav>
  );
}

function emptyWords(search: string, filter: ListFilter, count: number): string {
  if (search !== '') return message('app.list.notFound', { search });
  return count === 0 ? message('app.list.empty') : message('app.list.noneIn', { filter: describeFilter(filter) });
}

function Line({ item }: { readonly item: ReproductionSummary }) {
  const { tone, icon, text } = describeSummary(item);
  return (
    <ListBoxItem id={item.id} className="list-item" textValue={`${item.title}, ${text}`}>
      <Icon name={icon} className={`tone-${tone}`} />
      <div className="list-words">
        <div className="list-title" title={item.title}>
          {item.title}
        </div>
        <div className="small quiet list-state">{item.damaged ?? text}</div>
      </div>
    </ListBoxItem>
  );
}
