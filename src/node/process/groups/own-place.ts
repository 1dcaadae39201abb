import { constants } from 'node:fs';
import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import { parseProcStat } from '../list-processes';
import { unitOf, type Unit } from './ask-delegation';

/** Folder of the group of ours in which each run gets one below it; or why there is none, in words for people. */
export type OwnPlace =
  { readonly kind: 'own'; readonly folder: string } | { readonly kind: 'none'; readonly reason: string };

export interface PlaceOptions {
  readonly procFolder: string;
  readonly id: number;
  readonly isDelegated: (unit: Unit) => Promise<boolean>;
}

const NEEDED = ['memory', 'pids'];
/** Rounds of moving our processes aside: those that are started meanwhile are met by the next one. */
const ROUNDS = 5;

/**
 * Makes the group that we run in one that groups for runs can be made below (version 2 of Linux's control groups). Only where it was given to
 * us: it can be written, it has both controllers, all its processes are ours, and where it is a unit of a service manager, that has left it to us
 * (`isDelegated`). `procFolder`: `/proc`. `id`: our own number.
 */
export async function preparePlace({ procFolder, id, isDelegated }: PlaceOptions): Promise<OwnPlace> {
  const none = (reason: string): OwnPlace => ({ kind: 'none', reason });
  const text = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');
  const cgroup = await text(join(procFolder, 'self/cgroup'));
  const folder = locateGroup(cgroup, await text(join(procFolder, 'self/mountinfo')));
  if (folder === null) return none(message('limits.noGroups'));
  const has = async (file: string): Promise<boolean> => hasNeeded(await text(join(folder, file)));
  if (!(await has('cgroup.controllers'))) return none(message('limits.noControllers'));
  for (const path of [folder, join(folder, 'cgroup.procs'), join(folder, 'cgroup.subtree_control')]) {
    if (
      !(await access(path, constants.W_OK).then(
        () => true,
        () => false,
      ))
    )
      return none(message('limits.notOurs'));
  }
  const unit = unitOf(pathIn(cgroup) ?? '');
  if (unit !== null && !(await isDelegated(unit))) return none(message('limits.notDelegated', { unit: unit.name }));
  if (await has('cgroup.subtree_control')) return { kind: 'own', folder };
  // The machine's own top group, which lacks this file: what it hands on is for all to feel.
  if ((await text(join(folder, 'cgroup.type'))) === '') return none(message('limits.notOurs'));
  const aside = join(folder, `reprise-host-${id}`);
  const members = async (): Promise<readonly number[]> => numbersIn(await text(join(folder, 'cgroup.procs')));
  const strange = await strangers(procFolder, id, await members());
  if (strange.length > 0) return none(message('limits.shared'));
  try {
    await mkdir(aside);
    // A group that hands controllers on can have no processes of its own.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const member of await members()) await move(aside, member);
    }
    await writeFile(join(folder, 'cgroup.subtree_control'), NEEDED.map((name) => `+${name}`).join(' '));
    return { kind: 'own', folder };
  } catch (error) {
    for (const member of numbersIn(await text(join(aside, 'cgroup.procs')))) await move(folder, member);
    await rmdir(aside).catch(() => undefined);
    return none(message('limits.refused', { detail: error instanceof Error ? error.message : String(error) }));
  }
}

/** The folder of the group that a process is in, by its `cgroup` and its `mountinfo`; null: no such groups, or out of sight. Pure. */
export function locateGroup(cgroup: string, mountinfo: string): string | null {
  const path = pathIn(cgroup);
  if (path === undefined || path.startsWith('/..')) return null;
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '/', place] = before.split(' ').map(unescapePlace);
    if (!after.startsWith('cgroup2 ') || place === undefined) continue;
    const inside = relative(root, path);
    if (!inside.startsWith('..')) return join(place, inside);
  }
  return null;
}

function pathIn(cgroup: string): string | undefined {
  return /^0::(\/.*)$/m.exec(cgroup)?.[1];
}

function unescapePlace(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** Whether a list of controllers has those of memory and of processes. */
export function hasNeeded(text: string): boolean {
  const names = text.trim().split(/\s+/);
  return NEEDED.every((name) => names.includes(name));
}

function numbersIn(text: string): readonly number[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
}

/** A process that has ended since needs no place. */
async function move(folder: string, id: number): Promise<void> {
  await writeFile(join(folder, 'cgroup.procs'), String(id)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  });
}

/** Those that are neither we nor came of us. */
async function strangers(procFolder: string, own: number, members: readonly number[]): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir(procFolder)) {
    if (!/^\d+$/.test(name)) continue;
    const entry = parseProcStat(await readFile(join(procFolder, name, 'stat'), 'latin1').catch(() => '0 (gone) X'));
    if (entry !== null) parents.set(entry.id, entry.parentId);
  }
  const isOurs = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined && at > 0; at = parents.get(at)) if (at === own) return true;
    return false;
  };
  return members.filter((id) => parents.has(id) && !isOurs(id));
}
