import { describe, expect, test } from 'vitest';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { ODD_ENDS } from './odd-ends';
import { runPlain, runRecorded, withFolder } from './run-script';
import { SHAPES, type Shape } from './shapes';

const interpreters = findInterpreters();
/** Odd ends are told apart on the oldest, the middle and the newest; on all at the long volume. */
const sampled = new Set([0, interpreters.length >> 1, interpreters.length - 1].map((at) => interpreters[at]?.version));

if (interpreters.length === 0) test.skip('skipped: no Python interpreter is found on this machine', () => {});

describe.each(interpreters)('Python $version: a script under the runner', ({ python, version }) => {
  const isSampled = process.env['REPRISE_SLOW'] === '1' || sampled.has(version);
  const all = { ...SHAPES, ...(isSampled ? ODD_ENDS : {}) };
  const shapes = Object.entries(all).filter(([, shape]) => compareVersions(shape.since ?? '2.7', version) <= 0);

  test.each(shapes)('%s', async (_name, shape) => {
    await withFolder({ [entryOf(shape)]: shape.source, ...shape.files }, async (folder) => {
      const run = { folder, script: shape.script ?? 'script.py', arguments: shape.arguments ?? [] };
      const [plain, recorded] = await Promise.all([runPlain(python, run), runRecorded(python, run)]);
      expect([recorded.exit, recorded.stdout, withoutPlaces(recorded.stderr)]).toEqual([
        plain.exit,
        plain.stdout,
        withoutPlaces(plain.stderr),
      ]);
      expect(recorded.record.dropped).toBe(0);
      expect(recorded.record.lines[0]?.type).toBe('header');
      const finished = recorded.record.lines.find((line) => line.type === 'finished');
      // Where the last output cannot be written the interpreter ends with 120, after all that it lets anyone tell.
      if (finished?.type === 'finished' && typeof plain.exit === 'number' && plain.exit !== 120) {
        expect(finished.exitCode).toBe(plain.exit);
      }
    });
  });
});

/** Without addresses and counts of references, which an interpreter shows of an object that it cannot show otherwise. */
function withoutPlaces(text: string): string {
  return text.replace(/\b0x[0-9a-f]+\b/g, '<address>').replace(/^(object refcount : )\d+$/gm, '$1<count>');
}

function entryOf(shape: Shape): string {
  return shape.script === undefined ? 'script.py' : 'sub/script.py';
}
