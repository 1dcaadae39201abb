import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Interpreters under pyenv and on PATH; each must be able to compile what enters users' environments. */
function interpreters() {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const found = existsSync(versions) ? readdirSync(versions).map((name) => join(versions, name, 'bin', 'python')) : [];
  return [...found.filter((path) => existsSync(path)), 'python3'];
}

const compileAll = `
import io, os, sys
for folder, folders, files in os.walk(sys.argv[1]):
    folders[:] = [f for f in folders if f != '__pycache__']
    for name in files:
        if name.endswith('.py'):
            path = os.path.join(folder, name)
            compile(io.open(path, encoding='utf-8').read().encode('utf-8'), path, 'exec')
`;

/**
 * Compiles resources/python with every interpreter at hand, then lints it with ruff where uv is there.
 * @param {string} root
 * @returns {Promise<{ code: number, output: string, skipped?: string }>}
 */
export async function checkPython(root) {
  const folder = join(root, 'resources', 'python');
  let tried = 0;
  for (const python of interpreters()) {
    const { code, output } = await run(python, ['-B', '-c', compileAll, folder]);
    if (code === 127) continue;
    if (code !== 0) return { code, output: `${python}\n${output}` };
    tried += 1;
  }
  if (tried === 0) return { code: 0, output: '', skipped: 'no Python on this machine' };
  const ruff = await run('uvx', ['--quiet', 'ruff@0.17.6', 'check', '--no-cache', '--quiet', folder]);
  if (ruff.code === 127)
    return {
      code: 0,
      output: '',
      skipped: `compiled by ${tried} interpreters, but not linted: there is no uvx to bring ruff`,
    };
  return ruff;
}
