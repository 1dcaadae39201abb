import type { Cancellation } from '../../core/ports/cancellation';
import type { Sandbox } from '../../core/ports/sandbox';
import type { Terminals, TerminalWriter } from '../../core/ports/terminals';
import type { ProcessEnd } from '../../protocol/execution';
import { message } from '../../protocol/catalogue/catalogue';
import type { RunInPty } from '../process/types';
import { confine, type Confining } from './confine';
import type { IndexProxy } from './index-proxy/open-index-proxy';
import { withSignal } from './link-signal';
import { plainText } from './uv/plain-text';

/** An installation that takes longer is stuck: gigabytes on a slow line are done by then. */
const LIMIT_SECONDS = 3600;
const TAIL_BYTES = 64 * 1024;
const COLUMNS = 80;
const ROWS = 30;

export type InstallerRun =
  | {
      readonly kind: 'ran';
      readonly end: ProcessEnd;
      readonly text: string;
      /** Places other than the index that were asked for in it, and refused. */
      readonly refused: readonly string[];
      /** Places of the index that could not be reached, so far. */
      readonly unreached: readonly string[];
    }
  | { readonly kind: 'noSandbox'; readonly reason: string };

/** Runs installers one after another in one terminal that the user sees. */
export interface Installer {
  /** A line of ours between the programs' own. */
  say(line: string): Promise<void>;
  /** `interpreter` starts the forwarder that leads a confined installer to the index. */
  run(confining: Confining & { readonly interpreter: string }, signal: Cancellation): Promise<InstallerRun>;
  close(): Promise<void>;
}

export interface InstallerParts {
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  readonly runInPty: RunInPty;
  readonly forwarder: string;
  readonly openProxy: () => Promise<IndexProxy>;
}

export async function openInstaller(
  parts: InstallerParts,
  options: { readonly terminalId: string; readonly reproductionId: string | null; readonly allowWeaker: boolean },
): Promise<Installer> {
  let control: { write(data: string): void; resize(columns: number, rows: number): void } | null = null;
  const writer = await parts.terminals.open({
    terminalId: options.terminalId,
    reproductionId: options.reproductionId,
    title: message('environment.terminal.title'),
    // Programs come and go in this terminal: keys and sizes go to the one that runs.
    control: {
      write: (data) => control?.write(data),
      resize: (columns, rows) => control?.resize(columns, rows),
    },
  });
  let proxy: Promise<IndexProxy> | null = null;
  let told = 0;
  const say = (line: string) => writer.write(Buffer.from(`${line}\r\n`, 'utf8'));

  /** Opened when first needed. Nothing is confined, and so nothing is led, where there is no sandbox. */
  async function wayFrom(interpreter: string): Promise<Pick<Confining, 'way'>> {
    if ((await parts.sandbox.describe()).level === 'limitsOnly') return {};
    proxy ??= parts.openProxy();
    return { way: { interpreter, forwarder: parts.forwarder, proxy: await proxy } };
  }

  /** What was refused since the last look, which the user is told. */
  async function refusedSince(): Promise<readonly string[]> {
    const refused = (await proxy)?.refused().slice(told) ?? [];
    told += refused.length;
    if (refused.length > 0) await say(message('environment.note.refusedElsewhere', { places: refused.join(', ') }));
    return refused;
  }

  return {
    say,
    close: async () => {
      await proxy?.then(
        (opened) => opened.close(),
        () => undefined,
      );
      await writer.close();
    },
    run: async ({ interpreter, ...confining }, cancellation) => {
      const way = confining.network === 'index' ? await wayFrom(interpreter) : {};
      const confined = await confine(parts.sandbox, { ...confining, ...way }, { allowWeaker: options.allowWeaker });
      if (confined.kind === 'noSandbox') return confined;
      const tail = createTail(writer);
      try {
        const { end } = await withSignal(cancellation, (signal) =>
          parts.runInPty({
            command: confined.command,
            limits: {
              seconds: LIMIT_SECONDS,
              memoryBytes: null,
              outputBytes: null,
              processes: null,
              diskBytes: null,
              diskFolder: null,
            },
            signal,
            columns: COLUMNS,
            rows: ROWS,
            onBytes: tail.take,
            onControl: (given) => {
              control = given;
            },
          }),
        );
        cancellation.throwIfAborted();
        const unreached = (await proxy)?.unreached() ?? [];
        return { kind: 'ran', end, text: plainText(tail.text()), refused: await refusedSince(), unreached };
      } finally {
        control = null;
      }
    },
  };
}

/** Shows all bytes and keeps the last of them, by which a failure is explained. */
function createTail(writer: TerminalWriter): { take(bytes: Buffer): Promise<void>; text(): string } {
  let kept = Buffer.alloc(0);
  return {
    take: (bytes) => {
      kept = Buffer.concat([kept, bytes]).subarray(-TAIL_BYTES);
      return writer.write(bytes);
    },
    text: () => kept.toString('utf8'),
  };
}
