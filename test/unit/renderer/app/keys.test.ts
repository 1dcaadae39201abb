import { describe, expect, it } from 'vitest';
import { commandRegistry, type Command, type CommandName } from '../../../../src/protocol/commands';
import { commandOf, isAccelerator, printAccelerator, type KeyPress } from '../../../../src/renderer/app/keys';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/** The press that types an accelerator on a keyboard of the United States. */
function pressOf(accelerator: string, apple: boolean): KeyPress {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  const code = /^[A-Z]$/.test(key) ? `Key${key}` : /^\d$/.test(key) ? `Digit${key}` : key;
  const main = parts.includes('CmdOrCtrl');
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    code,
    ctrlKey: main && !apple,
    metaKey: main && apple,
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
}

const bound = (Object.entries(commandRegistry) as [CommandName, Command][]).flatMap(([name, { key }]) =>
  key === null ? [] : [[name, key] as const],
);

describe('keys', () => {
  it.each(bound)('%s is asked for by %s alone, on both kinds of keyboard', (name, key) => {
    for (const apple of [false, true]) expect(commandOf(pressOf(key, apple), apple)).toBe(name);
    expect(commandOf({ ...pressOf(key, false), ctrlKey: false }, false)).toBeNull();
  });

  it('gives each command its own id and key', () => {
    const commands: readonly Command[] = Object.values(commandRegistry);
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    expect(new Set(bound.map(([, key]) => key)).size).toBe(bound.length);
  });

  it('leaves alone what a browser keeps for itself, so that a reload never runs a script', () => {
    for (const letter of ['N', 'T', 'W', 'R', 'L']) {
      for (const shiftKey of [false, true]) {
        const press = { ...none, key: letter, code: `Key${letter}`, ctrlKey: true, shiftKey };
        expect(commandOf(press, false)).toBeNull();
      }
    }
  });

  it('knows a letter by its place where Alt changes what it types', () => {
    const press = { ...none, key: '˜', code: 'KeyN', metaKey: true, altKey: true };
    expect(isAccelerator('CmdOrCtrl+Alt+N', press, true)).toBe(true);
  });

  it('prints keys as each system writes them', () => {
    expect(printAccelerator('CmdOrCtrl+Shift+Enter', true)).toBe('⌘⇧↩');
    expect(printAccelerator('CmdOrCtrl+Shift+Enter', false)).toBe('Ctrl Shift ↵');
  });
});
