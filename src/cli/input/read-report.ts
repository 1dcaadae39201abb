import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { IssueReader } from '../../core/ports/issue-reader';
import { createIssueReader } from '../../node/report/create-issue-reader';
import { checkReport } from '../../host/check-report';
import { MAX_REPORT_BYTES } from '../../protocol/report';
import type { Surroundings } from '../surroundings';
import { badInput } from './refusal';

/** A report in hand. `name` is the file's own name, for people. */
export interface GivenReport {
  readonly name: string;
  readonly text: string;
}

/** Asks GitHub, or the server that `REPRISE_ISSUE_SERVER` names in its place (`https://HOST/api/v3`). */
export function issueReaderOf({ environmentBlock }: Pick<Surroundings, 'environmentBlock'>): IssueReader {
  return createIssueReader({ server: environmentBlock['REPRISE_ISSUE_SERVER'], environmentBlock });
}

/**
 * Reads a report from a file, from an issue's host or, for `-`, from standard input. Touches nothing else.
 * Errors: `badInput` where there is none, or it is empty, too large, or no text, or the host is not reached.
 */
export async function readReport(options: {
  readonly report: string;
  readonly workingFolder: string;
  readonly input: Readable;
  readonly issues: IssueReader;
}): Promise<GivenReport> {
  const { report } = options;
  if (/^https?:\/\//i.test(report)) {
    const thread = await options.issues.read(report, { signal: new AbortController().signal });
    checkReport(thread);
    return thread;
  }
  const name = report === '-' ? 'stdin' : path.basename(report);
  const chunks = report === '-' ? options.input : openChunks(path.resolve(options.workingFolder, report), report);
  const given = { name, text: decode(await collect(chunks)) };
  // The host checks again; here nothing has been opened yet, so a refusal leaves nothing behind.
  checkReport(given);
  return given;
}

async function* openChunks(file: string, given: string): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR'
      ? badInput('report', 'cli.report.missing', { file: given })
      : badInput('report', 'cli.report.unreadable', { file: given, reason: error.code ?? error.message });
  });
  try {
    const { size } = await handle.stat().then((status) => {
      if (status.isDirectory()) throw badInput('report', 'cli.report.folder', { file: given });
      return status;
    });
    if (size > MAX_REPORT_BYTES) throw tooLarge(size);
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
  } finally {
    await handle.close();
  }
}

async function collect(chunks: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    parts.push(part);
    size += part.length;
    if (size > MAX_REPORT_BYTES) throw tooLarge(size);
  }
  return Buffer.concat(parts);
}

/** UTF-8, or UTF-16 with its mark as Windows shells write it. A stray byte of another encoding is no reason to refuse a log. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}

function tooLarge(bytes: number): Error {
  const inMegabytes = (count: number): number => Math.round(count / (1024 * 1024));
  return badInput('report', 'errors.reportTooLarge', {
    size: inMegabytes(bytes),
    limit: inMegabytes(MAX_REPORT_BYTES),
  });
}
