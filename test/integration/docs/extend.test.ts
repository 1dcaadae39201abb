import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../unit/docs/documents';
import { applyGuide, changed } from './apply-guide';

const guides = ['symptom-kind', 'edit-action', 'provider', 'environment-kind'] as const;
const isSlow = process.env['REPRISE_SLOW'] === '1';

let folder: string;
let copy: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'reprise-extend-')));
  copy = path.join(folder, 'reprise');
  await mkdir(copy);
  for (const name of ['src', 'resources', 'scripts', path.join('test', 'helpers'), path.join('test', 'unit', 'core')]) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  const files = (await readdir(root)).filter((name) =>
    /^(?:tsconfig.*|package)\.json$|^vitest\.config\.ts$/.test(name),
  );
  for (const name of files) await cp(path.join(root, name), path.join(copy, name));
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a tool of the checkout in the copy. */
function runTool(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const [tool = '', ...rest] = args;
    const child = spawn(process.execPath, [path.join(root, 'node_modules', tool), ...rest], {
      cwd: copy,
      env: { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', CI: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

describe('the guides to extending', () => {
  it('are enough: their examples work in a copy of the sources', async () => {
    for (const guide of guides) {
      const text = await readFile(path.join(root, 'docs', 'extend', `${guide}.md`), 'utf8');
      expect(await applyGuide(text, copy)).toContain(`test/unit/extend/${guide}.test.ts`);
    }
    const results = path.join(folder, 'results.json');
    const { output } = await runTool(
      ...['vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter', 'json', '--outputFile', results],
      path.join('test', 'unit', 'extend'),
    );
    const { testResults } = JSON.parse(await readFile(results, 'utf8').catch(() => '{"testResults":[]}')) as Report;
    const told = testResults.flatMap(({ name, message, assertionResults }) =>
      assertionResults.length === 0
        ? [`${path.basename(name)}: ${message}`]
        : assertionResults.map(({ fullName, status }) => `${status}: ${fullName}`),
    );
    expect(
      told.filter((line) => !line.startsWith('passed: ')),
      output,
    ).toEqual([]);
    expect(testResults.map(({ name }) => path.basename(name)).sort()).toEqual(
      guides.map((guide) => `${guide}.test.ts`).sort(),
    );
    expect(told.length).toBeGreaterThanOrEqual(10);
  });

  // A minute and more of compiling, so for long runs alone.
  it.each(isSlow ? ['core', 'node', 'renderer'] : [])('leave what compiles: %s', { timeout: 600_000 }, async (part) => {
    expect(await runTool('typescript/bin/tsc', '-p', `tsconfig.${part}.json`)).toEqual({ code: 0, output: '' });
  });
});

describe('a change that a guide shows', () => {
  it('is made where its lines stand', () => {
    expect(changed('a\nb\nc\n', ' b\n+d\n@@\n-c\n+e\n', 'x')).toBe('a\nb\nd\ne\n');
  });

  it('is refused where they stand nowhere, or twice', () => {
    expect(() => changed('a\n', ' b\n+d\n', 'x.ts')).toThrow(/x\.ts has 0 places/);
    expect(() => changed('b\nb\n', ' b\n+d\n', 'x.ts')).toThrow(/x\.ts has 2 places/);
  });
});
