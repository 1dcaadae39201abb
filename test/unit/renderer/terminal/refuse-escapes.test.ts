import xterm from '@xterm/xterm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openableAddress, refuseEscapes } from '../../../../src/renderer/terminal/refuse-escapes';

/** A real terminal without a screen, with what it did beyond its own text. */
async function show(text: string, guarded = true) {
  const terminal = new xterm.Terminal({ allowProposedApi: true, cols: 80, rows: 10 });
  if (guarded) refuseEscapes(terminal.parser);
  const beyond: string[] = [];
  terminal.onTitleChange((title) => beyond.push(`title ${title}`));
  terminal.onData((data) => beyond.push(`answer ${JSON.stringify(data)}`));
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const line = terminal.buffer.active.getLine(0)?.translateToString(true) ?? '';
  terminal.dispose();
  return { beyond, line };
}

const hostile: readonly [string, string][] = [
  ['a title', '\x1b]0;owned\x07'],
  ['a window title', '\x1b]2;owned\x1b\\'],
  ['the clipboard', '\x1b]52;c;b3duZWQ=\x07'],
  ['the clipboard, read', '\x1b]52;c;?\x07'],
  ['a colour, asked for', '\x1b]10;?\x07\x1b]11;?\x07\x1b]4;1;?\x07'],
  ['a window report', '\x1b[18t\x1b[21t\x1b[14t'],
  ['device attributes', '\x1b[c\x1b[>c\x1b[=c'],
  ['a status report', '\x1b[5n\x1b[6n\x1b[?6n'],
  ['a mode request', '\x1b[?1$p\x1b[4$p'],
  ['a settings request', '\x1bP$qm\x1b\\'],
];

describe('refuseEscapes', () => {
  it.each(hostile)('takes %s away and keeps the text around it', async (_name, sequence) => {
    expect(await show(`a${sequence}b`)).toEqual({ beyond: [], line: 'ab' });
  });

  it('is needed: without it the same output titles and answers', async () => {
    const { beyond } = await show(hostile.map(([, sequence]) => sequence).join(''), false);
    expect(beyond.some((entry) => entry.startsWith('title'))).toBe(true);
    expect(beyond.some((entry) => entry.startsWith('answer'))).toBe(true);
  });

  it('leaves colours and cursor movements to the terminal', async () => {
    expect(await show('\x1b[31mred\x1b[0m\x1b[1Gb')).toEqual({ beyond: [], line: 'bed' });
  });

  it('answers nothing, whatever sequences come', async () => {
    const part = fc.constantFrom(
      '\x1b[',
      '\x1b]',
      '\x1bP',
      '?',
      '>',
      '$',
      ';',
      '0',
      '5',
      '6',
      '52',
      'c',
      'n',
      't',
      'q',
      'p',
      'm',
      '\x07',
      '\x1b\\',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 24 }), async (parts) => {
        const { beyond } = await show(parts.join(''));
        expect(beyond).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('openableAddress', () => {
  it('lets only plain web addresses through', () => {
    expect(openableAddress('https://pytorch.org/docs')).toBe('https://pytorch.org/docs');
    for (const address of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'vscode://open',
      'https://user:word@example.org/',
      'not an address',
    ]) {
      expect(openableAddress(address)).toBeNull();
    }
  });
});
