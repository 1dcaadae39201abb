/** Folders that hold a person's name, by the system's custom. */
const homeFolder = /(?:\/(?:home|Users)\/|[A-Za-z]:\\+Users\\+)([^/\\\s"'<>|:]+)/g;

/** Names below home folders that are nobody's. */
const neutralNames: ReadonlySet<string> = new Set(['Shared', 'Public', 'Default', 'user']);

/**
 * Takes home folders and the names in them out of a text that is to be shared: `/home/ana/x` and `C:\Users\ana\x`
 * become `~/x` and `~\x`; the name becomes `user` where it stands alone elsewhere.
 */
export function redact(text: string): string {
  const names = new Set<string>();
  for (const match of text.matchAll(homeFolder)) {
    const name = match[1] ?? '';
    if (name.length >= 3 && !neutralNames.has(name)) names.add(name);
  }
  let shared = text.replace(homeFolder, '~').replace(/(?<![\w.~-])\/root(?=\/)/g, '~');
  for (const name of names) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    shared = shared.replace(new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`, 'g'), 'user');
  }
  return shared;
}
