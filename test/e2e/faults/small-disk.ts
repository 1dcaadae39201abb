import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A disk of its own at a folder, seen by the programs that are started in it alone. */
export interface SmallDisk {
  /** Before a program, to start it where the disk is. */
  readonly wrapper: readonly string[];
  /** The folder as others reach it. */
  readonly outside: string;
  /** Runs shell words where the disk is, with `$0` for its folder. Errors: throws what they print on a failure. */
  change(words: string): void;
  /** Lets nothing be written any more, or nothing in one of its folders; gives what takes that back. */
  setReadOnly(name?: string): () => void;
  remove(): Promise<void>;
}

/** Why there can be none here, or null. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  const tried = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /tmp']);
  return tried.status === 0 && spawnSync('nsenter', ['--version']).status === 0 ? null : 'nothing may be mounted here';
}

/** Mounts a disk of so many mebibytes in a namespace of its own, which goes with the process that holds it. */
export async function createSmallDisk(folder: string, mebibytes: number): Promise<SmallDisk> {
  const program = `mount -t tmpfs -o size=${mebibytes}m none "$0" && echo ready && exec cat`;
  const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', program, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(holder, 'exit');
  const lines = createInterface({ input: holder.stdout });
  await Promise.race([
    once(lines, 'line'),
    gone.then(() => {
      throw new Error('The disk was not mounted.');
    }),
  ]);
  const wrapper = ['nsenter', '--target', String(holder.pid), '--mount', '--wdns=/', '--'];
  const change = (words: string): void => {
    const [program = '', ...args] = [...wrapper, 'sh', '-c', words, folder];
    const done = spawnSync(program, args, { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${words}: ${done.stdout}${done.stderr}`);
  };
  return {
    wrapper,
    outside: `/proc/${holder.pid}/root${folder}`,
    change,
    setReadOnly: (name = '') => {
      const place = `"$0/${name}"`;
      // Busy is told while something is just being written.
      const tries = `for try in $(seq 200); do mount -o remount,bind,ro ${place} 2>&1 && exit 0; sleep 0.02; done; exit 1`;
      change(`mount --bind ${place} ${place} || exit 1; ${tries}`);
      return () => change(`umount ${place}`);
    },
    remove: async () => {
      holder.stdin.end();
      await gone;
    },
  };
}
