import type { SyntaxNode } from '../../ports/python-parser';
import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';

/** More axes are no data of this field. */
const MOST_AXES = 5;
const reorders = /^(?:permute|transpose)$/;
const namesAxis = /^(?:size|transpose|swapaxes|unbind|squeeze|flip|mean|sum|max|min|argmax|softmax)$/;

/**
 * How many axes a value must have for what the code does with it: `x.permute(0, 2, 1, 3)`, `b, c, h, w = x.shape`, `x.size(2)`, `x[:, :, 0]`.
 * 0: it does not say.
 */
export function usedRank({ name, methods, subscripts }: Usage, root: SyntaxNode): number {
  const counts = [
    ...[...methods].flatMap(([method, calls]) => calls.map((call) => axesOfCall(method, call))),
    ...subscripts.map(axesOfSubscript),
    ...unpackedSizes(name, root),
  ];
  const rank = Math.max(0, ...counts);
  return rank > MOST_AXES ? 0 : rank;
}

function axesOfCall(method: string, call: SyntaxNode): number {
  const given = (call.childForField('arguments')?.namedChildren ?? [])
    .map((node) =>
      node.type === 'keyword_argument' && /^(?:dim|axis)$/.test(node.childForField('name')?.text ?? '')
        ? node.childForField('value')
        : node,
    )
    .flatMap((node) => (node && /^(?:tuple|list)$/.test(node.type) ? node.namedChildren : (node ?? [])))
    .map(({ text }) => text);
  const axes = given.filter((text) => /^\d$/.test(text)).map(Number);
  if (axes.length !== given.length) return 0;
  // All axes in another order, and not two of them changed.
  if (reorders.test(method) && axes.length > 2) return axes.length;
  return namesAxis.test(method) && axes.length > 0 ? Math.max(...axes) + 1 : 0;
}

/** Positions between brackets, of which none makes an axis or stands for several. */
function axesOfSubscript(text: string): number {
  if (/[[\]()'"{}]|\.\.\.|None|newaxis/.test(text)) return 0;
  const parts = text.split(',');
  return parts.length > 1 && parts.some((part) => part.trim() === ':') ? parts.length : 0;
}

function unpackedSizes(name: string, root: SyntaxNode): readonly number[] {
  const pattern = new RegExp(
    `^[ \\t]*(\\w+(?:\\s*,\\s*\\w+){1,4})\\s*=\\s*${name}\\.(?:shape|size\\(\\))\\s*(?:#.*)?$`,
    'gm',
  );
  return [...root.text.slice(0, 50_000).matchAll(pattern)].map((match) => (match[1] ?? '').split(',').length);
}

/** Sizes of one sample with so many axes in all. Null: no more than a row of numbers is asked for. */
export function sampleOfRank(rank: number, framework: StandInContext['framework']): readonly string[] | null {
  if (rank < 3) return null;
  if (rank === 3) return ['10', '8'];
  const picture = framework === 'torch' ? ['3', '16', '16'] : ['16', '16', '3'];
  return rank === 4 ? picture : ['4', ...picture];
}
