import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readReport } from '../../../src/core/report/read-report';
import { createReportReader } from '../../../src/node/report/create-report-reader';
import { isRepriseError } from '../../../src/protocol/errors';

const built = resolve(__dirname, '../../../out/node/report-worker.cjs');
const report = { name: 'report.md', text: '# It fails\n\n`ValueError: size mismatch`\n', asOf: null };
const progress = (signal = new AbortController().signal) => ({ signal, report: () => undefined });

describe('createReportReader', () => {
  const open: { close(): Promise<void> }[] = [];
  const folders: string[] = [];
  const reader = (workerFile: string) => {
    const created = createReportReader({ workerFile });
    open.push(created);
    return created;
  };
  const workerWith = async (code: string): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'reprise-worker-'));
    folders.push(folder);
    const file = join(folder, 'worker.cjs');
    await writeFile(file, `const { parentPort } = require('node:worker_threads');\n${code}`);
    return file;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((item) => item.close()));
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });

  it.skipIf(!existsSync(built))(
    'reads like the core does, off the main thread (skipped where out/ is not built)',
    async () => {
      const created = reader(built);
      const [first, second] = await Promise.all([
        created.read(report, progress()),
        created.read({ ...report, text: 'x' }, progress()),
      ]);
      expect(first).toEqual(readReport(report));
      expect(second).toEqual(readReport({ ...report, text: 'x' }));
    },
  );

  it('ends the worker on cancellation and reads the next report in a fresh one', async () => {
    const file = await workerWith(
      "parentPort.on('message', (r) => { while (r.text === 'spin') {} parentPort.postMessage(r.text); });",
    );
    const created = reader(file);
    const stop = new AbortController();
    const spinning = created.read({ ...report, text: 'spin' }, progress(stop.signal));
    const waiting = created.read({ ...report, text: 'next' }, progress());
    stop.abort(new Error('stopped by the user'));
    await expect(spinning).rejects.toThrow('stopped by the user');
    expect(await waiting).toBe('next');
  });

  it('turns a crash of the worker into an internal error and goes on', async () => {
    const file = await workerWith(
      "parentPort.on('message', (r) => { if (r.text === 'crash') process.exit(7); parentPort.postMessage(r.text); });",
    );
    const created = reader(file);
    const error = await created.read({ ...report, text: 'crash' }, progress()).catch((reason: unknown) => reason);
    expect(isRepriseError(error, 'internal')).toBe(true);
    expect(await created.read({ ...report, text: 'fine' }, progress())).toBe('fine');
  });

  it('starts nothing for a signal that has aborted already', async () => {
    const created = reader('/nonexistent/worker.cjs');
    await expect(created.read(report, progress(AbortSignal.abort(new Error('gone'))))).rejects.toThrow('gone');
  });
});
