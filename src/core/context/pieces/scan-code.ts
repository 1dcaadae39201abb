/** What a scan of Python text meets. Strings in three quotes are prose to a reader, other strings are literals. */
export interface CodeListener {
  word(word: string): void;
  /** A name with an opening bracket behind it, beside `word`. */
  called(name: string): void;
  /** Text of a comment or of a string in three quotes. */
  prose(text: string): void;
  literal(text: string): void;
  /** The name behind `raise`. */
  raised(name: string): void;
}

const tokens = (): RegExp =>
  /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:\\[\s\S]|[^"\\\n])*)"|'((?:\\[\s\S]|[^'\\\n])*)'|#([^\n]*)|\braise\s+([A-Za-z_][\w.]*)|([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/g;

const BRACKET = '('.charCodeAt(0);

/** Reads Python text from left to right without a grammar: linear, for any version, whole or broken. */
export function scanCode(text: string, listener: CodeListener): void {
  const found = tokens();
  for (let match = found.exec(text); match; match = found.exec(text)) {
    const [, triple, single, literal, other, comment, raised, word] = match;
    if (word !== undefined) {
      listener.word(word);
      if (text.charCodeAt(found.lastIndex) === BRACKET) listener.called(word);
    } else if (raised !== undefined) listener.raised(raised);
    else if (literal !== undefined) listener.literal(literal);
    else if (other !== undefined) listener.literal(other);
    else listener.prose(comment ?? triple ?? single ?? '');
  }
}

const WORDS = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;

/** The words of a text that is not code. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}
