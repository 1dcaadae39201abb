import type { SyntaxNode } from '../ports/python-parser';
import type { TracedScript } from './judge-input';
import { calledName, rootName, walk } from './syntax-walk';

/** Something in one of our own lines that could make a counterfeit pass. */
export interface Forbidden {
  readonly line: number;
  /** As it stands in the script. */
  readonly what: string;
}

/** Dotted names that reach into the interpreter or the runner. A data table; a name covers what is below it. */
const names = [
  'sys.excepthook',
  'sys.unraisablehook',
  'sys.settrace',
  'sys.setprofile',
  'sys._getframe',
  'sys.modules',
  'sys.meta_path',
  'sys.path_hooks',
  'sys.exc_info',
  'sys.last_value',
  'threading.settrace',
  'threading.setprofile',
  'threading.excepthook',
  'inspect.currentframe',
  'inspect.stack',
  'inspect.trace',
  'os.kill',
  'os.abort',
  'os._exit',
  'os.killpg',
  'signal.raise_signal',
  'signal.pthread_kill',
  'signal.alarm',
  'signal.setitimer',
  'types.CodeType',
  'types.FunctionType',
  'types.TracebackType',
  'types.ModuleType',
  'builtins',
  '__builtin__',
  '__builtins__',
  'linecache.cache',
];
const modules: ReadonlySet<string> = new Set([
  'gc',
  'ctypes',
  'cffi',
  'mock',
  'builtins',
  '__builtin__',
  'importlib',
  'imp',
  'runpy',
  'faulthandler',
  'code',
  'codeop',
  'marshal',
  'forbiddenfruit',
  'bdb',
  'reprise_runner',
  '_ctypes',
  '_testcapi',
  'traceback',
  'atexit',
]);
const attributes =
  /^(?:__traceback__|__cause__|__context__|__suppress_context__|with_traceback|tb_\w+|f_locals|f_globals|f_back|f_code|f_trace|gi_frame|cr_frame|__code__|__globals__|__class__|__bases__|__mro__|__subclasses__|__dict__|side_effect|set_exception|throw|athrow|pythonapi|_exception|_check\w*)$/;
const calls: ReadonlySet<string> = new Set([
  'exec',
  'eval',
  'compile',
  'execfile',
  '__import__',
  'globals',
  'locals',
  'vars',
]);
const descriptors =
  /^__(?:get|set|delete|set_name|init_subclass|instancecheck|subclasscheck|getattribute|prepare|class_getitem|mro_entries)__$/;

/** Finds the first thing in our own lines that is refused. Null: none. */
export function findForbidden(tree: SyntaxNode, script: TracedScript): Forbidden | null {
  const imported = importedNames(tree);
  let found: Forbidden | null = null;
  walk(tree, (node) => {
    if (found) return false;
    const line = node.startPosition.row + 1;
    if (script.provenance[line - 1]?.origin === 'ours' && isForbidden(node, imported)) {
      found = { line, what: (node.text.split('\n')[0] ?? '').trim().slice(0, 120) };
    }
    return true;
  });
  return found;
}

function isForbidden(node: SyntaxNode, imported: ReadonlySet<string>): boolean {
  switch (node.type) {
    case 'exec_statement':
      return true;
    case 'import_statement':
    case 'import_from_statement':
      return importsForbidden(node);
    case 'attribute': {
      const name = node.childForField('attribute')?.text ?? '';
      return attributes.test(name) || names.some((forbidden) => node.text.replace(/\s/g, '') === forbidden);
    }
    case 'identifier':
      return /^(?:reprise_(?!observe$)\w+|__builtins__|__loader__|__spec__)$/.test(node.text);
    case 'call':
      return isForbiddenCall(node, imported);
    case 'function_definition':
      return descriptors.test(node.childForField('name')?.text ?? '');
    case 'assignment':
    case 'augmented_assignment':
      return isPatch(node, imported);
    case 'delete_statement':
      return node.namedChildren.some((target) => target.type === 'attribute' && imported.has(rootName(target) ?? ''));
    default:
      return false;
  }
}

function isForbiddenCall(node: SyntaxNode, imported: ReadonlySet<string>): boolean {
  const callee = node.childForField('function');
  const name = calledName(node);
  if (callee?.type === 'identifier' && name && calls.has(name)) return true;
  if (name === 'setattr' || name === 'delattr') {
    const [target, attribute] = node.childForField('arguments')?.namedChildren ?? [];
    return imported.has(rootName(target ?? null) ?? '') || /args|__\w+__/.test(attribute?.text ?? '');
  }
  return name === 'patch' || name === 'monkeypatch';
}

/** A name of a library that is given another meaning, or an exception whose words are changed. A plain switch is neither. */
function isPatch(node: SyntaxNode, imported: ReadonlySet<string>): boolean {
  const left = node.childForField('left');
  const targets =
    left?.type === 'pattern_list' || left?.type === 'tuple_pattern' ? left.namedChildren : left ? [left] : [];
  const right = node.childForField('right');
  const plain = right !== null && /^(?:true|false|none|integer|float|string)$/.test(right.type);
  return targets.some((target) => {
    if (target.type === 'subscript') return /\bsys\.modules\b|__dict__|vars\(|globals\(/.test(target.text);
    if (target.type !== 'attribute') return false;
    if (target.childForField('attribute')?.text === 'args' && rootName(target) !== 'self') return true;
    return !plain && imported.has(rootName(target) ?? '');
  });
}

function importsForbidden(node: SyntaxNode): boolean {
  const text = node.text.replace(/\s+/g, ' ');
  const from = /^from ([\w.]+) import (.+)$/.exec(text);
  if (from?.[1]) {
    const imported = (from[2] ?? '')
      .replace(/[()]/g, '')
      .split(',')
      .map((part) => part.trim().split(' ')[0] ?? '');
    if (modules.has(from[1].split('.')[0] ?? '')) return true;
    return (
      imported.some(
        (name) =>
          names.includes(`${from[1]}.${name}`) || attributes.test(name) || (from[1] === 'unittest' && name === 'mock'),
      ) || /^unittest\.mock/.test(from[1])
    );
  }
  return text
    .replace(/^import /, '')
    .split(',')
    .some((part) => {
      const name = part.trim().split(' ')[0] ?? '';
      return modules.has(name.split('.')[0] ?? '') || name.startsWith('unittest.mock');
    });
}

/** Names that an import binds in this script: the roots that a patch of a library goes through. */
function importedNames(tree: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>();
  walk(tree, (node) => {
    if (node.type !== 'import_statement' && node.type !== 'import_from_statement') return true;
    for (const part of node.text
      .replace(/\s+/g, ' ')
      .replace(/^from [\w.]+ import |^import /, '')
      .replace(/[()]/g, '')
      .split(',')) {
      const words = part.trim().split(' ');
      const bound = words[1] === 'as' ? words[2] : words[0]?.split('.')[0];
      if (bound) found.add(bound);
    }
    return false;
  });
  return found;
}
