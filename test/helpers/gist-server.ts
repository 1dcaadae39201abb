import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server treats the next requests. */
export interface GistMood {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text that is none. */
  readonly body?: unknown;
  /** Closes the connection instead of answering. */
  readonly drops?: boolean;
  /** Only this method is met by the mood. */
  readonly method?: string;
}

interface Stored {
  readonly description: string;
  readonly isPublic: boolean;
  readonly revisions: Record<string, string>[];
}

export interface GistServer {
  readonly address: string;
  readonly gists: ReadonlyMap<string, Stored>;
  readonly asked: { readonly method: string; readonly path: string; readonly authorization: string | undefined }[];
  setMood(mood: GistMood | null): void;
  close(): Promise<void>;
}

/**
 * A server on loopback with the gist interface as it is documented: create, update and read with revisions, tokens, scopes and the
 * refusals with their statuses and headers. A double: no real account is behind it.
 */
export async function startGistServer(tokens: readonly string[] = ['good-token']): Promise<GistServer> {
  const gists = new Map<string, Stored>();
  const asked: GistServer['asked'][number][] = [];
  let mood: GistMood | null = null;
  let address = '';

  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => answer(request, text, response));
  });

  function answer(request: IncomingMessage, text: string, response: ServerResponse): void {
    const { method = '', url = '' } = request;
    const { authorization } = request.headers;
    asked.push({ method, path: url, authorization });
    if (mood !== null && (mood.method === undefined || mood.method === method)) {
      if (mood.drops === true) return void request.socket.destroy();
      const body = typeof mood.body === 'string' ? mood.body : JSON.stringify(mood.body ?? { message: 'refused' });
      return void response.writeHead(mood.status ?? 200, { ...mood.headers }).end(body);
    }
    const say = (status: number, body: unknown): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-accepted-oauth-scopes': 'gist' })
        .end(JSON.stringify(body));
    };
    const token = authorization?.replace(/^(?:Bearer|token) /, '');
    if (token !== undefined && !tokens.includes(token)) return say(401, { message: 'Bad credentials' });
    const id = /^\/gists\/([0-9a-f]+)$/.exec(url)?.[1];
    if (method === 'GET' && id !== undefined) {
      return gists.has(id) ? say(200, tell(id)) : say(404, { message: 'Not Found' });
    }
    // Without a token the interface hides what it would need one for.
    if (token === undefined) return say(401, { message: 'Requires authentication' });
    const wanted = JSON.parse(text) as {
      description?: string;
      public?: boolean;
      files?: Record<string, { content: string } | null>;
    };
    const given = Object.entries(wanted.files ?? {});
    if (given.some(([, file]) => file !== null && file.content.trim() === '')) {
      return say(422, {
        message: 'Validation Failed',
        errors: [{ resource: 'Gist', code: 'missing_field', field: 'files' }],
      });
    }
    if (method === 'POST' && url === '/gists') {
      const made = (gists.size + 1).toString(16).padStart(32, '0');
      const files = Object.fromEntries(given.flatMap(([name, file]) => (file ? [[name, file.content]] : [])));
      gists.set(made, {
        description: wanted.description ?? '',
        isPublic: wanted.public === true,
        revisions: [files],
      });
      return say(201, tell(made));
    }
    const kept = id === undefined ? undefined : gists.get(id);
    if (method !== 'PATCH' || id === undefined || !kept) return say(404, { message: 'Not Found' });
    const next = new Map(Object.entries(kept.revisions.at(-1) ?? {}));
    for (const [name, file] of given) {
      if (file === null) next.delete(name);
      else next.set(name, file.content);
    }
    kept.revisions.push(Object.fromEntries(next));
    return say(200, tell(id));
  }

  function tell(id: string): object {
    const kept = gists.get(id);
    const files = kept?.revisions.at(-1) ?? {};
    return {
      id,
      html_url: `${address}/${id}`,
      public: kept?.isPublic,
      description: kept?.description,
      history: kept?.revisions.map((_, at) => ({ version: String(at) })),
      files: Object.fromEntries(
        Object.entries(files).map(([name, content]) => [name, { filename: name, content, truncated: false }]),
      ),
    };
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    gists,
    asked,
    setMood: (wanted) => void (mood = wanted),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
