/** What a machine calls itself and its people. Told by the host; the core cannot ask. */
export interface MachineNames {
  readonly user: string;
  readonly host: string;
  /** Absolute. */
  readonly homeFolder: string;
}

export interface PrivateText {
  readonly kind: 'homePath' | 'userName' | 'hostName' | 'privateAddress';
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Folders that hold a person's name, by the system's custom. Names on Windows may have blanks. */
const homeFolders: readonly RegExp[] = [
  /[A-Za-z]:(?:[\\/]{1,4})Users(?:[\\/]{1,4})([^\\/\s"'<>|:]{1,60}(?: [^\\/\s"'<>|:]{1,60}){1,3})(?=[\\/])/g,
  /(?:\/(?:home|Users|data\/home|mnt\/home)\/|[A-Za-z]:(?:[\\/]{1,4})Users(?:[\\/]{1,4})|\/mnt\/[a-z]\/Users\/)([^/\\\s"'<>|:,;)(]{1,120})/g,
  /(?<![\w.~-])\/root(?=\/|["'\s:]|$)/g,
];

/** Accounts that are nobody's, or words of their own. */
const commonNames: ReadonlySet<string> = new Set(
  'shared public default user users admin ubuntu debian runner work data test code python model project home app root localhost local'.split(
    ' ',
  ),
);

const reservedHosts = /^(?:localhost|127\.0\.0\.1|\[?::1\]?|0\.0\.0\.0)$/;
const privateHost =
  /^(?:10\.\d{1,3}\.\d{1,3}\.\d{1,3}|192\.168\.\d{1,3}\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3}|169\.254\.\d{1,3}\.\d{1,3}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d{1,3}\.\d{1,3}|\[?f[cd][0-9a-f]{2}:[0-9a-f:]{2,40}\]?|[\w-]{1,63}|[\w.-]{1,200}\.(?:internal|intranet|local|lan|corp|home|private|localdomain))$/i;

/**
 * Finds what tells who and where somebody is: home folders, the names in them wherever else they stand alone, the names of this
 * machine and account, and addresses that only a private network answers.
 */
export function findPrivateText(text: string, machine: MachineNames): readonly PrivateText[] {
  const found: PrivateText[] = [];
  const people = new Set<string>();
  if (isTelling(machine.user)) people.add(machine.user);
  if (machine.homeFolder.length > 1) {
    for (const start of placesOf(text, machine.homeFolder)) {
      found.push({ kind: 'homePath', start, end: start + machine.homeFolder.length, replacement: '~' });
    }
  }
  for (const folder of homeFolders) {
    for (const match of text.matchAll(folder)) {
      found.push({ kind: 'homePath', start: match.index, end: match.index + match[0].length, replacement: '~' });
      if (match[1] !== undefined && isTelling(match[1])) people.add(match[1]);
    }
  }
  for (const name of people) found.push(...aloneIn(text, name, 'userName', 'user'));
  const short = machine.host.split('.')[0] ?? '';
  for (const name of new Set([machine.host, short])) {
    if (isTelling(name)) found.push(...aloneIn(text, name, 'hostName', 'host'));
  }
  for (const match of text.matchAll(
    /\b[a-z][a-z0-9+.-]{1,15}:\/\/(?:[^\s/@"'<>]{1,200}@)?(\[[0-9a-f:]{2,45}\]|[\w.-]{1,253})[^\s"'<>)\]\\]{0,2000}/gi,
  )) {
    const host = match[1] ?? '';
    if (reservedHosts.test(host) || !privateHost.test(host) || match[0].startsWith('file:')) continue;
    found.push({
      kind: 'privateAddress',
      start: match.index,
      end: match.index + match[0].length,
      replacement: 'https://private.invalid/',
    });
  }
  return found;
}

function isTelling(name: string): boolean {
  return name.length >= 3 && !commonNames.has(name.toLowerCase()) && !/^\d+$/.test(name);
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    if (!/[\w.-]/.test(text[at + part.length] ?? '')) places.push(at);
  }
  return places;
}

function aloneIn(text: string, name: string, kind: PrivateText['kind'], replacement: string): readonly PrivateText[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [...text.matchAll(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g'))].map(({ index }) => ({
    kind,
    start: index,
    end: index + name.length,
    replacement,
  }));
}
