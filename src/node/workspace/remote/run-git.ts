import type { Progress } from '../../../core/ports/cancellation';
import { message } from '../../../protocol/catalogue/catalogue';
import { RepriseError } from '../../../protocol/errors';
import type { ProjectAddress } from '../../../protocol/project-address';
import { refuseOffline } from '../../network/offline';
import type { RunProcess } from '../../process/types';

export type RemoteAddress = Extract<ProjectAddress, { readonly kind: 'remote' }>;

/** What starting git needs of the machine. */
export interface GitMachine {
  readonly runProcess: RunProcess;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}

const LIMIT_MINUTES = 15;
const LIMIT_GIGABYTES = 6;
/** Said by git before it fails; more is a server that talks. */
const MOST_SAID = 256 * 1024;

/** Variables of the user's that say how the network is reached; nothing else of the block goes to git. */
const networkVariables =
  /^(?:(?:https?|all|no)_proxy|SSL_CERT_(?:FILE|DIR)|GIT_SSL_CAINFO|CURL_CA_BUNDLE|SSH_AUTH_SOCK|PATH|SystemRoot|TEMP|TMPDIR)$/i;

/** What git is told in every call: no setting of the machine or of a repository can start a program or ask a question. */
const settings = [
  'credential.helper=',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'http.lowSpeedLimit=500',
  'http.lowSpeedTime=60',
];

/**
 * Runs git on a folder of ours. `arguments_` are written by us; an address only where git takes it from the folder's settings.
 * Errors: `badInput` without git, `unavailable` offline and where it fails or goes over a limit; the signal's reason on cancellation.
 */
export async function runGit(
  options: {
    readonly folder: string;
    readonly arguments_: readonly string[];
    readonly address: RemoteAddress;
  } & GitMachine,
  progress: Progress,
): Promise<void> {
  const { folder, arguments_, address, runProcess, environmentBlock } = options;
  progress.signal.throwIfAborted();
  refuseOffline(environmentBlock, address.url);
  const said: Buffer[] = [];
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  progress.signal.addEventListener('abort', abort);
  try {
    const { end } = await runProcess({
      command: {
        program: 'git',
        arguments: [
          ...settings.flatMap((setting) => ['-c', setting]),
          ...['-c', `protocol.${address.protocol}.allow=always`, '--git-dir=.git'],
          ...arguments_,
        ],
        workingFolder: folder,
        environment: environmentFor(environmentBlock, folder, address),
        level: { level: 'limitsOnly', network: 'open', reason: null },
      },
      limits: {
        seconds: LIMIT_MINUTES * 60,
        memoryBytes: null,
        outputBytes: MOST_SAID,
        processes: null,
        diskBytes: LIMIT_GIGABYTES * 1024 ** 3,
        diskFolder: folder,
      },
      signal: controller.signal,
      input: null,
      onStdout: () => undefined,
      onStderr: (bytes) => {
        said.push(bytes);
      },
    });
    progress.signal.throwIfAborted();
    if (end.kind === 'exited' && end.code === 0) return;
    if (end.kind === 'couldNotStart')
      throw new RepriseError('badInput', message('project.remote.noGit'), { field: 'project' });
    const limits = { address: address.url, gigabytes: LIMIT_GIGABYTES, minutes: LIMIT_MINUTES };
    const words =
      end.kind === 'exited'
        ? message('project.remote.failed', { address: address.url, reason: lastWords(Buffer.concat(said)) })
        : message('project.remote.limit', limits);
    throw new RepriseError('unavailable', words, { what: 'repository' });
  } finally {
    progress.signal.removeEventListener('abort', abort);
  }
}

function environmentFor(
  block: Readonly<Record<string, string | undefined>>,
  folder: string,
  { protocol }: RemoteAddress,
): Readonly<Record<string, string>> {
  const kept = Object.entries(block).flatMap(([name, value]) =>
    value !== undefined && networkVariables.test(name) ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(kept),
    // No settings, no stored passwords, no questions.
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    SSH_ASKPASS: '/bin/false',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oPermitLocalCommand=no -oClearAllForwardings=yes -oForwardAgent=no',
    GIT_SSH_VARIANT: 'ssh',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
}

/** The last thing that git itself said, as one line without what a terminal would act on. */
function lastWords(bytes: Buffer): string {
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim())
    .filter((line) => line !== '' && !line.startsWith('remote:'));
  const last = lines.filter((line) => line.startsWith('fatal:')).at(-1) ?? lines.at(-1) ?? 'git';
  return last.replace(/^fatal:\s*/, '').slice(0, 300);
}
