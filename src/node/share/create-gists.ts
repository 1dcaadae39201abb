import { z } from 'zod';
import type { Gist, Gists } from '../../core/ports/gists';
import type { Cancellation } from '../../core/ports/cancellation';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { explainRefusal } from './explain-refusal';
import { requestJson } from './request-json';

/** What is used of an answer; https://docs.github.com/en/rest/gists/gists describes it. */
const Answer = z.object({
  id: z.string().regex(/^[0-9A-Za-z]{1,64}$/),
  html_url: z.url({ protocol: /^https?$/ }),
  public: z.boolean(),
  history: z.array(z.object({})).nullish(),
  files: z.record(
    z.string(),
    z
      .object({ content: z.string().nullish(), truncated: z.boolean().nullish(), raw_url: z.string().nullish() })
      .nullable(),
  ),
});

const PUBLIC_SERVER = 'https://api.github.com';
/** Files of a gist that are not given whole are more than a reproducer needs. */
const ADDRESS = /^(?:[\w.-]{1,100}\/)?([0-9a-f]{16,64})\/?$/i;

/** Gists over the documented interface of a host: GitHub's own, or a company's server. */
export function createGists({
  server = PUBLIC_SERVER,
  environmentBlock = {},
}: {
  readonly server?: string | undefined;
  /** Names the user's proxies and certificates. Absent: none. */
  readonly environmentBlock?: Readonly<Record<string, string | undefined>>;
}): Gists {
  const base = server.replace(/\/+$/, '');
  const host = new URL(base).host;

  async function ask(options: {
    readonly method: 'GET' | 'POST' | 'PATCH';
    readonly path: string;
    readonly token: string | null;
    readonly body?: unknown;
    readonly signal: Cancellation;
  }): Promise<Gist> {
    const answer = await requestJson({
      ...options,
      environmentBlock,
      address: `${base}${options.path}`,
      host,
      headers: {
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        'user-agent': 'reprise',
        ...(options.token === null ? {} : { authorization: `Bearer ${options.token}` }),
      },
    });
    if (answer.status !== 200 && answer.status !== 201) {
      throw explainRefusal({ ...answer, host, hasToken: options.token !== null });
    }
    const read = Answer.safeParse(answer.body);
    if (!read.success) throw strange(host);
    return toGist(read.data);
  }

  return {
    create: async ({ description, isPublic, files }, { token, signal }) =>
      ask({
        method: 'POST',
        path: '/gists',
        token,
        signal,
        body: {
          description,
          public: isPublic,
          files: Object.fromEntries(files.map(({ path, text }) => [path, { content: text }])),
        },
      }),
    update: async ({ id, description, files }, { token, signal }) =>
      ask({
        method: 'PATCH',
        path: `/gists/${idOf(id)}`,
        token,
        signal,
        body: {
          description,
          files: Object.fromEntries(files.map(({ path, text }) => [path, text === null ? null : { content: text }])),
        },
      }),
    read: async (idOrAddress, { token, signal }) =>
      ask({ method: 'GET', path: `/gists/${idOf(idOrAddress)}`, token, signal }),
  };
}

/** The identifier in an address of any host: it is asked for at ours alone. */
function idOf(text: string): string {
  let path = text.trim();
  try {
    path = new URL(path).pathname.slice(1);
  } catch {
    // An identifier by itself.
  }
  const id = ADDRESS.exec(path)?.[1];
  if (id === undefined) throw new RepriseError('badInput', message('share.gist.address'), { field: 'gist' });
  return id.toLowerCase();
}

function toGist(answer: z.infer<typeof Answer>): Gist {
  const files = Object.entries(answer.files).flatMap(([path, file]) => {
    if (file === null) return [];
    if (file.truncated === true) throw new RepriseError('badInput', message('share.gist.large'), { field: 'gist' });
    return [{ path, text: file.content ?? '' }];
  });
  return {
    id: answer.id,
    address: answer.html_url,
    isPublic: answer.public,
    revisions: answer.history?.length ?? null,
    files,
  };
}

function strange(host: string): RepriseError<'unavailable'> {
  return new RepriseError('unavailable', message('share.gist.strange', { host }), { what: host });
}
