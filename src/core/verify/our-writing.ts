import type { SyntaxNode } from '../ports/python-parser';
import type { TracedScript } from './judge-input';
import { moduleNames } from './module-names';
import { calledName, walk } from './syntax-walk';

/** Names that lead to output, called or handed on. */
const leads =
  /^(?:print|pprint|pp|write|writelines|writev|pwrite|send|sendfile|stderr|stdout|__stderr__|__stdout__|displayhook|excepthook|unraisablehook|showwarning|print_exc|print_exception|print_last|print_stack|print_warning|dump_traceback|getLogger|basicConfig|StreamHandler|lastResort)$/;
/** Calls that warn or log; as names alone they are words like any other. */
const calls = /^(?:warning|warn|error|critical|exception|info|debug|log|warn_explicit|simplefilter|SystemExit)$/;
/** Full names of what writes from another process, from C, or to a bare descriptor. */
const below =
  /^(?:(?:subprocess|multiprocessing|pexpect|ctypes|cffi|pty|syslog)\.|os\.(?:system|popen|exec|spawn|posix_spawn|fork|dup|fdopen|sendfile|write))/;

/** The first line of ours that may write output by itself, through a stream, a logger, a child or C. Null: none. */
export function ourWriting(tree: SyntaxNode, script: TracedScript): number | null {
  const names = moduleNames(tree);
  let found: number | null = null;
  walk(tree, (node) => {
    const line = node.startPosition.row + 1;
    if (found !== null || script.provenance[line - 1]?.origin !== 'ours') return found === null;
    if (/^import/.test(node.type)) return false;
    if (
      writes(node) ||
      ((node.type === 'attribute' || node.type === 'identifier') && below.test(names.fullName(node) ?? ''))
    )
      found = line;
    return true;
  });
  return found;
}

function writes(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'print_statement':
      return true;
    case 'identifier':
      return node.parent?.type !== 'keyword_argument' && leads.test(node.text);
    case 'call': {
      const name = calledName(node) ?? '';
      // What `exit` is given beside a number is printed as the process ends.
      if (/^(?:exit|quit)$/.test(name)) return exitsWithWords(node);
      return calls.test(name);
    }
    default:
      return false;
  }
}

function exitsWithWords(call: SyntaxNode): boolean {
  const [argument] = call.childForField('arguments')?.namedChildren ?? [];
  return argument !== undefined && !/^(?:integer|none|true|false)$/.test(argument.type);
}
