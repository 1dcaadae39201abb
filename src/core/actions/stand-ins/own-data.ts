import type { SyntaxNode } from '../../ports/python-parser';
import { requiredParameters } from '../required-parameters';
import { walk } from '../syntax-names';
import type { StandInContext } from './build-stand-in';
import { batchText } from './data-text';
import { workersText } from './loader-text';
import { roleOf } from './roles';

/** A definition of the script that gives data, and that nothing in the script uses. */
interface OwnSource {
  readonly name: string;
  readonly kind: 'dataset' | 'sequence' | 'generator';
  /** Parameters that a call must give. */
  readonly parameters: readonly string[];
}

/** What a name stands for that the script makes with a definition of its own, as statements of Python. */
interface OwnData {
  readonly name: string;
  readonly source: string;
  readonly lines: readonly string[];
}

function methodOf(definition: SyntaxNode, wanted: string): SyntaxNode | undefined {
  return (
    definition
      .childForField('body')
      ?.namedChildren.map((node) => (node.type === 'decorated_definition' ? node.childForField('definition') : node))
      .find((node) => node?.childForField('name')?.text === wanted) ?? undefined
  );
}

function kindOfClass(definition: SyntaxNode): OwnSource['kind'] | null {
  if (!methodOf(definition, '__getitem__')) return null;
  const bases = definition.childForField('superclasses')?.text ?? '';
  if (/\b(?:Sequence|PyDataset)\b/.test(bases)) return 'sequence';
  return /Dataset\b/.test(bases) || methodOf(definition, '__len__') ? 'dataset' : null;
}

function yields(definition: SyntaxNode): boolean {
  let found = false;
  walk(definition, (node) => {
    found ||= node.type === 'yield';
  });
  return found;
}

/** The data sets and generators that a script defines at its top and nowhere uses. */
export function unusedSources({ root, names }: Pick<StandInContext, 'root' | 'names'>): readonly OwnSource[] {
  return root.namedChildren.flatMap((statement): readonly OwnSource[] => {
    const node = statement.type === 'decorated_definition' ? statement.childForField('definition') : statement;
    const name = node?.childForField('name')?.text ?? '';
    if (!node || !/^(?:class|function)_definition$/.test(node.type)) return [];
    const isInside = ({ node: read }: { readonly node: SyntaxNode }): boolean =>
      read.startIndex > node.startIndex && read.endIndex < node.endIndex;
    if (!names.readsOf(name).every(isInside)) return [];
    if (node.type === 'function_definition')
      return yields(node) ? [{ name, kind: 'generator', parameters: requiredParameters(node) }] : [];
    const kind = kindOfClass(node);
    const init = methodOf(node, '__init__');
    return kind === null ? [] : [{ name, kind, parameters: init ? requiredParameters(init).slice(1) : [] }];
  });
}

/** Names for what a definition is given: its own parameters, under another name where the script has such a one already. */
export function givenNames(parameters: readonly string[], { names }: Pick<StandInContext, 'names'>): readonly string[] {
  return parameters.map((parameter) =>
    names.bound.has(parameter) || names.free.has(parameter) ? `${parameter}_data` : parameter,
  );
}

/**
 * A missing loader or data set, made with the class or the generator that the script defines for it: what is reported may hang on
 * how that gives its samples. Null: the script has none, or uses it already.
 */
export function ownData(missing: readonly string[], context: StandInContext): OwnData | null {
  const sources = unusedSources(context);
  if (sources.length === 0) return null;
  for (const name of missing) {
    const usage = context.usageOf(name);
    const role = roleOf(name, usage, (context.names.free.get(name) ?? []).map(({ node }) => node)); // prettier-ignore
    if (role !== 'loader' && role !== 'dataset') continue;
    const wanted = context.framework === 'torch' ? ['dataset'] : ['sequence', 'generator'];
    const source = sources.find(({ kind }) => wanted.includes(kind));
    if (!source) return null;
    const made = `${source.name}(${givenNames(source.parameters, context).join(', ')})`;
    const text =
      role === 'loader' && source.kind === 'dataset'
        ? `torch.utils.data.DataLoader(${made}, batch_size=${batchText(context)}${workersText(context)})`
        : made;
    return { name, source: source.name, lines: [`${name} = ${text}`] };
  }
  return null;
}
