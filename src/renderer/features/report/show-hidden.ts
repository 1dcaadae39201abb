/** Characters that take no place or turn the order of others around, and controls apart from tab and line feed. */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Writes characters that are not seen as their code, so that a source cannot look like another one. */
export function showHidden(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** Addresses in a text, each once, in order. Only shown; opening one asks first. */
export function findAddresses(text: string): string[] {
  const found = text.slice(0, 1_000_000).match(/https?:\/\/[^\s<>()[\]{}"'`|\\^]+/g) ?? [];
  return [...new Set(found.map((address) => address.replace(/[.,;:!?]+$/, '')))];
}
