/** One line of text without marks that Markdown would read: untrusted text stays text. */
export function plainLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}
