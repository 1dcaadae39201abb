import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { z } from 'zod';
import { writeFileAtomically } from '../node/system/write-file-atomically';

const Bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400).max(20_000),
  height: z.number().int().min(300).max(20_000),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof Bounds>;

const WAIT_MS = 500;

/** Where the window was. Null: not known, or a place that no screen shows any more. */
export async function readWindowBounds(dataFolder: string): Promise<WindowBounds | null> {
  try {
    const bounds = Bounds.parse(JSON.parse(await readFile(fileOf(dataFolder), 'utf8')));
    return screen.getAllDisplays().some(({ workArea }) => overlaps(workArea, bounds)) ? bounds : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the window's place as it changes. A place that cannot be written is no reason to trouble anyone. Returns a function
 * that writes the last place and resolves when it is on disk; nothing is written after it.
 */
export function rememberWindowBounds(window: BrowserWindow, dataFolder: string): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let written: Promise<void> = Promise.resolve();
  let ended = false;
  const write = (): void => {
    if (timer) clearTimeout(timer);
    if (ended || window.isDestroyed()) return;
    const bounds: WindowBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    written = written
      .then(() => writeFileAtomically(fileOf(dataFolder), JSON.stringify(bounds)))
      .catch(() => undefined);
  };
  const changed = (): void => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(write, WAIT_MS);
  };
  window.on('resize', changed);
  window.on('move', changed);
  window.on('close', write);
  return () => {
    write();
    ended = true;
    return written;
  };
}

function fileOf(dataFolder: string): string {
  return path.join(dataFolder, 'window.json');
}

/** By at least the part that a hand can take hold of. */
function overlaps(area: Rectangle, bounds: Rectangle): boolean {
  const width = Math.min(area.x + area.width, bounds.x + bounds.width) - Math.max(area.x, bounds.x);
  const height = Math.min(area.y + area.height, bounds.y + bounds.height) - Math.max(area.y, bounds.y);
  return width >= 100 && height >= 40;
}
