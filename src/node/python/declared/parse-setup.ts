import { declaredFile, type DeclaredFile } from './declaration';
import { parseRequirement } from './parse-requirement';

/** `setup.cfg`: `install_requires` and `python_requires` of `[options]`. */
export function parseSetupCfg(text: string): DeclaredFile {
  const values = new Map<string, string>();
  let section = '';
  let key = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    const [, name, value = ''] = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (header !== undefined) section = header.trim();
    else if (name !== undefined) {
      key = `${section}.${name.toLowerCase()}`;
      values.set(key, value);
    } else if (/^\s/.test(line)) values.set(key, `${values.get(key) ?? ''}\n${line.trim()}`);
  }
  const lines = (values.get('options.install_requires') ?? '').split(/[\n]/);
  return declaredFile(
    lines.flatMap((line) => (line.trim() === '' ? [] : (parseRequirement(line) ?? []))),
    {
      own: values.get('metadata.name')?.trim() ?? null,
      pythonRange: values.get('options.python_requires')?.trim() ?? null,
    },
  );
}

/** `setup.py`, read and never run: a list of texts that stands at `install_requires`, or at the name that is given there. */
export function parseSetupPy(text: string): DeclaredFile {
  const code = text.replace(/(^|\s)#[^\n]*/g, '$1');
  const name = /install_requires\s*=\s*([A-Za-z_]\w*)/.exec(code)?.[1];
  const list =
    listAt(code, /install_requires\s*=\s*\[/) ??
    (name === undefined ? null : listAt(code, new RegExp(`\\b${name}\\s*=\\s*\\[`)));
  return declaredFile(
    (list ?? []).flatMap((line) => parseRequirement(line) ?? []),
    {
      own: textAt(code, 'name'),
      pythonRange: textAt(code, 'python_requires'),
    },
  );
}

const LONGEST_LIST = 20_000;

function listAt(code: string, start: RegExp): readonly string[] | null {
  const found = start.exec(code);
  if (found === null) return null;
  const rest = code.slice(found.index + found[0].length, found.index + LONGEST_LIST);
  const texts: string[] = [];
  for (const [part, , text] of rest.matchAll(/(["'])((?:(?!\1).)*)\1|\]/g)) {
    if (part === ']') break;
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

function textAt(code: string, argument: string): string | null {
  return new RegExp(`[(,]\\s*${argument}\\s*=\\s*["']([^"'\\n]{1,100})["']`).exec(code)?.[1] ?? null;
}
