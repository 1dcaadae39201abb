import type { Page } from 'playwright-core';
import { app } from '../../../src/protocol/catalogue/en/app';
import { commands } from '../../../src/protocol/catalogue/en/commands';

const keys: ReadonlySet<string> = new Set(Object.keys({ ...app, ...commands }));

/** Longer by a third, between brackets. `text` is the inside of a literal of JavaScript, as the build has it. */
function pseudo(text: string): string {
  return `⟦${text}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}

/** Serves the page with its catalogue in a pseudo-locale from the next load on. What comes back names the keys that were not met in what was served. */
export async function speakPseudo(page: Page): Promise<() => readonly string[]> {
  const met = new Set<string>();
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /(["'`])((?:app|command)\.[\w.-]+)\1(\s*:\s*)(["'`])((?:(?!\4)[^\\]|\\[^])*)\4/g,
      (whole, mark: string, key: string, between: string, quote: string, words: string) => {
        // Of two keys around a colon the second is what else to say.
        if (!keys.has(key) || keys.has(words)) return whole;
        met.add(key);
        return `${mark}${key}${mark}${between}${quote}${pseudo(words)}${quote}`;
      },
    );
    await route.fulfill({ response: answer, body });
  });
  return () => [...keys].filter((key) => !met.has(key));
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Hears all that the host tells a page from its next load on, as one text. */
export function hearHost(page: Page): () => string {
  const told: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => told.push(...textsOf(JSON.parse(String(payload)))));
  });
  return () => plain(told.join('\n'));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsOf(one)]);
}

/** What its dialogs say to screen readers, of a catalogue that it has for itself. */
const ofReactAria = 'Dismiss';

/** Texts with words that are seen or heard on the page, and are neither of the catalogue nor of what the host has told. */
export async function findPlainWords(page: Page, told: string): Promise<string[]> {
  const shown = (await page.evaluate(`(() => {
    // What is quoted of reports, scripts and records, in editors, terminals and boxes, is nobody's to translate; keys are names of keys.
    const outside = 'script, style, kbd, pre, .monaco-editor, .xterm, textarea, .tensor, [class*=monaco-]';
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest(outside)) texts.push(node.data);
    }
    const heard = ['aria-label', 'title', 'placeholder', 'aria-description', 'aria-valuetext', 'alt'];
    for (const element of document.querySelectorAll(heard.map((name) => '[' + name + ']').join())) {
      if (element.closest(outside)) continue;
      for (const name of heard) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  })()`)) as string[];
  return [...new Set(shown.map(plain))].filter(
    (text) => /\p{L}{2}/u.test(text) && !/[⟦⟧]/.test(text) && text !== ofReactAria && !told.includes(text),
  );
}
