import { z } from 'zod';
import type { IssueReader } from '../../core/ports/issue-reader';
import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../protocol/catalogue/format';
import { RepriseError } from '../../protocol/errors';
import { MAX_REPORT_BYTES } from '../../protocol/report';
import { sendRequest } from '../network/send-request';
import { readBody } from '../system/read-body';
import { withinLimit } from '../system/within-limit';

/** What is used of an answer; https://docs.github.com/en/rest/issues/issues describes it. */
const Written = z.object({
  body: z.string().nullish(),
  created_at: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
});
const Issue = Written.extend({
  title: z.string(),
  comments: z.number().nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])).nullish(),
});

const ADDRESS = /^\/([\w.-]{1,100})\/([\w.-]{1,100})\/(?:issues|pull)\/(\d{1,12})\/?$/;
const PUBLIC_HOST = /^(?:www\.)?github\.com$/i;
const PUBLIC_SERVER = 'https://api.github.com';
/** As many as the interface gives at once; more pages than these nobody reads. */
const COMMENTS_OF_PAGE = 100;
const MOST_PAGES = 3;
const LIMIT_MS = 30_000;

/**
 * Reads issues through the interface of the host that their address names: GitHub's own (`server` stands in its place), or that of
 * a GitHub server of a company. No other host is asked, redirects are not followed, no key is sent.
 */
export function createIssueReader({
  server = PUBLIC_SERVER,
  environmentBlock = {},
}: {
  readonly server?: string | undefined;
  /** Names the user's proxies and certificates. Absent: none. */
  readonly environmentBlock?: Block;
} = {}): IssueReader {
  return {
    read: async (address, { signal }) => {
      signal.throwIfAborted();
      const place = { ...placeOf(address.trim(), server.replace(/\/+$/, '')), environmentBlock };
      return withinLimit({ signal, limitMs: LIMIT_MS }, async (limited) => {
        const issue = parse(Issue, await ask(place, '', limited), address);
        const comments = await readComments(place, issue.comments ?? 0, limited, address);
        return { name: place.name, text: toText(issue, comments) };
      });
    },
  };
}

/** Page by page, as many as there are, up to `MOST_PAGES`. */
async function readComments(place: Place, count: number, signal: AbortSignal, address: string): Promise<Written[]> {
  const found: Written[] = [];
  const pages = Math.min(MOST_PAGES, Math.ceil(count / COMMENTS_OF_PAGE));
  for (let page = 1; page <= pages; page++) {
    const at = page === 1 ? '' : `&page=${page}`;
    const path = `/comments?per_page=${COMMENTS_OF_PAGE}${at}`;
    found.push(...parse(z.array(Written), await ask(place, path, signal), address));
  }
  return found;
}

type Block = Readonly<Record<string, string | undefined>>;

interface Place {
  readonly environmentBlock: Block;
  readonly name: string;
  /** Where the interface answers for this issue. */
  readonly base: string;
  readonly host: string;
}

function placeOf(address: string, server: string): Omit<Place, 'environmentBlock'> {
  const url = urlOf(address);
  const match = url && /^https?:$/.test(url.protocol) ? ADDRESS.exec(url.pathname) : null;
  if (!url || !match || url.username !== '' || url.password !== '') throw refused('report.issue.address');
  const [, owner = '', project = '', number = ''] = match;
  const root = PUBLIC_HOST.test(url.hostname) ? server : `${url.origin}/api/v3`;
  return {
    name: `${owner}/${project}#${number}`,
    base: `${root}/repos/${owner}/${project}/issues/${number}`,
    host: url.host,
  };
}

function urlOf(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** The body of an answer, as JSON that has still to be checked. */
async function ask(place: Place, path: string, signal: AbortSignal): Promise<unknown> {
  const response = await sendRequest(`${place.base}${path}`, {
    signal,
    environmentBlock: place.environmentBlock,
    headers: { accept: 'application/vnd.github+json', 'user-agent': 'reprise' },
  }).catch((error: unknown) => {
    throw error instanceof RepriseError ? error : refused('report.issue.offline', { host: place.host });
  });
  if (!response.ok) throw refusalOf(response, place);
  const text = await readAll(response, place);
  try {
    return JSON.parse(text);
  } catch {
    throw refused('report.issue.strange', { host: place.host });
  }
}

/** The statuses that the interface is documented to answer with, each with what can be done. */
function refusalOf({ status, headers }: Response, { host }: Place): RepriseError<'badInput'> {
  if (status === 429 || (status === 403 && (headers.get('x-ratelimit-remaining') ?? '0') === '0')) {
    return refused('report.issue.limited', { host, count: minutesToWait(headers) });
  }
  if (status === 401 || status === 403) return refused('report.issue.closed', { host, status });
  if (status === 410) return refused('report.issue.gone', { host });
  if ([301, 302, 307, 308].includes(status)) return refused('report.issue.moved', { host, status });
  return refused('report.issue.absent', { host, status });
}

/** At least one; an hour where the host does not say. */
function minutesToWait(headers: Headers): number {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) - Date.now() / 1000;
  const seconds = after > 0 ? after : reset > 0 ? reset : 3600;
  return Math.max(1, Math.ceil(Math.min(seconds, 86_400) / 60));
}

/** No more than a report may be long is taken in. */
function readAll(response: Response, { host }: Place): Promise<string> {
  return readBody(response, MAX_REPORT_BYTES, () => refused('report.issue.large', { host })).catch((error: unknown) => {
    throw error instanceof RepriseError ? error : refused('report.issue.offline', { host });
  });
}

function parse<T>(schema: z.ZodType<T>, body: unknown, address: string): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw refused('report.issue.strange', { host: new URL(address).host });
}

type Written = z.infer<typeof Written>;

/** The thread as Markdown, as a person would copy it. The day stands where a reader looks for it. */
function toText(issue: z.infer<typeof Issue>, comments: readonly Written[]): string {
  const labels = (issue.labels ?? [])
    .map((label) => oneLine(typeof label === 'string' ? label : (label.name ?? '')))
    .filter((label) => label !== '');
  const head = [
    `# ${oneLine(issue.title)}`,
    message('report.issue.opened', { by: authorOf(issue), day: dayOf(issue) }),
    ...(labels.length > 0 ? [message('report.issue.labels', { labels: labels.join(', ') })] : []),
    issue.body ?? '',
  ];
  const said = comments.map((comment) =>
    [`---`, message('report.issue.comment', { by: authorOf(comment), day: dayOf(comment) }), comment.body ?? ''].join(
      '\n\n',
    ),
  );
  const left = (issue.comments ?? 0) - comments.length;
  const more = left > 0 && comments.length > 0 ? [message('report.issue.left', { count: left })] : [];
  return `${[...head, ...said, ...more].join('\n\n').replace(/\r\n?/g, '\n')}\n`;
}

function authorOf({ user }: Written): string {
  return oneLine(user?.login ?? message('report.issue.unknown'));
}

function dayOf({ created_at: at }: Written): string {
  return /^\d{4}-\d\d-\d\d/.exec(at ?? '')?.[0] ?? message('report.issue.unknown');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 500);
}

function refused(key: MessageKey, args: MessageArguments = {}): RepriseError<'badInput'> {
  return new RepriseError('badInput', message(key, args), { field: 'report' });
}
