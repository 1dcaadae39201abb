import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/** The built page, listed once. A path that is not listed is not there, so none can lead out of the folder. */
export interface PageFiles {
  /** `urlPath` begins with a slash and is taken as it is; `/` is the page itself. Null: no such file. */
  read(urlPath: string): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } | null>;
}

/** Errors: `unavailable` where the page is not built. */
export async function listPageFiles(folder: string): Promise<PageFiles> {
  const files = new Map<string, string>();
  await list(folder, '', files).catch(() => files.clear());
  if (!files.has('/index.html')) {
    throw new RepriseError('unavailable', message('cli.web.notBuilt'), { what: 'page' });
  }
  return {
    read: async (urlPath) => {
      const file = files.get(urlPath === '/' ? '/index.html' : urlPath);
      if (file === undefined) return null;
      const bytes = new Uint8Array(await readFile(file));
      return { bytes, type: types[extname(file)] ?? 'application/octet-stream' };
    },
  };
}

/** Links are left out, so that each file listed lies in the folder. */
async function list(folder: string, prefix: string, files: Map<string, string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) await list(file, `${prefix}/${entry.name}`, files);
    else if (entry.isFile() && extname(entry.name) in types) files.set(`${prefix}/${entry.name}`, file);
  }
}
