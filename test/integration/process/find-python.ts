import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A Python 3 of this machine, by files; null where there is none. */
export function findPython(): string | null {
  const versions = join(homedir(), '.pyenv', 'versions');
  const pyenv = existsSync(versions)
    ? readdirSync(versions)
        .filter((name) => /^3\.\d+\.\d+$/.test(name))
        .sort((a, b) => Number(b.split('.')[1]) - Number(a.split('.')[1]))
        .map((name) => join(versions, name, 'bin', 'python3'))
    : [];
  const found = ['/usr/bin/python3', '/usr/local/bin/python3', ...pyenv].find((path) => existsSync(path));
  return found === undefined ? null : realpathSync(found);
}
