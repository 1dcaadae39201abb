import type { RunAct, RunActKind, RunOffer } from '../../protocol/run-offer';
import { isApple, printAccelerator } from '../app/keys';

/** The parts of the surface, made once. Text goes in as text alone. */
export interface Parts {
  readonly words: HTMLElement;
  readonly acts: HTMLElement;
  readonly note: HTMLElement;
}

export function makeParts(document: Document, place: HTMLElement): Parts {
  const make = (tag: 'div' | 'p', className: string): HTMLElement => {
    const element = document.createElement(tag);
    element.className = className;
    place.append(element);
    return element;
  };
  const parts = { words: make('div', 'words'), acts: make('div', 'acts'), note: make('p', 'note') };
  parts.note.setAttribute('role', 'status');
  parts.words.id = 'words';
  return parts;
}

/** Shows an offer. The focus stays on the button of its kind, or moves to the main one. */
export function drawOffer(options: {
  readonly parts: Parts;
  readonly offer: RunOffer;
  readonly onPress: (act: RunActKind, how: 'pointer' | 'key', trusted: boolean) => void;
}): void {
  const { parts, offer, onPress } = options;
  const { ownerDocument: document } = parts.acts;
  const focused = parts.acts.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  parts.words.replaceChildren(
    ...offer.words.map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    }),
  );
  document.body.classList.toggle('question', offer.isQuestion);
  parts.acts.replaceChildren(...offer.acts.map((act) => button(document, act, onPress)));
  if (focused) (buttonOf(parts, focused.dataset['kind'] ?? '') ?? mainButton(parts))?.focus();
}

/** The button that a key or the palette leads to: that of the kind, else the first. */
export function buttonOf(parts: Parts, kind: string): HTMLElement | null {
  return [...parts.acts.children].find((it): it is HTMLElement => (it as HTMLElement).dataset['kind'] === kind) ?? null;
}

export function mainButton(parts: Parts): HTMLElement | null {
  return parts.acts.firstElementChild as HTMLElement | null;
}

function button(
  document: Document,
  { kind, label, look, key }: RunAct,
  onPress: (act: RunActKind, how: 'pointer' | 'key', trusted: boolean) => void,
): HTMLElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = `button ${look}`;
  element.dataset['kind'] = kind;
  element.setAttribute('aria-describedby', 'words');
  element.append(label);
  if (key !== null && look !== 'plain') {
    const print = document.createElement('kbd');
    print.setAttribute('aria-hidden', 'true');
    print.textContent = printAccelerator(key, isApple(document.defaultView?.navigator.platform ?? ''));
    element.append(' ', print);
  }
  // A press by key has no place on the screen: its `detail` is 0.
  element.addEventListener('click', ({ detail, isTrusted }) => {
    onPress(kind, detail === 0 ? 'key' : 'pointer', isTrusted);
  });
  return element;
}
