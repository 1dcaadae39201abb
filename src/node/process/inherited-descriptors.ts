import { readFileSync, readdirSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors from 3 up that every program we start would inherit. Node marks the low ones at its own start, and stops at
 * the first gap: what a parent (an editor, a shell) left open higher up would reach an untrusted program.
 */
export function inheritedDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number).filter(isInherited);
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  if (descriptor < 3) return false;
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1];
    return flags !== undefined && (parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
