import type { SyntaxNode } from '../../core/ports/python-parser';
import { leadingImports, type ImportWish } from './leading-imports';

/** What a warm interpreter is to have imported for a script. */
export interface Preload {
  readonly statements: readonly ImportWish[];
  /** Parts that the frameworks load when they are first used, which the script does. */
  readonly later: readonly Omit<ImportWish, 'row'>[];
  readonly variables: Readonly<Record<string, string>>;
  readonly beforeFilter: number | null;
  readonly beforeSeed: number | null;
}

/** Null: the script does not parse. */
export function preloadOf(tree: SyntaxNode): Preload | null {
  const found = leadingImports(tree);
  return found === null ? null : { ...found, later: laterOf(tree.text, found.statements) };
}

/** The same without the statements from `count` on. */
export function cutPreload(preload: Preload, count: number, text: string): Preload {
  const statements = preload.statements.slice(0, count);
  const within = (limit: number | null): number | null => (limit !== null && limit < count ? limit : null);
  return {
    ...preload,
    statements,
    later: laterOf(text, statements),
    beforeFilter: within(preload.beforeFilter),
    beforeSeed: within(preload.beforeSeed),
  };
}

function laterOf(text: string, statements: readonly ImportWish[]): Preload['later'] {
  const tops = new Set(statements.map(({ module }) => module.split('.')[0]));
  const usesKeras = /\bkeras\b/.test(text);
  const usesOptimizer = /\boptim\b/.test(text);
  return [
    ...(tops.has('tensorflow') && usesKeras ? [{ module: 'tensorflow.keras', names: ['layers'] }] : []),
    ...(tops.has('torch') && usesOptimizer ? [{ module: 'torch._dynamo', names: null }] : []),
  ];
}
