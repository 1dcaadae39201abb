import { constants } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { LogPlace } from './locate-log';

/** Most bytes of one read, whatever is asked for. */
export const LARGEST_READ = 1024 * 1024;

const About = z.object({ title: z.string(), source: z.enum(['pty', 'pipes']) });
export type About = z.infer<typeof About>;

/** Bytes from an offset; empty at the end and where there is no such log. */
export async function readLog(path: string, offset: number, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
  if (file === null) return new Uint8Array();
  try {
    const { size } = await file.stat();
    const wanted = Math.max(0, Math.min(maxBytes, LARGEST_READ, size - offset));
    const buffer = new Uint8Array(wanted);
    const { bytesRead } = await file.read(buffer, 0, wanted, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Size of a log in bytes; null where there is none. */
export async function sizeOfLog(path: string): Promise<number | null> {
  const status = await stat(path).catch(() => null);
  return status?.isFile() ? status.size : null;
}

/** What is known of a terminal besides its bytes. A log whose note was lost is still shown, under its id. */
export async function readAbout(place: LogPlace, terminalId: string): Promise<About> {
  const text = await readFile(place.about, 'utf8').catch(() => '');
  try {
    return About.parse(JSON.parse(text));
  } catch {
    return { title: terminalId, source: 'pipes' };
  }
}

export async function writeAbout(place: LogPlace, about: About): Promise<void> {
  await writeFile(place.about, JSON.stringify(about), { mode: 0o600 });
}
