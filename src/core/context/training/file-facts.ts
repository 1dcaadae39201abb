import type { SyntaxNode } from '../../ports/python-parser';
import { readImports } from '../modules/read-imports';

/** What a file says of its names: where they come from and what they are made by. */
export interface FileFacts {
  readonly text: string;
  /** The dotted origin of a name: of an import, or of the call that it is bound to; null where the file does not tell. */
  readonly originOf: (name: string) => string | null;
  /** Whether the file imports a module whose dotted name matches. */
  readonly imports: (pattern: RegExp) => boolean;
}

const BINDING = /^[ \t]*(?:self\.)?([A-Za-z_]\w*)\s*(?::[^=\n]+)?=\s*([A-Za-z_][\w.]*)\(/gm;
const WITH_BINDING = /\bwith\s+([A-Za-z_][\w.]*)\([^\n]*?\)\s+as\s+(\w+)/g;

/** Reads imports and bindings of a file. */
export function readFileFacts(root: SyntaxNode): FileFacts {
  const { text } = root;
  const modules = new Map<string, string>();
  const all: string[] = [];
  for (const { module, name, as, level } of readImports(root)) {
    const full = name === null || name === '*' ? module : `${module}.${name}`;
    all.push(full);
    if (level === 0 && as !== '*') modules.set(as, name === null && !module.includes('.') ? module : full);
  }
  const made = new Map<string, string>();
  for (const [, name = '', callee = ''] of text.matchAll(BINDING)) if (!made.has(name)) made.set(name, callee);
  for (const [, callee = '', name = ''] of text.matchAll(WITH_BINDING)) if (!made.has(name)) made.set(name, callee);
  const dotted = (callee: string): string => {
    const [head = '', ...rest] = callee.split('.');
    return [modules.get(head) ?? head, ...rest].join('.');
  };
  return {
    text,
    originOf: (name) => {
      const callee = made.get(name);
      if (callee !== undefined) return dotted(callee);
      const head = name.split('.')[0] ?? name;
      return modules.has(head) ? dotted(name) : null;
    },
    imports: (pattern) => all.some((module) => pattern.test(module)),
  };
}
