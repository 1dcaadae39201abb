import { commandRegistry, type CommandName } from '../../protocol/commands';

/** The part of a key event that names a key. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether a press is the accelerator. Letters and digits go by their place on the keyboard, so that Alt and Shift do not change them. */
export function isAccelerator(accelerator: string, press: KeyPress, apple: boolean): boolean {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  const main = parts.includes('CmdOrCtrl');
  return (
    (apple ? press.metaKey : press.ctrlKey) === main &&
    (apple ? press.ctrlKey : press.metaKey) === false &&
    press.altKey === parts.includes('Alt') &&
    press.shiftKey === parts.includes('Shift') &&
    isKey(key, press)
  );
}

function isKey(key: string, press: KeyPress): boolean {
  if (/^[A-Z]$/.test(key)) return press.key.toUpperCase() === key || press.code === `Key${key}`;
  if (/^\d$/.test(key)) return press.code === `Digit${key}`;
  return press.key === key;
}

/** The command that a press asks for, or null. */
export function commandOf(press: KeyPress, apple: boolean): CommandName | null {
  for (const [name, command] of Object.entries(commandRegistry)) {
    if (command.key !== null && isAccelerator(command.key, press, apple)) return name as CommandName;
  }
  return null;
}

const appleSigns: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩' };
const otherSigns: Readonly<Record<string, string>> = { CmdOrCtrl: 'Ctrl', Enter: '↵' };

/** An accelerator as it is printed beside a command. */
export function printAccelerator(accelerator: string, apple: boolean): string {
  const parts = accelerator.split('+').map((part) => (apple ? appleSigns : otherSigns)[part] ?? part);
  return parts.join(apple ? '' : ' ');
}

/** Whether the machine has a command key. */
export function isApple(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}
