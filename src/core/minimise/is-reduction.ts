/** A string, a number, a name, or one sign; comments and blanks are no tokens. */
const TOKEN =
  /#[^\n]*|[rRbBuUfF]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|(?:\d[\w.]*|\.\d[\w]*)|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|[^\s\w]/g;

/**
 * Whether a script is another one with pieces taken away: its tokens are some of the other's in their order, with whole numbers that
 * are no greater, and `pass` where a block was emptied. Nothing in it is new, so that who approved the one has approved the other.
 */
export function isReduction(text: string, original: string): boolean {
  const whole = tokensOf(original);
  let at = 0;
  for (const token of tokensOf(text)) {
    if (token === 'pass') continue;
    while (at < whole.length && !agrees(token, whole[at] ?? '')) at += 1;
    if (at >= whole.length) return false;
    at += 1;
  }
  return true;
}

function tokensOf(text: string): readonly string[] {
  return (text.match(TOKEN) ?? []).filter((token) => !token.startsWith('#'));
}

function agrees(token: string, original: string): boolean {
  if (token === original) return true;
  return /^\d{1,9}$/.test(token) && /^\d{1,9}$/.test(original) && Number(token) <= Number(original);
}
