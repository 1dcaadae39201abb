import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** A live process as the system tells it. `startedAt` is opaque: with the id it names one process for good. */
export interface ProcessEntry {
  readonly id: number;
  readonly parentId: number;
  readonly groupId: number;
  readonly sessionId: number;
  readonly startedAt: string;
  readonly name: string;
  /** Bytes in memory, pages shared with others counted whole. */
  readonly residentBytes: number;
}

/** Bytes of a page in /proc/PID/stat. Every Linux that Node and the frameworks are built for counts in these there. */
const PAGE_BYTES = 4096;
/** Entries that are read before other work of this thread gets a turn. */
const ENTRIES_AT_ONCE = 150;

/** All live processes that can be seen. Zombies are left out: they run nothing and hold nothing. */
export async function listProcesses(): Promise<readonly ProcessEntry[]> {
  const ids = readProcessIds();
  return ids === null ? listByPs() : listByProc(ids);
}

function readProcessIds(): readonly string[] | null {
  try {
    const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return names.length > 0 ? names : null;
  } catch {
    return null;
  }
}

async function listByProc(ids: readonly string[]): Promise<readonly ProcessEntry[]> {
  const entries: ProcessEntry[] = [];
  for (const [index, id] of ids.entries()) {
    if (index % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const entry = readEntry(id);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

function readEntry(id: string): ProcessEntry | null {
  try {
    return parseProcStat(readFileSync(`/proc/${id}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** One live process by its number; null: there is none, or it is a zombie. Linux only. */
export function readProcess(id: number): ProcessEntry | null {
  return readEntry(String(id));
}

/** Group and session of all processes, also of those that are over and wait to be read. Linux only: none elsewhere. */
export function listGroups(): readonly { readonly groupId: number; readonly sessionId: number }[] {
  return (readProcessIds() ?? []).flatMap((id) => {
    try {
      const line = readFileSync(`/proc/${id}/stat`, 'latin1');
      const [, , groupId, sessionId] = line.slice(line.lastIndexOf(')') + 2).split(' ');
      return [{ groupId: Number(groupId), sessionId: Number(sessionId) }];
    } catch {
      return [];
    }
  });
}

/** Reads a line of /proc/PID/stat (proc(5)). Null for a zombie, unless threads of it still run. */
export function parseProcStat(line: string): ProcessEntry | null {
  const nameEnd = line.lastIndexOf(')');
  const nameStart = line.indexOf('(');
  const fields = line.slice(nameEnd + 2).split(' ');
  const [state = 'X', parentId, groupId, sessionId] = fields;
  const threads = Number(fields[17]);
  if (state === 'X' || (state === 'Z' && threads <= 1)) return null;
  return {
    id: Number(line.slice(0, nameStart).trim()),
    parentId: Number(parentId),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startedAt: fields[19] ?? '',
    name: line.slice(nameStart + 1, nameEnd),
    residentBytes: Number(fields[21] ?? 0) * PAGE_BYTES,
  };
}

/** Where there is no /proc (macOS). The session is not told there. */
function listByPs(): Promise<readonly ProcessEntry[]> {
  const columns = 'pid=,ppid=,pgid=,rss=,state=,lstart=,comm=';
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', columns], { env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } }, (error, stdout) => {
      resolve(error ? [] : stdout.split('\n').flatMap(parsePsLine));
    });
  });
}

/** Reads a line of `ps -A -o pid=,ppid=,pgid=,rss=,state=,lstart=,comm=`; `rss` is in KiB. */
export function parsePsLine(line: string): readonly ProcessEntry[] {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line);
  if (!match || match[5]?.startsWith('Z')) return [];
  return [
    {
      id: Number(match[1]),
      parentId: Number(match[2]),
      groupId: Number(match[3]),
      sessionId: 0,
      startedAt: match[6] ?? '',
      name: (match[7] ?? '').replace(/^.*\//, ''),
      residentBytes: Number(match[4]) * 1024,
    },
  ];
}
