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
import { useApp, useAppState } from '../../app/app-context';
import { describeSummary } from '../../app/describe-state';
import { Icon } from '../../components/icon';
import { IconButton } from '../../components/icon-button';
import { openedId } from '../../store/app-state';
import { groupByDay, matchesSearch } from './group-by-day';
import './reproductions.css';

const sizes = { rowSize: 50, headingSize: 30 };

/** The reproductions of this machine, with a search. */
export function Reproductions() {
  const app = useApp();
  const list = useAppState((it) => it.list);
  const loaded = useAppState((it) => it.listLoaded);
  const selected = useAppState((it) => openedId(it.opened));
  const [search, setSearch] = useState('');
  const groups = useMemo(() => {
    const found = list.filter((item) => matchesSearch(search, [item.title, describeSummary(item).text]));
    return groupByDay(found, new Date());
  }, [list, search]);
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
      {groups.length === 0 ? (
        <p className="list-empty small faint">{loaded ? emptyWords(search) : message('app.loading')}</p>
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
          <Button
            className="button plain"
            onPress={() =>
              app.dialog({ kind: 'remove', id: selected, title: list.find((it) => it.id === selected)?.title ?? '' })
            }
          >
            <Icon name="trash" />
            {message('app.list.remove')}
          </Button>
        </div>
      )}
    </nav>
  );
}

function emptyWords(search: string): string {
  return search === '' ? message('app.list.empty') : message('app.list.notFound', { search });
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
