import type { SyntaxNode } from '../ports/python-parser';
import {
  forbiddenAttributes,
  forbiddenIdentifiers,
  forbiddenMethods,
  forbiddenModules,
  forbiddenNames,
} from './forbidden-names';
import type { TracedScript } from './judge-input';
import { moduleNames, type ModuleNames } from './module-names';
import { calledName, rootName, walk } from './syntax-walk';

/** Something in one of our own lines that could make a counterfeit pass. */
export interface Forbidden {
  readonly line: number;
  /** As it stands in the script. */
  readonly what: string;
}

/** Finds the first thing in our own lines that is refused. Null: none. */
export function findForbidden(tree: SyntaxNode, script: TracedScript): Forbidden | null {
  const names = moduleNames(tree);
  let found: Forbidden | null = null;
  walk(tree, (node) => {
    if (found) return false;
    const line = node.startPosition.row + 1;
    if (script.provenance[line - 1]?.origin === 'ours' && isForbidden(node, names)) {
      found = { line, what: (node.text.split('\n')[0] ?? '').trim().slice(0, 120) };
    }
    return true;
  });
  return found;
}

function isForbidden(node: SyntaxNode, names: ModuleNames): boolean {
  switch (node.type) {
    case 'exec_statement':
      return true;
    case 'import_statement':
    case 'import_from_statement':
      return importsForbidden(node, names);
    case 'attribute': {
      const name = node.childForField('attribute')?.text ?? '';
      return forbiddenAttributes.test(name) || isForbiddenName(names.fullName(node));
    }
    case 'identifier':
      return isForbiddenIdentifier(node, names);
    case 'call':
      return isForbiddenCall(node, names);
    case 'function_definition':
      return forbiddenMethods.test(node.childForField('name')?.text ?? '');
    case 'string_content':
      // Ways to the descriptors and the memory of the process itself.
      return /\/proc\/|\/dev\/fd/.test(node.text);
    case 'keyword_argument':
      return /^co_/.test(node.childForField('name')?.text ?? '');
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      return targetsOf(node.childForField('left')).some((target) => isPatch(target, node, names));
    case 'as_pattern_target':
      return targetsOf(node.namedChildren[0] ?? null).some((target) => isPatch(target, node, names));
    case 'delete_statement':
      return node.namedChildren.some(
        (target) => target.type === 'attribute' && names.bound.has(rootName(target) ?? ''),
      );
    default:
      return false;
  }
}

function isForbiddenName(fullName: string | null): boolean {
  if (fullName === null) return false;
  return forbiddenNames.has(fullName) || forbiddenModules.has(fullName.split('.')[0] ?? '');
}

/** A builtin that runs text, a name that an import bound to something forbidden, or a whole module that is handed on. */
function isForbiddenIdentifier(node: SyntaxNode, names: ModuleNames): boolean {
  const { parent } = node;
  const isField = (field: string): boolean => parent?.childForField(field)?.startIndex === node.startIndex;
  if (parent?.type === 'attribute' && isField('attribute')) return false;
  if (parent?.type === 'keyword_argument' && isField('name')) return false;
  if (/^(?:import_|aliased_import|dotted_name)/.test(parent?.type ?? '')) return false;
  const full = names.fullName(node);
  if (full === null ? forbiddenIdentifiers.test(node.text) : isForbiddenName(full)) return true;
  const isRoot = parent?.type === 'attribute' && isField('object');
  // What is asked of it by `getattr` is looked at there.
  const isAsked =
    parent?.type === 'argument_list' && /^(?:get|has)attr$/.test(parent.parent?.childForField('function')?.text ?? '');
  return names.modules.has(node.text) && !isRoot && !isAsked && !isBinding(node);
}

/** Whether an identifier is only given a meaning here: the target of an assignment, a parameter, a definition. */
function isBinding(node: SyntaxNode): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (/parameter|global_statement|_definition$/.test(parent.type)) return true;
  if (parent.type !== 'assignment') return false;
  const left = parent.childForField('left');
  if (left?.startIndex === node.startIndex) return true;
  // `s = sys` is followed as another name of the module; any other way to hand it on is not.
  return left?.type === 'identifier' && parent.parent?.type !== 'assignment' && !isInClassBody(parent);
}

function isInClassBody({ parent }: SyntaxNode): boolean {
  return parent?.parent?.type === 'block' && parent.parent.parent?.type === 'class_definition';
}

function isForbiddenCall(node: SyntaxNode, names: ModuleNames): boolean {
  const name = calledName(node);
  const given = node.childForField('arguments')?.namedChildren.filter((child) => child.type !== 'comment') ?? [];
  const [first = null, second] = given;
  if (name === 'getattr') return second !== undefined && !isHarmlessName(second);
  if (name === 'setattr' || name === 'delattr' || name === '__setattr__' || name === '__delattr__') {
    if (node.childForField('function')?.text.startsWith('super')) return false;
    return names.bound.has(rootName(first) ?? '') || names.caught.has(rootName(first) ?? '') || !isHarmlessName(second);
  }
  if (name === '__init__') return isMadeAnew(node, first);
  // A number as a path is an open descriptor.
  if (name === 'open' && first !== null) return first.type === 'integer' || /\bclosefd\b/.test(node.text);
  return name === 'patch' || name === 'monkeypatch';
}

/** An attribute by a word that stands there and is no way into the interpreter. */
function isHarmlessName(node: SyntaxNode | undefined): boolean {
  const word = /^[rRuU]?(['"])(\w+)\1$/.exec(node?.text ?? '')?.[2];
  return word !== undefined && word !== 'args' && !/^__\w+__$/.test(word) && !forbiddenAttributes.test(word);
}

/** `error.__init__("other words")`: not the call by which a class makes its base. */
function isMadeAnew(node: SyntaxNode, first: SyntaxNode | null): boolean {
  const made = node.childForField('function')?.childForField('object');
  return !made?.text.startsWith('super') && first?.text !== 'self';
}

function targetsOf(left: SyntaxNode | null): readonly SyntaxNode[] {
  if (!left) return [];
  return /pattern|list|tuple/.test(left.type) ? left.namedChildren.flatMap(targetsOf) : [left];
}

/** A name of a library that is given another meaning, or an exception whose words are changed. A plain switch is neither. */
function isPatch(target: SyntaxNode, node: SyntaxNode, names: ModuleNames): boolean {
  if (target.type === 'identifier') return forbiddenMethods.test(target.text);
  if (target.type === 'subscript') {
    return (
      /__dict__|vars\(|globals\(/.test(target.text) || names.fullName(target.childForField('value')) === 'sys.modules'
    );
  }
  if (target.type !== 'attribute') return false;
  const root = rootName(target) ?? '';
  const name = target.childForField('attribute')?.text ?? '';
  if (names.caught.has(root)) return true;
  if ((name === 'args' || /^__\w+__$/.test(name)) && root !== 'self') return true;
  if (!names.bound.has(root)) return false;
  const right = node.childForField('right');
  const isPlain = right !== null && /^(?:true|false|none|integer|float|string)$/.test(right.type);
  return !isPlain || node.type !== 'assignment';
}

function importsForbidden(node: SyntaxNode, names: ModuleNames): boolean {
  return names.importedBy(node).some((full) => {
    const last = full.split('.').at(-1) ?? '';
    const isAll = last === '*' && [...forbiddenNames].some((name) => name.startsWith(full.slice(0, -1)));
    return isAll || isForbiddenName(full) || /^unittest\.mock\b/.test(full) || forbiddenAttributes.test(last);
  });
}
