import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IssueServer {
  /** Stands in for `https://api.github.com`. */
  readonly address: string;
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

export interface ServedIssue {
  readonly title: string;
  readonly body: string;
  readonly comments?: readonly string[];
}

/** How the interface answers for issues that it does not give, by their number; each as it is documented. */
const refusals: Readonly<
  Record<string, { readonly status: number; readonly headers?: Readonly<Record<string, string>> }>
> = {
  '301': { status: 301, headers: { location: '/repositories/1/issues/1' } },
  '403': { status: 403, headers: { 'x-ratelimit-remaining': '12' } },
  '404': { status: 404 },
  '410': { status: 410 },
  '429': { status: 429, headers: { 'retry-after': '90' } },
  '4030': { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } },
};

/**
 * A server on loopback with the issues of `owner/project` as GitHub's interface gives them: the issue, its comments page by page, and
 * the refusals with their statuses. A double: no real host is behind it.
 */
export async function startIssueServer(issues: Readonly<Record<number, ServedIssue>>): Promise<IssueServer> {
  const asked: IssueServer['asked'][number][] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const url = new URL(path, 'http://localhost');
    const match = /^\/repos\/owner\/project\/issues\/(\d+)(\/comments)?$/.exec(url.pathname);
    const say = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const issue = issues[Number(match?.[1])];
    const refusal = refusals[match?.[1] ?? ''];
    if (refusal) return say(refusal.status, { message: 'refused' }, refusal.headers);
    if (!issue) return say(404, { message: 'Not Found' });
    const comments = (issue.comments ?? []).map((body, at) => ({
      body,
      created_at: `2021-04-01T00:00:${String(at % 60).padStart(2, '0')}Z`,
      user: { login: 'ben' },
    }));
    if (match?.[2] === undefined) {
      const { title, body } = issue;
      return say(200, {
        title,
        body,
        comments: comments.length,
        created_at: '2021-03-29T10:00:00Z',
        user: { login: 'ada' },
        labels: [],
      });
    }
    const size = Number(url.searchParams.get('per_page') ?? '30');
    const page = Number(url.searchParams.get('page') ?? '1');
    return say(200, comments.slice((page - 1) * size, page * size));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
