import { execFile } from 'node:child_process';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';

/**
 * The token of the `gh` tool, on the user's own wish. A box without a key store can let it wait without end: it has 20 s.
 * Errors: `badInput` where it is not there, not signed in, or too slow. What it prints is in no message.
 */
export function askGh(options: {
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly program?: string;
  readonly limitMs?: number;
}): Promise<string> {
  const { environmentBlock, program = 'gh', limitMs = 20_000 } = options;
  return new Promise((resolve, reject) => {
    const refuse = (key: 'share.gh.absent' | 'share.gh.slow' | 'share.gh.signedOut'): void =>
      reject(new RepriseError('badInput', message(key), { field: 'gh' }));
    execFile(
      program,
      ['auth', 'token'],
      {
        env: { ...environmentBlock, GH_PROMPT_DISABLED: '1' },
        timeout: limitMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error, stdout) => {
        const token = stdout.trim();
        if (error?.code === 'ENOENT') return refuse('share.gh.absent');
        if (error?.killed === true) return refuse('share.gh.slow');
        if (error || !/^[\w-]{10,400}$/.test(token)) return refuse('share.gh.signedOut');
        resolve(token);
      },
    ).stdin?.end();
  });
}
