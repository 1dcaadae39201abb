import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { errorCode } from '../system/error-code';

/** A process, told apart from a later one with the same number. Null: the system does not tell. */
export const ProcessIdentity = z.object({
  processId: z.number().int().positive(),
  host: z.string(),
  boot: z.string().nullable(),
  /** Process ids mean something within their namespace only. */
  namespace: z.string().nullable(),
  /** Clock ticks between boot and the start of the process. */
  started: z.string().nullable(),
});
export type ProcessIdentity = Readonly<z.infer<typeof ProcessIdentity>>;

/** Identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const [boot, namespace, started] = await Promise.all([
    orNull(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    orNull(readlink('/proc/self/ns/pid')),
    startOf(process.pid),
  ]);
  return { processId: process.pid, host: hostname(), boot: boot?.trim() ?? null, namespace, started };
}

/** Whether a process is surely gone. Of another machine or another namespace nothing is sure. */
export async function isGone(identity: ProcessIdentity): Promise<boolean> {
  const own = await ownIdentity();
  if (identity.host !== own.host) return false;
  if (identity.boot !== own.boot) return true;
  if (identity.namespace !== own.namespace) return false;
  if (!isAlive(identity.processId)) return true;
  return identity.started !== null && (await startOf(identity.processId)) !== identity.started;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Field 22 of `/proc/<pid>/stat`. The second field, the name, may hold spaces and parentheses. Zombies count as gone. */
async function startOf(processId: number): Promise<string | null> {
  const stat = await orNull(readFile(`/proc/${processId}/stat`, 'utf8'));
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
}

async function orNull(reading: Promise<string>): Promise<string | null> {
  try {
    return await reading;
  } catch {
    return null;
  }
}
