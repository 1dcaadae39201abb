import { readFile } from 'node:fs/promises';
import { freemem } from 'node:os';

/** Memory that programs may still take without the machine beginning to swap. */
export async function availableBytes(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'latin1').catch(() => '');
  const match = /^MemAvailable:\s+(\d+) kB$/m.exec(text);
  return match ? Number(match[1]) * 1024 : freemem();
}
