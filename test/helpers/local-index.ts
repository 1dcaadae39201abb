import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { wheelName, writeWheel, type WheelShape } from './write-wheel';

export interface OfferedWheel extends WheelShape {
  readonly yanked?: string;
}

/** A file of any name and content, such as a source archive or a damaged wheel. */
export interface OfferedFile {
  readonly name: string;
  readonly file: string;
  readonly content: Buffer;
}

export interface LocalIndex {
  readonly url: string;
  /** Paths that were asked for, in their order. */
  asked(): readonly string[];
  /** Names and passwords that were given with them. */
  words(): readonly string[];
}

/** A package index on loopback (PEP 503) with small packages of the test's own; it ends with the test. `status`: what it answers to all. */
export async function startLocalIndex(options: {
  readonly wheels?: readonly OfferedWheel[];
  readonly files?: readonly OfferedFile[];
  readonly status?: number;
  /** When all was uploaded, `2020-01-01T00:00:00Z`; the index then speaks PEP 691 and 700. Absent: it tells no times. */
  readonly uploaded?: string;
}): Promise<LocalIndex> {
  const listed = new Map<string, object[]>();
  const contents = new Map<string, Buffer>();
  const pages = new Map<string, string[]>();
  const offer = (name: string, file: string, content: Buffer, attributes: string) => {
    contents.set(file, content);
    const digest = createHash('sha256').update(content).digest('hex');
    const hashes = { sha256: digest };
    const told = { filename: file, url: `/files/${file}`, hashes, 'upload-time': options.uploaded };
    listed.set(name, [...(listed.get(name) ?? []), told]);
    const link = `<a href="/files/${file}#sha256=${digest}"${attributes}>${file}</a>`;
    pages.set(name, [...(pages.get(name) ?? []), link]);
  };
  for (const wheel of options.wheels ?? []) {
    const yanked = wheel.yanked === undefined ? '' : ` data-yanked="${wheel.yanked}"`;
    const python = wheel.requiresPython?.replace(/</g, '&lt;').replace(/>/g, '&gt;');
    const attributes = `${yanked}${python === undefined ? '' : ` data-requires-python="${python}"`}`;
    offer(wheel.name, wheelName(wheel), writeWheel(wheel), attributes);
  }
  for (const { name, file, content } of options.files ?? []) offer(name, file, content, '');

  const paths: string[] = [];
  const words: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    if (request.headers.authorization !== undefined) words.push(request.headers.authorization);
    const asked = /^\/simple\/([^/]+)\/$/.exec(path)?.[1] ?? '';
    const files = options.uploaded === undefined ? undefined : listed.get(asked);
    if (files !== undefined) {
      response.setHeader('Content-Type', 'application/vnd.pypi.simple.v1+json');
      response.end(JSON.stringify({ meta: { 'api-version': '1.1' }, name: asked, versions: [], files }));
      return;
    }
    const page = pages.get(asked);
    const content = contents.get(/^\/files\/(.+)$/.exec(path)?.[1] ?? '');
    const body =
      page === undefined ? content : Buffer.from(`<!DOCTYPE html><html><body>${page.join('\n')}</body></html>`);
    response.statusCode = options.status ?? (body === undefined ? 404 : 200);
    response.setHeader('Content-Type', page === undefined ? 'application/octet-stream' : 'text/html');
    response.end(options.status === undefined ? body : undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`,
    asked: () => paths,
    words: () => words,
  };
}
