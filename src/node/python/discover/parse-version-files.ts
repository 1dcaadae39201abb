/** The keys of a `pyvenv.cfg`, in lower case. */
export function parsePyvenvCfg(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const];
  });
  return new Map(entries);
}

/** `3.11.7` out of a `pyvenv.cfg`: `version` by venv, `version_info` by virtualenv and uv (`3.11.7.final.0`). */
export function versionOfPyvenvCfg(keys: ReadonlyMap<string, string>): string | null {
  const text = keys.get('version_info') ?? keys.get('version');
  return text === undefined ? null : (/^\d+\.\d+(?:\.\d+(?:(?:a|b|rc)\d+)?)?/.exec(text)?.[0] ?? null);
}

/** `PY_VERSION` of CPython's `patchlevel.h`. */
export function versionOfPatchlevel(text: string): string | null {
  return /^#define\s+PY_VERSION\s+"([0-9][0-9a-z.]*)\+?"/m.exec(text)?.[1] ?? null;
}

/** `3.11.5` of `python-3.11.5-h7a1cb2a_0.json`, the record that conda leaves of the interpreter. */
export function versionOfCondaMeta(fileNames: readonly string[]): string | null {
  for (const name of fileNames) {
    const version = /^python-(\d+\.\d+(?:\.\d+)?)-[^-]+\.json$/.exec(name)?.[1];
    if (version !== undefined) return version;
  }
  return null;
}

/** `3.11` of `python3.11`, `python3.11.exe` or `python3.7m`; null where the name tells no release. */
export function minorOfFileName(name: string): string | null {
  return /^python(\d+\.\d+)m?(?:\.exe)?$/.exec(name)?.[1] ?? null;
}
