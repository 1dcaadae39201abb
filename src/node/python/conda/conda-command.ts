import type { CondaTool, EnvironmentResolution } from '../../../protocol/environment';
import { newestRelease } from '../era/dates';
import type { PythonKnowledge } from '../knowledge/read-knowledge';

/** Where conda and the package index call the same thing differently: what we want, and what conda has. */
const condaNames: Readonly<Record<string, string>> = {
  torch: 'pytorch',
  'opencv-python': 'opencv',
  'opencv-python-headless': 'opencv',
  'tensorflow-cpu': 'tensorflow',
};

/** What conda is asked for, as it writes it: `python=3.7`, `numpy==1.16.4`, `scipy>=1,<2`. Channels know no days: the release of a day is named. */
export function condaSpecs(
  { rows, asOf }: Pick<EnvironmentResolution, 'rows' | 'asOf'>,
  wanted: { readonly python: string; readonly knowledge: Pick<PythonKnowledge, 'releaseDatesOf'> },
): readonly string[] {
  const lines = rows.map(({ name, specifier }) => {
    const dates = wanted.knowledge.releaseDatesOf(name);
    const inTime = new Map([...dates].filter(([, day]) => asOf !== null && day <= asOf));
    const release = asOf === null ? undefined : newestRelease(name, specifier, inTime)?.version;
    return `${condaNames[name] ?? name}${release === undefined ? specifier : `==${release}`}`;
  });
  return [`python=${wanted.python}`, ...lines];
}

/** Files and settings of the user never reach it: the channels and the list are ours. */
export function condaCommand(
  { path, program }: CondaTool,
  options: { readonly prefix: string; readonly channels: readonly string[]; readonly specs: readonly string[] },
): readonly string[] {
  return [
    ...[path, 'create', '--yes', '--prefix', options.prefix],
    ...(program === 'conda' ? [] : ['--no-rc']),
    ...['--override-channels', ...options.channels.flatMap((channel) => ['--channel', channel])],
    ...options.specs,
  ];
}

export function condaVariables(packages: string): Readonly<Record<string, string>> {
  return {
    CONDA_PKGS_DIRS: packages,
    MAMBA_ROOT_PREFIX: packages,
    CONDARC: '/dev/null',
    CONDA_NO_PLUGINS: 'true',
    // Where hard links do not reach, it copies by itself.
    CONDA_ALWAYS_COPY: 'false',
  };
}
