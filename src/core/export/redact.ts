/** Folders that hold a person's name, by the system's custom. Names on Windows may have blanks. */
const homeFolders: readonly RegExp[] = [
  /[A-Za-z]:[\\/]+Users[\\/]+([^\\/\s"'<>|:]+(?: [^\\/\s"'<>|:]+){1,3})(?=[\\/])/g,
  /(?:\/(?:home|Users)\/|[A-Za-z]:[\\/]+Users[\\/]+)([^/\\\s"'<>|:]+)/g,
];

/** Names of accounts that are nobody's, or that are words of their own. */
const commonNames: ReadonlySet<string> = new Set(
  'shared public default user users admin ubuntu debian runner work data test code python model project home app'.split(
    ' ',
  ),
);

/**
 * Takes home folders and the names in them out of a text that is to be shared: `/home/ana/x` and `C:\\Users\\ana\\x`
 * become `~/x` and `~\\x`; the name becomes `user` where it stands alone elsewhere.
 */
export function redact(text: string): string {
  const names = new Set<string>();
  let shared = text;
  for (const folder of homeFolders) {
    for (const match of shared.matchAll(folder)) {
      const name = match[1] ?? '';
      if (name.length >= 3 && !commonNames.has(name.toLowerCase())) names.add(name);
    }
    shared = shared.replace(folder, '~');
  }
  shared = shared.replace(/(?<![\w.~-])\/root(?=\/)/g, '~');
  for (const name of names) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    shared = shared.replace(new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`, 'g'), 'user');
  }
  return shared;
}
