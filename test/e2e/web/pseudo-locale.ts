import type { Page } from 'playwright-core';
import { app } from '../../../src/protocol/catalogue/en/app';
import { commands } from '../../../src/protocol/catalogue/en/commands';

const keys = Object.keys({ ...app, ...commands });
const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  O: 'Ó',
  n: 'ñ',
};

/** Longer by a third, with accents, between brackets; what is filled in stays. `text` is the inside of a literal of JavaScript. */
function pseudo(text: string): string {
  const parts = text.split(/(\{\{\w+\}\}|\\u\{[\da-fA-F]+\}|\\x..|\\u....|\\.)/);
  const accented = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replace(/[aeiouAEOn]/g, (it) => accents[it] ?? it),
  );
  return `⟦${accented.join('')}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}

/** Serves the page with its catalogue in a pseudo-locale. Resolves with how many of the catalogue's keys were met. */
export async function speakPseudo(
  page: Page,
): Promise<{ readonly met: ReadonlySet<string>; readonly all: readonly string[] }> {
  const met = new Set<string>();
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text.replace(
      /(["'`])((?:app|command)\.[\w.]+)\1(\s*:\s*)(["'`])((?:(?!\4)[^\\]|\\[^])*)\4/g,
      (whole, mark: string, key: string, between: string, quote: string, words: string) => {
        if (!keys.includes(key)) return whole;
        met.add(key);
        return `${mark}${key}${mark}${between}${quote}${pseudo(words)}${quote}`;
      },
    );
    await route.fulfill({ response: answer, body });
  });
  return { met, all: keys };
}

/** Texts with letters that are on the screen, or heard, and that are neither of the catalogue nor told by the host. */
export async function findPlainWords(page: Page, told: string): Promise<string[]> {
  const shown = (await page.evaluate(`(() => {
    const outside = 'script, style, kbd, .monaco-editor, .xterm, [class*=monaco-], textarea';
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest(outside)) texts.push(node.data);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-description]')) {
      if (element.closest(outside)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  })()`)) as string[];
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const known = plain(told);
  return [...new Set(shown.map(plain))].filter(
    (text) => /\p{L}{2}/u.test(text) && !/[⟦⟧]/.test(text) && !known.includes(text),
  );
}
