import type { SyntaxNode } from '../../ports/python-parser';
import { calledName } from '../syntax-walk';
import { emittedParts } from './emitted-parts';
import { nameWords } from './related-names';
import type { ValueSlice } from './value-slice';

/** An expression whose own operation decides what is printed. */
export interface Carrier {
  readonly node: SyntaxNode;
  /** The name that it is, where it is a plain one. */
  readonly name: string | null;
  /** It is printed as it stands. */
  readonly outermost: boolean;
  /** It is one operand among others, so that it does not decide by itself. */
  readonly mixed: boolean;
}

/** Calls that hand a value on in another form. */
const carrying =
  /^(?:float|int|str|repr|round|abs|format|item|numpy|tolist|detach|cpu|mean|sum|Tensor|tensor|array|asarray|constant|float32|float64|squeeze|reshape|ravel|flatten)$/;
const MOST_STEPS = 400;

/** What is printed under a name, through plain copies and forms. */
export function carriersOf(slice: ValueSlice, name: string): readonly Carrier[] {
  const found: Carrier[] = [];
  const seen = new Set<string>();
  const waiting: Carrier[] = slice.emitters
    .flatMap((emitter) => printedUnder(emitter, name))
    .map((node) => toCarrier(node, true, false));
  for (let carrier = waiting.pop(); carrier && found.length < MOST_STEPS; carrier = waiting.pop()) {
    found.push(carrier);
    const next = carrier.name === null ? carried(carrier.node) : definitionsBehind(carrier.name);
    const mixed =
      carrier.mixed || carrier.node.type === 'binary_operator' || carrier.node.type === 'comparison_operator';
    waiting.push(...next.map((node) => toCarrier(node, false, mixed)));
  }
  return found;

  function definitionsBehind(own: string): readonly SyntaxNode[] {
    if (seen.has(own)) return [];
    seen.add(own);
    return (slice.definitions.get(own) ?? [])
      .filter(({ from }) => !/definition/.test(from.type))
      .map(({ from, statement }) =>
        statement.type === 'call' ? (statement.childForField('arguments') ?? from) : from,
      );
  }
}

/** The expressions that stand behind this name in the output; all of the call where no text tells. */
function printedUnder(emitter: SyntaxNode, name: string): readonly SyntaxNode[] {
  const wanted = nameWords(name).join(' ');
  const named: SyntaxNode[] = [];
  const all: SyntaxNode[] = [];
  let text = '';
  for (const part of emittedParts(emitter)) {
    if (part.kind === 'text') text += part.text;
    else {
      const before = /([A-Za-z_][\w./]*)["'\]]{0,2}\W{0,8}$/.exec(text)?.[1] ?? '';
      const both = nameWords(text).slice(-nameWords(name).length);
      if ([nameWords(before), both].some((words) => words.join(' ') === wanted)) named.push(part.node);
      all.push(part.node);
      text = '';
    }
  }
  return named.length > 0 ? named : all;
}

function toCarrier(node: SyntaxNode, outermost: boolean, mixed: boolean): Carrier {
  return { node, name: node.type === 'identifier' ? node.text : null, outermost, mixed };
}

/** What a value is a plain form of. */
function carried(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case 'parenthesized_expression':
    case 'unary_operator':
    case 'not_operator':
    case 'argument_list':
    case 'tuple':
    case 'list':
    case 'expression_list':
    case 'comparison_operator':
    case 'conditional_expression':
    case 'boolean_operator':
      return node.namedChildren;
    case 'binary_operator': {
      // What a value is divided by gives it a scale, and does not decide it.
      const divides = node.childForField('operator')?.text.startsWith('/') === true;
      return divides ? node.namedChildren.slice(0, 1) : node.namedChildren;
    }
    case 'subscript':
    case 'keyword_argument':
      return [node.childForField('value')].filter((child) => child !== null);
    case 'call': {
      if (!carrying.test(calledName(node) ?? '')) return [];
      const object = node.childForField('function')?.childForField('object');
      return [...(object ? [object] : []), ...(node.childForField('arguments')?.namedChildren ?? [])];
    }
    default:
      return [];
  }
}
