import type { SyntaxNode } from '../../ports/python-parser';
import { walk } from '../syntax-names';
import type { StandInContext } from './build-stand-in';
import { shapesIn } from './data-forms';
import { lastNameOf } from './call-arguments';
import { reportedPicture } from './report-values';

/** What a kind of file is written with: `path` and `number` are known there. A data table. */
interface FileKind {
  readonly suffix: string;
  readonly write: string;
  readonly imports: readonly string[];
}

/** How many files are put into a folder. */
const FILES = 8;

const numpy = 'import numpy as np';

/** Shape of what one file holds: the picture that the report tells, the first shape of its message, else what the network takes. */
function shapeOf({ report, layout, framework, complaint }: StandInContext): readonly string[] {
  const told = reportedPicture(report);
  if (told) return told;
  const shown = shapesIn(complaint).find((shape) => shape.length > 1 && shape.length < 4 && !shape.includes(null));
  if (shown) return shown.map(String);
  const input = layout.input?.filter((size) => /^\d+$/.test(size)) ?? [];
  const sides = framework === 'torch' && input.length === 3 ? input.slice(1) : input.slice(0, 2);
  return sides.length === 2 ? sides : ['64', '64'];
}

function kindOf(suffix: string | null, context: StandInContext): FileKind | null {
  const code = context.root.text.slice(0, 100_000);
  const shape = shapeOf(context).join(', ');
  const reads = (pattern: RegExp): boolean => pattern.test(code);
  if (suffix === 'npy' || (suffix === null && reads(/\bnp\.load\(/)))
    return { suffix: 'npy', write: `np.save(path, np.random.randint(0, 256, (${shape})).astype("uint8"))`, imports: [numpy] };
  if (suffix === 'csv' || (suffix === null && reads(/\bread_csv\(/)))
    return { suffix: 'csv', write: 'np.savetxt(path, np.random.rand(32, 4), delimiter=",", header="a,b,c,d", comments="")', imports: [numpy] };
  if (suffix === 'txt' || suffix === 'json' || (suffix === null && reads(/(?<![.\w])open\(/)))
    return { suffix: suffix ?? 'txt', write: suffix === 'json' ? 'open(path, "w").write("{}")' : 'open(path, "w").write("some words in a row\\n" * 8)', imports: [] };
  if (suffix !== null && !/^(?:png|jpe?g|bmp|gif|tiff?)$/i.test(suffix)) return null;
  if (suffix === null && !reads(/\b(?:imread|Image\.open|load_img|ImageFolder)\(/)) return null;
  const three = shape.split(', ').length === 2 ? `${shape}, 3` : shape;
  return {
    suffix: suffix ?? 'png',
    write: `Image.fromarray(np.random.randint(0, 256, (${three})).astype("uint8")).save(path)`,
    imports: [numpy, 'from PIL import Image'],
  };
} // prettier-ignore

/** Names of the files, by `number`: like one that the report shows, else such as the code takes apart, else numbers. */
function nameText(suffix: string, { report, root }: StandInContext): string {
  const shown = new RegExp(`(?<![\\w/.*-])((?=[\\w-]*\\d)[A-Za-z0-9_-]{1,40})\\.${suffix}\\b`).exec(report.source)?.[1];
  if (shown !== undefined) {
    const groups = [...shown.matchAll(/\d+/g)];
    const last = groups.at(-1);
    const text = groups.reduceRight((name, group) => {
      const field = group === last ? `{number:0${group[0].length}d}` : '{number % 2}';
      return name.slice(0, group.index) + field + name.slice(group.index + group[0].length);
    }, shown);
    return `f"${text}.${suffix}"`;
  }
  const sign = /\.split\(\s*['"]([_.-])['"]\s*\)\s*\[/.exec(root.text)?.[1];
  return sign === undefined || sign === '.' ? `f"{number}.${suffix}"` : `f"{number % 2}${sign}{number}.${suffix}"`;
}

/** Whether an expression leads below the script's own folder, as far as its text and the assignments of its names say. */
function isOwnPlace(text: string, { root }: StandInContext): boolean {
  const begins = /^(?:os\.path\.join\()?\s*[frb]?['"](?:\/|~|[A-Za-z]:)/;
  const first = /^(?:os\.path\.join\(\s*)?([A-Za-z_]\w*)/.exec(text)?.[1] ?? '';
  const value = new RegExp(`(?:^|\\n)\\s*${first || 'x'}\\s*=\\s*([^\\n]{1,200})`).exec(
    root.text.slice(0, 100_000),
  )?.[1];
  return !begins.test(text) && !text.includes('..') && !(first !== '' && value !== undefined && begins.test(value));
}

/** Statements that fill a folder with files such as the code reads. `folder`: a Python expression. Null: it is not known what it reads. */
export function folderLines(
  folder: string,
  context: StandInContext,
): { readonly lines: readonly string[]; readonly imports: readonly string[] } | null {
  if (!isOwnPlace(folder, context)) return null;
  const kind = kindOf(null, context);
  if (!kind) return null;
  const listed = context.root.text.match(/\b(?:listdir|scandir)\(/g)?.length ?? 0;
  const inner = listed > 1 ? `, ["first", "second"][number % 2]` : '';
  return {
    imports: ['import os', ...kind.imports],
    lines: [
      `for number in range(${FILES}):`,
      `    path = os.path.join(${folder}${inner}, ${nameText(kind.suffix, context)})`,
      '    os.makedirs(os.path.dirname(path), exist_ok=True)',
      `    ${kind.write}`,
    ],
  };
}

/** A pattern that the script looks for files by, as a Python expression that can be read at its top. */
function patternsOf(context: StandInContext): readonly SyntaxNode[] {
  const { root, names } = context;
  const found: SyntaxNode[] = [];
  walk(root, (node) => {
    if (node.type !== 'call' || !/^(?:i?glob)$/.test(lastNameOf(node))) return;
    const given = node.childForField('arguments')?.namedChildren[0];
    if (!given || !/\*/.test(given.text) || !isOwnPlace(given.text, context) || given.text.length > 200) return;
    const words = [...given.text.replace(/(['"])(?:(?!\1).)*\1/g, '').matchAll(/(?<![.\w])[A-Za-z_]\w*/g)].map(([word]) => word);
    if (words.every((word) => word === 'os' || names.bound.has(word) || names.free.has(word))) found.push(given);
  });
  return found;
} // prettier-ignore

/** Statements that write files which a pattern of the script then finds. Null: it looks for none, or for what is not known. */
export function patternLines(
  context: StandInContext,
): { readonly lines: readonly string[]; readonly imports: readonly string[] } | null {
  const [pattern] = patternsOf(context);
  if (!pattern) return null;
  const suffix = /\*\.(\w{1,5})['"]/.exec(pattern.text)?.[1] ?? null;
  const kind = kindOf(suffix, context);
  if (!kind) return null;
  const name = nameText(kind.suffix, context);
  return {
    imports: ['import os', ...kind.imports],
    lines: [
      `for number in range(${FILES}):`,
      `    folder = os.path.dirname(${pattern.text}).replace("**", "a").replace("*", ["first", "second"][number % 2])`,
      `    path = os.path.join(folder, ${name})`,
      '    os.makedirs(folder or ".", exist_ok=True)',
      `    ${kind.write}`,
    ],
  };
}
