import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Command lines of the processes that name a folder in their arguments or their variables. Linux only. */
export async function processesNaming(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id) || Number(id) === process.pid) continue;
    const [line, variables] = await Promise.all(
      ['cmdline', 'environ'].map((name) => readFile(`/proc/${id}/${name}`, 'latin1').catch(() => '')),
    );
    if (`${line}\0${variables}`.includes(folder)) found.push(`${id} ${line?.replaceAll('\0', ' ')}`);
  }
  return found;
}

/** Places below a folder at which something is mounted. Linux only. */
export async function mountsBelow(folder: string): Promise<readonly string[]> {
  const table = await readFile('/proc/self/mountinfo', 'utf8');
  return table
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((place) => place.startsWith(folder));
}

/** What a data folder holds of work that was never ended: its lock, half-written files, half-made environments. */
export async function unfinishedIn(dataFolder: string): Promise<readonly string[]> {
  const top = await readdir(dataFolder);
  const building = await readdir(path.join(dataFolder, 'cache', 'install', 'building')).catch(() => []);
  const reproductions = await readdir(path.join(dataFolder, 'reproductions'), { recursive: true }).catch(() => []);
  return [
    ...top.filter((name) => name === 'lock' || name.endsWith('.tmp')),
    ...building.map((name) => path.join('building', name)),
    ...reproductions.filter((name) => name.endsWith('.tmp')).map((name) => path.join('reproductions', name)),
  ];
}

/** The events of a record, as they lie on disk. A last line without an end was never committed. */
export async function committedEvents(
  dataFolder: string,
  reproductionId: string,
): Promise<readonly { readonly seq: number; readonly line: string }[]> {
  const text = await readFile(path.join(dataFolder, 'reproductions', reproductionId, 'events.jsonl'), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => ({ seq: (JSON.parse(line) as { seq: number }).seq, line }));
}
