import { describe, expect, test } from 'vitest';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { runPlain, runRecorded, withFolder } from './run-script';
import { SHAPES, type Shape } from './shapes';

const interpreters = findInterpreters();

if (interpreters.length === 0) test.skip('skipped: no Python interpreter is found on this machine', () => {});

describe.each(interpreters)('Python $version: a script under the runner', ({ python, version }) => {
  const shapes = Object.entries(SHAPES).filter(([, shape]) => compareVersions(shape.since ?? '2.7', version) <= 0);

  test.each(shapes)('%s', async (_name, shape) => {
    await withFolder({ [entryOf(shape)]: shape.source, ...shape.files }, async (folder) => {
      const run = { folder, script: shape.script ?? 'script.py', arguments: shape.arguments ?? [] };
      const [plain, recorded] = await Promise.all([runPlain(python, run), runRecorded(python, run)]);
      expect({ exit: recorded.exit, stdout: recorded.stdout, stderr: recorded.stderr }).toEqual(plain);
      expect(recorded.record.dropped).toBe(0);
      expect(recorded.record.lines[0]?.type).toBe('header');
    });
  });
});

function entryOf(shape: Shape): string {
  return shape.script === undefined ? 'script.py' : 'sub/script.py';
}
