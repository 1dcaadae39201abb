import { randomBytes } from 'node:crypto';

/** A name for a file or a folder of work in progress that tells whose it is and since when: `<process>-<milliseconds>-<chance>`. */
export function workName(): string {
  return `${process.pid}-${Date.now()}-${randomBytes(6).toString('hex')}`;
}

/** Null: it is no name of ours. */
export function ownerOfWorkName(name: string): { readonly processId: number; readonly madeAt: number } | null {
  const [, processId, madeAt] = /(?:^|[.-])(\d+)-(\d+)-[0-9a-f]{12}(?:\.tmp)?$/.exec(name) ?? [];
  return processId === undefined || madeAt === undefined
    ? null
    : { processId: Number(processId), madeAt: Number(madeAt) };
}
