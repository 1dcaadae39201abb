import { join } from 'node:path';

/** Places below the data folder. Everything here is ours, and nothing of it is of value beyond this machine. */
export interface PythonFolders {
  /** Finished environments, `<first 16 of the lock's digest>-pyXY` each. */
  readonly environments: string;
  /** Our own uv, a folder a version. */
  readonly tools: string;
  /** The one folder that an installation may write: uv's cache beside half-made environments, so that hard links hold. */
  readonly install: string;
  readonly uvCache: string;
  readonly building: string;
  /** Wheels that were built from source, a folder each. No installer and no build can write here. */
  readonly built: string;
  /** Which lock a request came to. */
  readonly resolutions: string;
  /** Removed environments, for some days. */
  readonly trash: string;
  /** The last list of environments. */
  readonly listFile: string;
  /** Sizes of environments that were measured. */
  readonly sizesFile: string;
  /** What is made of environments to save their runs the time, a folder an environment in each. */
  readonly derived: readonly string[];
  /** An empty file for each environment that Reprise used and did not make; its time is the last use. */
  readonly uses: string;
}

export function pythonFolders(dataFolder: string): PythonFolders {
  const install = join(dataFolder, 'cache', 'install');
  return {
    environments: join(dataFolder, 'environments'),
    tools: join(dataFolder, 'tools'),
    install,
    uvCache: join(install, 'uv'),
    building: join(install, 'building'),
    built: join(dataFolder, 'cache', 'built'),
    resolutions: join(dataFolder, 'cache', 'resolutions'),
    trash: join(dataFolder, 'trash', 'environments'),
    listFile: join(dataFolder, 'cache', 'environments.json'),
    sizesFile: join(dataFolder, 'cache', 'environment-sizes.json'),
    derived: ['bytecode', 'fonts'].map((name) => join(dataFolder, 'cache', name)),
    uses: join(dataFolder, 'cache', 'environment-uses'),
  };
}
