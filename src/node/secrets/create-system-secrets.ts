import type { Secrets } from '../../core/ports/secrets';
import { message } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import { RepriseError } from '../../protocol/errors';
import type { RunProcess } from '../process/types';
import { keyTools, type KeyCommand, type KeyTool } from './key-tools';

const LIMIT_SECONDS = 5;
const MOST_BYTES = 64 * 1024;
/** The variables by which these tools find the session, and its person. */
const passed = ['PATH', 'HOME', 'USER', 'LOGNAME', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY'] as const;

type Answer = { readonly end: 'done' | 'failed' | 'slow' | 'absent'; readonly stdout: string; readonly stderr: string };

/**
 * Keys in the system's own store, through the tool that the system brings for it: `secret-tool` (libsecret) on Linux, `security` on
 * macOS. A key goes to a tool by its standard input, never by its arguments, which other programs can read.
 */
export function createSystemSecrets(options: {
  readonly platform: NodeJS.Platform;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly runProcess: RunProcess;
}): Secrets {
  const { platform, environmentBlock, runProcess } = options;
  const tool = keyTools[platform];
  const environment = Object.fromEntries(
    [...passed, 'WAYLAND_DISPLAY'].flatMap((name) => {
      const value = environmentBlock[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

  async function call({ program, arguments: words, input }: KeyCommand): Promise<Answer> {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const limits = { memoryBytes: null, processes: null, diskBytes: null, diskFolder: null };
    const { end } = await runProcess({
      command: {
        ...{ program, arguments: words, workingFolder: '/', environment: { ...environment, LC_ALL: 'C' } },
        level: { level: 'limitsOnly', network: 'open', reason: null },
      },
      limits: { ...limits, seconds: LIMIT_SECONDS, outputBytes: MOST_BYTES },
      signal: new AbortController().signal,
      input,
      onStdout: (bytes) => void stdout.push(bytes),
      onStderr: (bytes) => void stderr.push(bytes),
    });
    const text = (chunks: readonly Buffer[]): string => Buffer.concat([...chunks]).toString('utf8');
    const isDone = end.kind === 'exited' && end.code === 0;
    const how = isDone
      ? 'done'
      : end.kind === 'couldNotStart'
        ? 'absent'
        : end.kind === 'timeLimit'
          ? 'slow'
          : 'failed';
    return { end: how, stdout: text(stdout), stderr: text(stderr) };
  }

  /** Why there is no store to be used; null: there is one. Asks for a key that nobody keeps. */
  async function reasonAgainst(known: KeyTool): Promise<string | null> {
    if (known.session !== null && !environmentBlock[known.session]) return message('keys.noSession');
    const { end, stderr } = await call(known.read('availability'));
    switch (end) {
      case 'absent':
        return message('keys.noTool', { tool: known.name, package: known.package });
      case 'slow':
        return message('cli.keys.slow');
      case 'done':
        return null;
      case 'failed':
        return known.isMissing(stderr) ? null : message('keys.refused', { detail: stderr.trim().slice(0, 200) });
      default:
        return assertNever(end);
    }
  }

  async function describe(): Promise<{ readonly available: boolean; readonly reason: string | null }> {
    const reason = tool ? await reasonAgainst(tool) : message('keys.noStore');
    return { available: reason === null, reason };
  }

  async function change(commandOf: (known: KeyTool) => KeyCommand, mayBeMissing: boolean): Promise<void> {
    const { reason } = await describe();
    if (!tool || reason !== null) throw unavailable(reason ?? message('keys.noStore'));
    const { end, stderr } = await call(commandOf(tool));
    if (end === 'done' || (mayBeMissing && end === 'failed' && tool.isMissing(stderr))) return;
    throw unavailable(
      end === 'slow' ? message('cli.keys.slow') : message('keys.refused', { detail: stderr.trim().slice(0, 200) }),
    );
  }

  return {
    describe,
    read: async (name) => {
      if (!tool || (tool.session !== null && !environmentBlock[tool.session])) return null;
      const { end, stdout } = await call(tool.read(name));
      const value = stdout.replace(/\r?\n$/, '');
      return end === 'done' && value !== '' ? value : null;
    },
    write: (name, value) => change((known) => known.write(name, value), false),
    remove: (name) => change((known) => known.remove(name), true),
  };
}

function unavailable(reason: string): RepriseError<'unavailable'> {
  return new RepriseError('unavailable', reason, { what: 'secrets' });
}
