/** New identifiers, each safe as a file name and never given twice. `prefix` is lower-case letters. */
export interface Ids {
  next(prefix: string): string;
}
