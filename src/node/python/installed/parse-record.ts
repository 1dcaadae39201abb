export interface RecordedFile {
  /** Relative to the folder of the distributions, with `/`. */
  readonly path: string;
  /** `sha256`, and the digest in URL-safe base64 without padding; null: the distribution keeps none for this file. */
  readonly hash: { readonly algorithm: string; readonly digest: string } | null;
}

/** One line of a RECORD (path, hash, size, as CSV). Null: it is no such line. */
export function parseRecordLine(line: string): RecordedFile | null {
  const fields = splitCsv(line.trimEnd());
  const [path, hash = ''] = fields;
  if (path === undefined || path === '' || fields.length !== 3) return null;
  const at = hash.indexOf('=');
  return {
    path,
    hash: at <= 0 ? null : { algorithm: hash.slice(0, at), digest: hash.slice(at + 1).replace(/=+$/, '') },
  };
}

function splitCsv(line: string): readonly string[] {
  const fields: string[] = [];
  const pattern = /(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g;
  for (const match of line.matchAll(pattern)) fields.push(match[1]?.replace(/""/g, '"') ?? match[2] ?? '');
  return fields;
}
