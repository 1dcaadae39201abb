/**
 * What stands before a line of output that was quoted (`> `), printed by a test runner (`E   `), by one of several
 * processes (`[rank0]: `), or after a time stamp; and the indentation of a block.
 */
const QUOTING =
  /^(?:\s{0,40}>)*\s{0,40}(?:E {2,6}|\[(?:rank)?\d{1,4}\]:? |\d{4}-\d\d-\d\d[ T][\d:.,]{5,20}\S{0,3} (?:[A-Z]{1,8} )?)?/;

/** Splits a line that may begin a traceback. A frame keeps its own indentation of two. */
export function stripQuoting(text: string): { readonly quoting: string; readonly text: string } {
  if (!/^[\s>E[\d]/.test(text)) return { quoting: '', text };
  const head = text.slice(0, 200);
  const quoting = QUOTING.exec(head)?.[0] ?? '';
  const rest = text.slice(quoting.length);
  const own = rest.startsWith('File "') && quoting.endsWith('  ') ? 2 : 0;
  return { quoting: quoting.slice(0, quoting.length - own), text: text.slice(quoting.length - own) };
}
