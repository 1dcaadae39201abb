import { z } from 'zod';
import type { IssueReader } from '../../core/ports/issue-reader';
import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../protocol/catalogue/format';
import { RepriseError } from '../../protocol/errors';
import { MAX_REPORT_BYTES } from '../../protocol/report';
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
/** The comments of one page are as many as anyone reads. */
const MOST_COMMENTS = 100;
const LIMIT_MS = 30_000;

/**
 * Reads issues through the interface of the host that their address names: GitHub's own, or that of a GitHub server of a
 * company. No other host is asked, redirects are not followed, no key is sent.
 */
export function createIssueReader(): IssueReader {
  return {
    read: async (address, { signal }) => {
      signal.throwIfAborted();
      const place = placeOf(address);
      return withinLimit({ signal, limitMs: LIMIT_MS }, async (limited) => {
        const issue = parse(Issue, await ask(place, '', limited), address);
        const comments = issue.comments
          ? parse(z.array(Written), await ask(place, `/comments?per_page=${MOST_COMMENTS}`, limited), address)
          : [];
        return { name: place.name, text: toText(issue, comments) };
      });
    },
  };
}

interface Place {
  readonly name: string;
  /** Where the interface answers for this issue. */
  readonly base: string;
  readonly host: string;
}

function placeOf(address: string): Place {
  const url = urlOf(address);
  const match = url && /^https?:$/.test(url.protocol) ? ADDRESS.exec(url.pathname) : null;
  if (!url || !match || url.username !== '' || url.password !== '') throw refused('report.issue.address');
  const [, owner = '', project = '', number = ''] = match;
  const root = PUBLIC_HOST.test(url.hostname) ? 'https://api.github.com' : `${url.origin}/api/v3`;
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
  const response = await fetch(`${place.base}${path}`, {
    signal,
    redirect: 'manual',
    headers: { accept: 'application/vnd.github+json', 'user-agent': 'reprise' },
  }).catch(() => {
    throw refused('report.issue.offline', { host: place.host });
  });
  if (response.status === 403 || response.status === 429) throw refused('report.issue.limited', { host: place.host });
  if (!response.ok) throw refused('report.issue.absent', { host: place.host, status: response.status });
  const text = await readAll(response, place);
  try {
    return JSON.parse(text);
  } catch {
    throw refused('report.issue.strange', { host: place.host });
  }
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
  return `${[...head, ...said].join('\n\n').replace(/\r\n?/g, '\n')}\n`;
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
