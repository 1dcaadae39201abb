/** A scanner of secrets by rules of its own. Offsets are UTF-16 units, half open. */
export interface SecretScanner {
  /** Errors: `unavailable` where the scanner cannot work; nothing may be shared then. */
  scan(file: {
    readonly path: string;
    readonly text: string;
  }): Promise<readonly { readonly rule: string; readonly start: number; readonly end: number }[]>;
}
