import type { SyntaxNode } from '../../ports/python-parser';
import { calledName } from '../syntax-walk';

const bounding =
  /^(?:clip|clamp|clip_by_value|minimum|maximum|where|nan_to_num|full|full_like|fill_|fmin|fmax|choice)$/;
/** Calls that make a value of their arguments alone. */
const making =
  /^(?:float|int|str|round|abs|len|list|tuple|array|asarray|tensor|Tensor|constant|float16|float32|float64|int32|int64|zeros|ones|full|eye|arange|linspace|sum|mean|item|numpy|exp|log|sqrt|repeat|tile|range)$/;

/** A literal, or an operation on literals alone: nothing that ran goes into it. Texts count where they hold a number. */
export function isConstant(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'integer':
    case 'float':
    case 'true':
    case 'false':
    case 'none':
      return true;
    case 'string':
    case 'concatenated_string':
      return !hasInterpolation(node) && /\d|\bnan\b|\binf/i.test(node.text);
    case 'attribute':
      return isNonFinite(node);
    case 'list':
    case 'tuple':
    case 'expression_list':
    case 'argument_list':
    case 'parenthesized_expression':
    case 'unary_operator':
    case 'binary_operator':
      return node.namedChildren.length > 0 && node.namedChildren.every(isConstant);
    case 'subscript':
      return isConstant(node.childForField('value') ?? node);
    case 'keyword_argument':
      return true;
    case 'call': {
      if (!making.test(calledName(node) ?? '')) return false;
      const callee = node.childForField('function');
      const object = callee?.childForField('object');
      const list = node.childForField('arguments');
      const own = object?.type === 'identifier' || object?.type === 'attribute' || !object || isConstant(object);
      return own && list !== null && list.namedChildren.length > 0 && list.namedChildren.every(isConstant);
    }
    default:
      return false;
  }
}

/** A constant that is no number, or infinite. */
export function isNonFinite(node: SyntaxNode): boolean {
  if (node.type === 'attribute') return /\.(?:nan|NaN|NAN|inf|Inf|infty|Infinity|PINF|NINF)$/.test(node.text);
  if (node.type === 'float') return !Number.isFinite(Number(node.text.replace(/_/g, '')));
  if (node.type === 'call' && /^float(?:16|32|64)?$/.test(calledName(node) ?? '')) {
    return /["']\s*[-+]?(?:nan|inf)/i.test(node.childForField('arguments')?.text ?? '');
  }
  return false;
}

/** An operation by which a constant decides, whatever else goes in: `x * 0`, `min(x, 0.5)`, `x or 1`, `x - x`. `literalOf`: what a name is short for. */
export function decidesAlone(node: SyntaxNode, literalOf: (name: string) => SyntaxNode | null): boolean {
  switch (node.type) {
    case 'binary_operator': {
      const left = resolved(node.childForField('left'), literalOf);
      const right = resolved(node.childForField('right'), literalOf);
      const sign = node.childForField('operator')?.text ?? '';
      if (!left || !right) return false;
      if (/^(?:\*|\*\*|&)$/.test(sign) && (isZero(right) || (sign !== '**' && isZero(left)))) return true;
      if (sign === '%' && isNumber(right)) return Number(right.text) === 1;
      return /^(?:-|\/|\/\/|%|\^)$/.test(sign) && left.text === right.text;
    }
    case 'augmented_assignment': {
      const right = node.childForField('right');
      return node.childForField('operator')?.text === '*=' && right !== null && isZero(right);
    }
    case 'comparison_operator': {
      const [left, right] = node.namedChildren;
      return left !== undefined && right !== undefined && left.text === right.text;
    }
    case 'conditional_expression':
    case 'boolean_operator':
      return node.namedChildren.some(isConstant);
    case 'call':
      return (
        isBounding(node) &&
        (node.childForField('arguments')?.namedChildren ?? []).some((child) => isNumber(child) || isSigned(child))
      );
    default:
      return false;
  }
}

/** `x.max(1)` reduces an axis; `max(x, 1)` bounds a value. */
function isBounding(node: SyntaxNode): boolean {
  const name = calledName(node) ?? '';
  const plain = node.childForField('function')?.type === 'identifier';
  return bounding.test(name) || (plain && /^(?:min|max)$/.test(name));
}

function hasInterpolation(node: SyntaxNode): boolean {
  return node.namedChildren.some((child) => child.type === 'interpolation' || hasInterpolation(child));
}

function isNumber(node: SyntaxNode): boolean {
  return node.type === 'integer' || node.type === 'float';
}

/** The literal that a name stands for, where it stands for one alone. */
function resolved(node: SyntaxNode | null, literalOf: (name: string) => SyntaxNode | null): SyntaxNode | null {
  return node?.type === 'identifier' ? (literalOf(node.text) ?? node) : node;
}

/** Zero, or so small that a product with it is. */
function isZero(node: SyntaxNode): boolean {
  return isNumber(node) && Math.abs(Number(node.text.replace(/_/g, ''))) <= 1e-7;
}

function isSigned(node: SyntaxNode): boolean {
  return node.type === 'unary_operator' && node.namedChildren.every(isNumber);
}
