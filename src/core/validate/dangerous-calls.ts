import type { SyntaxNode } from '../ports/python-parser';
import { moduleNames } from '../verify/module-names';
import { calledName, walk } from '../verify/syntax-walk';

/** A call that reaches beyond the script's own computation. */
export interface DangerousCall {
  readonly line: number;
  /** As it stands in the script. */
  readonly what: string;
  readonly kind: 'process' | 'network' | 'files' | 'code';
}

/** Full names by what they reach for. Data tables. */
const byName: readonly (readonly [DangerousCall['kind'], RegExp])[] = [
  [
    'process',
    /^(?:subprocess|pty|pexpect|sh)\.|^os\.(?:system|popen|exec\w*|spawn\w*|posix_spawn\w*|fork\w*|kill\w*)$|^multiprocessing\.(?:Process|Pool)$/,
  ],
  [
    'network',
    /^(?:socket|requests|httpx|aiohttp|urllib[23]?|http|ftplib|smtplib|telnetlib|paramiko|boto3|websocket\w*)\.|\.hub\.(?:load|download\w*)|\.load_state_dict_from_url$|\.download_url_to_file$|\.get_file$|^huggingface_hub\./,
  ],
  [
    'files',
    /^shutil\.(?:rmtree|move|copy\w*|chown)$|^os\.(?:remove|unlink|rmdir|removedirs|rename\w*|replace|chmod|chown|symlink|link|truncate|mkfifo|mknod)$/,
  ],
  [
    'code',
    /^(?:ctypes|cffi|marshal|importlib|runpy|code|pickle|dill|joblib|cloudpickle)\.(?:loads?|import_module|run_\w+|CDLL|cdll|PyDLL)|^torch\.load$/,
  ],
];
const byWord: Readonly<Record<string, DangerousCall['kind']>> = {
  eval: 'code',
  exec: 'code',
  compile: 'code',
  __import__: 'code',
};
/** Paths that lead out of the working folder. */
const outside = /^[rRbBuUfF]*['"]+(?:\/|~|[A-Za-z]:[\\/]|\.\.[\\/])/;
const MOST = 20;

/** Lists the calls of a script that start programs, reach for a network, change files or run text, in their order. */
export function dangerousCalls(tree: SyntaxNode): readonly DangerousCall[] {
  const names = moduleNames(tree);
  const found: DangerousCall[] = [];
  walk(tree, (node) => {
    if (found.length >= MOST) return false;
    if (node.type !== 'call') return true;
    const callee = node.childForField('function');
    const full = callee === null ? null : names.fullName(callee);
    const word = callee?.type === 'identifier' ? callee.text : '';
    const kind =
      byWord[word] ?? byName.find(([, pattern]) => full !== null && pattern.test(full))?.[0] ?? writesOutside(node);
    if (kind)
      found.push({ kind, line: node.startPosition.row + 1, what: (node.text.split('\n')[0] ?? '').slice(0, 120) });
    return true;
  });
  return found;
}

function writesOutside(call: SyntaxNode): DangerousCall['kind'] | null {
  if (!/^(?:open|save|savez|to_csv|write_text|write_bytes|mkdir|makedirs)$/.test(calledName(call) ?? '')) return null;
  const words = call.childForField('arguments')?.namedChildren ?? [];
  return words.some((word) => word.type === 'string' && outside.test(word.text)) ? 'files' : null;
}
