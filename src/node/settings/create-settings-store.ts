import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SettingsStore } from '../../core/ports/settings-store';
import { Settings, defaultSettings } from '../../protocol/settings';
import { errorCode } from '../system/error-code';
import { toUnwritable } from '../system/to-unwritable';
import { writeFileAtomically } from '../system/write-file-atomically';

/** Keeps the settings in `<dataFolder>/settings.json`. A value that does not fit falls back to its default, alone. */
export function createSettingsStore(options: { readonly dataFolder: string }): SettingsStore {
  const path = join(options.dataFolder, 'settings.json');
  let tail: Promise<unknown> = Promise.resolve();

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = tail.then(work);
    tail = next.catch(() => undefined);
    return next;
  }

  return {
    read: () => inOrder(async () => pick(await readRaw(path))),
    update: (change) =>
      inOrder(async () => {
        const raw = await readRaw(path);
        const settings = Settings.parse({ ...pick(raw), ...change });
        // Keys of a newer version stay where they are.
        await writeFileAtomically(path, `${JSON.stringify({ ...raw, ...settings }, null, 2)}\n`);
        return settings;
      }),
  };
}

type Raw = Readonly<Record<string, unknown>>;

/** Errors: rejects with `unwritable` where the file is there and cannot be read. */
async function readRaw(path: string): Promise<Raw> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw toUnwritable(error, path);
  }
  const raw = parseObject(text);
  if (raw && Object.keys(Settings.shape).every((key) => fits(key as keyof Settings, raw))) return raw;
  await keepAside(path, raw === null ? null : text);
  return raw ?? {};
}

function parseObject(text: string): Raw | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : null;
  } catch {
    return null;
  }
}

function fits(key: keyof Settings, raw: Raw): boolean {
  return !(key in raw) || Settings.shape[key].safeParse(raw[key]).success;
}

function pick(raw: Raw): Settings {
  const good = (Object.keys(Settings.shape) as (keyof Settings)[]).filter((key) => key in raw && fits(key, raw));
  return Settings.parse({ ...defaultSettings, ...Object.fromEntries(good.map((key) => [key, raw[key]])) });
}

/** Nothing that a person wrote is lost: a damaged file is moved aside, one with a bad value is copied. */
async function keepAside(path: string, copy: string | null): Promise<void> {
  const aside = `${path}.damaged`;
  try {
    if (copy === null) await rename(path, aside);
    else await writeFileAtomically(aside, copy);
  } catch (error) {
    throw toUnwritable(error, aside);
  }
}
