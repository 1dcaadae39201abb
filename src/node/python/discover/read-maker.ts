import { join } from 'node:path';
import type { EnvironmentKind } from '../../../protocol/environment';
import { readStart } from '../../system/read-plain-file';
import { isFile } from '../../system/is-there';

/** Who made an environment, as far as its files tell; undefined: they do not. */
export async function readMaker(
  prefix: string,
  kind: EnvironmentKind,
  cfg: ReadonlyMap<string, string> | null,
): Promise<string | undefined> {
  if (kind === 'reprise') return 'Reprise';
  for (const tool of ['uv', 'virtualenv', 'poetry', 'hatch'] as const) {
    const version = cfg?.get(tool);
    if (version !== undefined && /^[\w.+-]{1,30}$/.test(version)) return `${tool} ${version}`;
  }
  if (kind === 'conda' || kind === 'pixi') return condaMaker(prefix, kind);
  // Older virtualenvs leave no file of settings, and venv names the Python that made them alone.
  if (cfg === null) return (await isFile(join(prefix, 'bin', 'activate_this.py'))) ? 'virtualenv' : undefined;
  return cfg.has('home') ? 'venv' : undefined;
}

/** `conda-meta/history` begins with what made it: a line `# conda version: 4.8.3` below the first command. */
async function condaMaker(prefix: string, kind: 'conda' | 'pixi'): Promise<string> {
  if (await isFile(join(prefix, 'conda-meta', 'pixi'))) return 'pixi';
  const text = await readStart(join(prefix, 'conda-meta', 'history'), 4096);
  if (text === null) return kind;
  const tool = /^# cmd: \S*?(micromamba|mamba|conda)\b/m.exec(text)?.[1];
  const version = /^# conda version: ([\w.]{1,30})$/m.exec(text)?.[1];
  return tool === 'micromamba' || version === undefined ? (tool ?? kind) : `${tool ?? 'conda'} ${version}`;
}
