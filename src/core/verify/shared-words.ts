import type { SyntaxNode } from '../ports/python-parser';
import { wordsOf } from '../symptom/message-tokens';
import type { TracedScript } from './judge-input';
import { walk } from './syntax-walk';

/** More words in a row than this, shared with the reported message, are no chance. */
const MOST_SHARED = 3;

/** The first of our own lines with a string that holds a stretch of the reported message, counted from 1. Null: none. */
export function lineWithSharedWords(tree: SyntaxNode, script: TracedScript, reported: string): number | null {
  const wanted = wordsOf(reported);
  const stretches = new Set<string>();
  for (let at = 0; at + MOST_SHARED < wanted.length; at++) {
    stretches.add(wanted.slice(at, at + MOST_SHARED + 1).join(' '));
  }
  if (stretches.size === 0) return null;
  // Words of all strings in their order: a message that is put together from pieces is one too.
  const words: { readonly word: string; readonly line: number }[] = [];
  walk(tree, (node) => {
    if (node.type !== 'string_content' && node.type !== 'string') return;
    if (node.type === 'string' && node.children.some((child) => child.type === 'string_content')) return;
    wordsWithLines(node).forEach(({ word, line }) => {
      if (script.provenance[line - 1]?.origin === 'ours') words.push({ word, line });
    });
  });
  for (let at = 0; at + MOST_SHARED < words.length; at++) {
    const stretch = words.slice(at, at + MOST_SHARED + 1);
    if (stretches.has(stretch.map(({ word }) => word).join(' '))) return stretch[0]?.line ?? null;
  }
  return null;
}

function wordsWithLines(node: SyntaxNode): { word: string; line: number }[] {
  return node.text
    .split('\n')
    .flatMap((text, row) => wordsOf(text).map((word) => ({ word, line: node.startPosition.row + row + 1 })));
}
