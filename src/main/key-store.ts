import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { safeStorage } from 'electron';
import { z } from 'zod';
import type { Secrets } from '../core/ports/secrets';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import { writeFileAtomically } from '../node/system/write-file-atomically';

const KeptSecrets = z.record(z.string(), z.base64());
const TIME_LIMIT_MS = 5_000;

/**
 * Secrets under the system's key store, as ciphertext in the data folder. Where the system has no key store, or one that keeps its
 * key unprotected, nothing is kept.
 */
export function createKeyStore(dataFolder: string): Secrets {
  const file = path.join(dataFolder, 'secrets.json');
  /** Changes follow each other, so that none is lost. */
  let tail: Promise<void> = Promise.resolve();

  const read = async (): Promise<Readonly<Record<string, string>>> => {
    try {
      return KeptSecrets.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      return {};
    }
  };
  const change = (update: (kept: Map<string, string>) => void): Promise<void> => {
    const next = tail.then(async () => {
      const kept = new Map(Object.entries(await read()));
      update(kept);
      await writeFileAtomically(file, JSON.stringify(Object.fromEntries(kept)));
    });
    tail = next.catch(() => undefined);
    return next;
  };

  return {
    describe,
    read: async (name) => {
      const kept = (await read())[name];
      if (kept === undefined || !(await describe()).available) return null;
      return await withinLimit(decrypt(Buffer.from(kept, 'base64'))).catch(() => null);
    },
    write: async (name, value) => {
      const { available, reason } = await describe();
      if (!available) throw new RepriseError('unavailable', reason ?? message('cli.keys.none'), { what: 'secrets' });
      const encrypted = await withinLimit(encrypt(value));
      await change((kept) => kept.set(name, encrypted.toString('base64')));
    },
    remove: (name) => change((kept) => kept.delete(name)),
  };
}

async function describe(): Promise<{ readonly available: boolean; readonly reason: string | null }> {
  const available = await withinLimit(isAvailable()).catch(() => false);
  if (!available) return { available, reason: message('cli.keys.none') };
  const unprotected = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
  return unprotected
    ? { available: false, reason: message('cli.keys.unprotected') }
    : { available: true, reason: null };
}

/** Electron before its calls became asynchronous has only those that block. */
type OlderStorage = Partial<Pick<typeof safeStorage, 'isAsyncEncryptionAvailable'>>;

function hasAsyncCalls(): boolean {
  return typeof (safeStorage as OlderStorage).isAsyncEncryptionAvailable === 'function';
}

async function isAvailable(): Promise<boolean> {
  return hasAsyncCalls() ? safeStorage.isAsyncEncryptionAvailable() : safeStorage.isEncryptionAvailable();
}

async function encrypt(text: string): Promise<Buffer> {
  return hasAsyncCalls() ? safeStorage.encryptStringAsync(text) : safeStorage.encryptString(text);
}

async function decrypt(bytes: Buffer): Promise<string> {
  return hasAsyncCalls() ? (await safeStorage.decryptStringAsync(bytes)).result : safeStorage.decryptString(bytes);
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const error = new RepriseError('unavailable', message('cli.keys.slow'), { what: 'secrets' });
    const timer = setTimeout(() => reject(error), TIME_LIMIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
