import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/inter/latin-600.css';
import '../styles/tokens.css';
import './surface.css';
import { surfaceOwn } from '../../protocol/catalogue/en/surface-own';
import type { RunActKind, RunOffer, RunWish } from '../../protocol/run-offer';
import { findWay } from '../client/open-transport';
import { buttonOf, drawOffer, mainButton, makeParts } from './draw-offer';
import { readPageWord, readWish } from './hear-page';
import { linkToHost, type HostLink } from './link-to-host';
import { createPressGuard, type Answer } from './press-guard';
import { canTellSight, watchSight } from './watch-sight';

const RETRY_MS = 1_000;
/** Events come in bursts; one look answers for all of them. */
const GATHER_MS = 40;

const refusals: Readonly<Record<Exclude<Answer, 'counts'>, string>> = {
  covered: surfaceOwn['surface.own.covered'],
  early: surfaceOwn['surface.own.early'],
};

/**
 * The Run surface: shows what the host offers for what the page looks at, and takes the user's press to the host. It holds a
 * connection of its own, runs no code but this, and believes the page nothing but which question to show.
 */
export function startSurface(page: Window & typeof globalThis): void {
  const { document } = page;
  const place = document.getElementById('surface');
  if (!place) return;
  const parts = makeParts(document, place);
  const guard = createPressGuard(() => page.performance.now());
  const framed = page.parent !== page;
  const sighted = canTellSight(page);
  let link: HostLink | null = null;
  let wish: RunWish | null = framed ? null : wishOfAddress(page.location.hash);
  let offer: RunOffer | null = null;
  let attachedTo: string | null = null;
  let waiting = false;
  let taking = false;
  /** The keyboard was led here before there was anything to press. */
  let awaited: { readonly act: string | null } | null = null;

  const tell = (word: object): void => {
    // The page's origin is not known here and these words are no secrets.
    if (framed) page.parent.postMessage(word, '*');
  };
  const say = (note: string): void => {
    parts.note.textContent = note;
    place.classList.toggle('noted', note !== '');
    resize();
  };
  const resize = (): void => tell({ kind: 'reprise:size', height: Math.ceil(place.getBoundingClientRect().height) });

  /** Buttons that would not take a press yet say so to everybody, assistive programs included. */
  const showReadiness = (): void => {
    const rest = guard.settlesIn();
    const ready = rest === 0 && !taking && link !== null;
    for (const button of parts.acts.children) button.setAttribute('aria-disabled', String(!ready));
    if (rest !== null && rest > 0) page.setTimeout(showReadiness, rest + 1);
  };

  const show = (next: RunOffer | null): void => {
    const changed = next?.digest !== offer?.digest;
    offer = next;
    if (!changed) return;
    guard.changed();
    say('');
    if (next) drawOffer({ parts, offer: next, onPress: press });
    else parts.words.replaceChildren();
    if (!next) parts.acts.replaceChildren();
    if (framed && !sighted && next) drawWayOut(next);
    if (next && awaited) lead(awaited.act);
    showReadiness();
    resize();
  };

  const lead = (act: string | null): void => {
    const button = buttonOf(parts, act ?? '') ?? mainButton(parts);
    awaited = button ? null : { act };
    button?.focus();
  };

  /** Where the browser cannot tell what lies over a frame, the surface goes into a window of its own, which nothing covers. */
  const drawWayOut = (next: RunOffer): void => {
    const [first] = next.acts;
    if (!first) return;
    const label = surfaceOwn['surface.own.alone'];
    const only = { ...next, acts: [{ ...first, label, key: null }] };
    const address = `${page.location.href.split('#')[0] ?? ''}#${encodeURIComponent(JSON.stringify(wish))}`;
    const open = (): void => void page.open(address, '_blank', 'noopener,popup,width=560,height=240');
    drawOffer({ parts, offer: only, onPress: open });
  };

  const look = async (): Promise<void> => {
    waiting = false;
    const asked = wish;
    if (!link || !asked) return show(null);
    try {
      const next = await link.ask('run/offer', { wish: asked });
      if (asked !== wish) return;
      show(next);
      await attach(asked, next.seq);
    } catch (error) {
      if (asked === wish && link) {
        show(null);
        say(error instanceof Error ? error.message : String(error));
      }
    }
  };

  const attach = async (asked: RunWish, seq: number): Promise<void> => {
    const id = 'reproductionId' in asked ? asked.reproductionId : null;
    if (!link || id === attachedTo) return;
    if (attachedTo !== null) void link.ask('reproduction/detach', { reproductionId: attachedTo });
    attachedTo = id;
    if (id === null) return;
    const answer = await link.ask('reproduction/attach', { reproductionId: id, afterSeq: seq });
    if (answer.kind === 'snapshot' || answer.envelopes.length > 0) lookSoon();
  };

  const lookSoon = (): void => {
    if (waiting) return;
    waiting = true;
    page.setTimeout(() => void look(), GATHER_MS);
  };

  const press = (act: RunActKind, how: 'pointer' | 'key', trusted: boolean): void => {
    if (!trusted || taking || !link || !offer || !wish) return;
    const answer = guard.judge(how);
    if (answer !== 'counts') return say(refusals[answer]);
    taking = true;
    say('');
    showReadiness();
    link
      .ask('run/take', { wish, digest: offer.digest, act })
      .then(({ address }) => tell({ kind: 'reprise:taken', act, address: address ?? null }))
      .catch((error: unknown) => say(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        taking = false;
        guard.changed();
        lookSoon();
        showReadiness();
      });
  };

  const lost = (): void => {
    link = null;
    attachedTo = null;
    say(surfaceOwn['surface.own.lost']);
    showReadiness();
    page.setTimeout(() => void connect(), RETRY_MS);
  };

  const connect = async (): Promise<void> => {
    const way = findWay(page);
    // A channel ends once, whether it was ever open or not.
    let ended = false;
    const end = (): void => {
      if (!ended) lost();
      ended = true;
    };
    try {
      const transport = await way.open();
      const onEvent = (id: string): void => {
        if (id === attachedTo) lookSoon();
      };
      link = await linkToHost({ transport, kind: way.kind, onEvent, onClose: end });
      say('');
      await look();
    } catch {
      end();
    }
  };

  /** Enter, Space and Tab are for the buttons; the page's own keys go to the page; whatever else shows that somebody types. */
  const onKey = (event: KeyboardEvent): void => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey) {
      tell({ kind: 'reprise:key', press: { key, code, ctrlKey, metaKey, altKey, shiftKey } });
      if (!['Control', 'Meta', 'Alt', 'Shift'].includes(key) && !/^[acvx]$/i.test(key)) event.preventDefault();
    }
    if (!['Enter', ' ', 'Tab', 'Shift', 'Control', 'Meta', 'Alt'].includes(key)) guard.keyed();
  };

  page.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    // Of the window's own menu, by the preload: a key that was really pressed.
    if (source === page && isMenuPress(data)) {
      const [first] = offer?.acts ?? [];
      return first && press(first.kind, 'pointer', true);
    }
    if (!framed || source !== page.parent) return;
    const word = readPageWord(data);
    if (word?.kind === 'look') document.documentElement.dataset['theme'] = word.theme;
    if (word?.kind === 'focus') lead(word.act);
    if (word?.kind !== 'show' || JSON.stringify(word.wish) === JSON.stringify(wish)) return;
    wish = word.wish;
    void look();
  });
  page.addEventListener('focus', () => guard.focused());
  page.addEventListener('keydown', onKey, { capture: true });
  new page.ResizeObserver(resize).observe(place);
  if (framed && sighted) {
    watchSight(page, place, (visible) => {
      guard.seen(visible);
      showReadiness();
    });
  } else {
    guard.seen(true);
  }
  say(surfaceOwn['surface.own.connecting']);
  tell({ kind: 'reprise:here' });
  void connect();
}

function isMenuPress(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  return 'kind' in data && data.kind === 'reprise:command' && 'id' in data && data.id === 'press';
}

/** The wish that a window of its own was opened with. */
function wishOfAddress(hash: string): RunWish | null {
  try {
    return readWish(JSON.parse(decodeURIComponent(hash.slice(1))));
  } catch {
    return null;
  }
}
