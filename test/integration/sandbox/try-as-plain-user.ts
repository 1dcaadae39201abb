import { join } from 'node:path';
import { openRunner } from '../execution/open-runner';
import { setUpSurroundings } from './surroundings';
import { tryPlanting, trySisters, trySpoiling } from './try-leaving';
import { tryCold, tryThroughRunner } from './try-probes';

/** `tsx try-as-plain-user.ts PYTHON VERSION`: for a test that is root, which starts this as somebody else. Prints what each way got. */
const [python = '', version = ''] = process.argv.slice(2);
const surroundings = await setUpSurroundings(python);
const dataFolder = join(surroundings.folder, 'data');
const places = { project: join(surroundings.folder, 'project'), environment: join(surroundings.folder, 'environment') };
const runner = await openRunner({ dataFolder, python, pythonVersion: version });
try {
  const results = {
    user: process.getuid?.(),
    cold: await tryCold(surroundings, python),
    recorded: await tryThroughRunner(surroundings, runner, { cold: true }),
    warm: await tryThroughRunner(surroundings, runner, { cold: false }),
    left: {
      ...(await tryPlanting(runner, { cold: true, ...places })).met,
      ...(await trySpoiling(runner, { cold: true })),
      ...(await trySisters(runner, dataFolder)),
    },
    leftWarm: {
      ...(await tryPlanting(runner, { cold: false, ...places })).met,
      ...(await trySpoiling(runner, { cold: false })),
    },
  };
  process.stdout.write(JSON.stringify(results));
} finally {
  await runner.close();
  await surroundings.close();
}
