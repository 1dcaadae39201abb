import { execFileSync } from 'node:child_process';

/** git as a test calls it: no settings of this machine count, and times are as given. */
export function git(folder: string, args: readonly string[], day = '2024-01-01'): string {
  return execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', '-c', 'gc.auto=0', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_DATE: `${day}T12:00:00Z`,
      GIT_COMMITTER_DATE: `${day}T12:00:00Z`,
    },
  }).trim();
}
