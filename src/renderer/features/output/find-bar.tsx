import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Input, ToggleButton } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp } from '../../app/app-context';
import { Icon } from '../../components/icon';
import { IconButton } from '../../components/icon-button';
import { nothingFound, searchLog, stepPlace, type Found } from '../../terminal/search-log';
import { Excerpt } from './excerpt';

/** Time without a key before a search begins. */
const PAUSE_MS = 150;

/** What the last search has come to, and which of its places is shown. */
interface Latest {
  readonly wish: string;
  readonly found: Found;
  readonly at: number;
}

interface FindBarProps {
  readonly terminalId: string;
  readonly onClose: () => void;
}

/** Finds in the whole log on disk, also what the view has let go, and shows each place in an excerpt. */
export function FindBar({ terminalId, onClose }: FindBarProps) {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [latest, setLatest] = useState<Latest>({ wish: '', found: nothingFound, at: 0 });
  const key = `${matchCase} ${text}`;
  const { found, at } = latest.wish === key ? latest : { found: nothingFound, at: 0 };

  useEffect(() => {
    if (text === '') return;
    const onFound = (next: Found): void =>
      setLatest((before) => ({ wish: key, found: next, at: before.wish === key ? before.at : 0 }));
    const ending = new AbortController();
    const wish = { terminalId, text, matchCase };
    const begin = setTimeout(
      () => void searchLog((params) => app.ask('terminal/search', params), wish, onFound, ending.signal),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(begin);
      ending.abort();
    };
  }, [app, terminalId, text, matchCase, key]);

  const step = (by: 1 | -1): void => setLatest({ wish: key, found, at: stepPlace(at, by, found.places.length) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actOf(event);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === 'close') onClose();
    else if (act === 'case') setMatchCase(!matchCase);
    else if (act === 'again') input.current?.select();
    else step(act === 'next' ? 1 : -1);
  };
  const place = found.places[at];
  return (
    <>
      <div className="term-find" role="search" aria-label={message('app.find.in')} onKeyDownCapture={onKeyDown}>
        <Icon name="search" />
        <Input
          ref={input}
          className="input"
          aria-label={message('app.find.in')}
          autoFocus
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="small term-found" role="status">
          {text !== '' && describeFound(found, at)}
        </span>
        <ToggleButton
          className="button plain square small"
          aria-label={message('app.find.case')}
          isSelected={matchCase}
          onChange={setMatchCase}
        >
          Aa
        </ToggleButton>
        <IconButton icon="up" label={message('app.find.previous')} onPress={() => step(-1)} isDisabled={!place} />
        <IconButton icon="down" label={message('app.find.next')} onPress={() => step(1)} isDisabled={!place} />
        <IconButton icon="cross" label={message('app.find.close')} onPress={onClose} />
      </div>
      {place && <Excerpt terminalId={terminalId} place={place} text={text} matchCase={matchCase} />}
    </>
  );
}

/** Null: a key of no meaning here. Enter on a button is the button's own. */
function actOf(event: KeyboardEvent): 'next' | 'previous' | 'close' | 'case' | 'again' | null {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key === 'Escape') return 'close';
  if (event.key === 'F3' || (event.key === 'Enter' && isTyping)) return event.shiftKey ? 'previous' : 'next';
  if (event.altKey && event.code === 'KeyC') return 'case';
  return isFindKey(event) ? 'again' : null;
}

/** The key by which all programs find. */
export function isFindKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'f';
}

function describeFound({ places, isDone, isWhole }: Found, at: number): string {
  if (places.length === 0) return message(isDone ? 'app.find.none' : 'app.find.searching');
  const numbers = { at: String(at + 1), count: String(places.length) };
  return message(isWhole ? 'app.find.at' : 'app.find.atMore', numbers);
}
