import { isRepriseError } from '../../../../src/protocol/errors';
import { lockDataFolder } from '../../../../src/node/data-folder/lock-data-folder';

/** Takes the lock, says how that went, and keeps it until its standard input ends. */
async function holdLock(dataFolder: string): Promise<void> {
  try {
    const lock = await lockDataFolder(dataFolder);
    process.stdout.write('held\n');
    for await (const _line of process.stdin) break;
    await lock.release();
    process.stdout.write('released\n');
  } catch (error) {
    process.stdout.write(isRepriseError(error, 'locked') ? 'locked\n' : `${String(error)}\n`);
  }
}

void holdLock(process.argv[2] ?? '');
