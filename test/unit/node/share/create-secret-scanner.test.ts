import { setImmediate } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { createSecretScanner } from '../../../../src/node/share/create-secret-scanner';

it('leaves nothing behind by which a later scan would take longer', async () => {
  const scanner = createSecretScanner();
  const marks = (): number => performance.getEntriesByType('mark').length;
  await scanner.scan({ path: 'first.json', text: 'a' });
  await setImmediate();
  const before = marks();
  for (let index = 0; index < 20; index += 1) await scanner.scan({ path: 'a.json', text: `text ${index}` });
  await setImmediate();
  expect(marks()).toBe(before);
});
