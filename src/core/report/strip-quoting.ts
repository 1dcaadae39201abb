/**
 * What stands before a line of output that was quoted (`> `), printed by a test runner (`E   `), by one of several
 * processes (`[rank0]: `, `[default0]:`, `(train pid=12) `, `worker_1  | `), or after a time stamp, with the logger's name and
 * level; and the indentation of a block.
 */
const QUOTING =
  /^(?:\s{0,40}>)*\s{0,40}(?:E {2,12}|\[(?:rank)?\d{1,4}\]:? |\[(?:default|rank|worker)\d{1,4}\]:|\[\d{1,4},\d{1,6}\]<std(?:err|out)>: ?|\([\w.-]{1,60} (?:pid|rank)=\d{1,9}(?:, ip=[\d.]{7,15})?\) |[A-Za-z][\w.-]{0,60}[_-]\d{1,4} {1,20}\| |\d{4}-\d\d-\d\d[ T][\d:.,]{5,20}\S{0,3} (?:(?:- [\w.-]{1,60} ){1,3}- |[A-Z]{1,8} )?)?/;

/** Splits a line that may begin a traceback. A frame keeps its own indentation of two. */
export function stripQuoting(text: string): { readonly quoting: string; readonly text: string } {
  if (!/^[\s>E[(\d]|^[A-Za-z][\w.-]{0,60}[_-]\d{1,4} {1,20}\|/.test(text)) return { quoting: '', text };
  const head = text.slice(0, 200);
  const quoting = QUOTING.exec(head)?.[0] ?? '';
  const rest = text.slice(quoting.length);
  const own = rest.startsWith('File "') && quoting.endsWith('  ') ? 2 : 0;
  return { quoting: quoting.slice(0, quoting.length - own), text: text.slice(quoting.length - own) };
}

/**
 * A further line without the quoting that its traceback began with. What changes from line to line, such as the time, may be
 * another there.
 */
export function withoutQuoting(text: string, quoting: string): string {
  if (text.startsWith(quoting)) return text.slice(quoting.length);
  const bare = quoting.trimEnd();
  if (text.startsWith(bare)) return text.slice(bare.length);
  if (!/\d/.test(bare)) return text;
  const own = stripQuoting(text);
  const masked = (words: string): string => words.replace(/\d+/g, '0').trim();
  return own.quoting !== '' && masked(own.quoting) === masked(quoting) ? own.text : text;
}
