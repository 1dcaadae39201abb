import type { ModelFailureKind } from '../../protocol/model';

/** Words by which endpoints say that a prompt does not fit. A data table. */
const overflowWords =
  /context[_ ](?:length|window|size)|maximum context|exceed[\w ]*context|context[\w ]*exceed|prompt (?:is )?too long|too many (?:input )?tokens|input (?:is )?too long|reduce the length|token limit/i;

/** What an answer with a status of 300 or more means, by status and the body's own words. */
export function judgeStatus(status: number, words: string): ModelFailureKind {
  if ((status === 400 || status === 413 || status === 422 || status === 500) && overflowWords.test(words)) {
    return 'overflow';
  }
  if (status === 401 || status === 403) return 'keyRefused';
  if (status === 404) return 'notFound';
  if (status === 413) return 'overflow';
  if (status === 429) return 'rateLimited';
  if (status >= 500) return 'serverError';
  return status < 400 ? 'notAnEndpoint' : 'badRequest';
}

/** Milliseconds that an endpoint asks to be left alone, by its header. Null: it does not say. */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | null {
  const text = typeof header === 'string' ? header.trim() : '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
