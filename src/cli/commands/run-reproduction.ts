import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApprovalRequest } from '../../protocol/approval';
import { message } from '../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { answerByPolicy } from '../answer-by-policy';
import { askYesNo } from '../ask';
import { exitCodeOfOutcome, exitCodes } from '../exit-codes';
import { followReproduction } from '../follow-reproduction';
import type { OpenHost } from '../open-host';
import { answerOf, jsonLine } from '../render/json-line';
import { createPalette, oneLine } from '../render/palette';
import { progressLines } from '../render/progress';
import { createStatusLine } from '../render/status-line';
import { verdictLines } from '../render/verdict';
import { isInteractive, programName, wantsColour, type Surroundings } from '../surroundings';
import { writeOutFolder } from './out-folder';
import type { EventEnvelope } from '../../protocol/reproduction/events';

export interface RunOptions {
  readonly surroundings: Surroundings;
  readonly open: OpenHost;
  readonly reproductionId: string;
  /** Whether it was made just now, so that all its events are to be shown. */
  readonly isNew: boolean;
  readonly json: boolean;
  /** What is begun. Absent: the reproduction is started, or goes on. */
  readonly begin?: () => Promise<unknown>;
  /** Absolute folder for the reproducer; it is empty or absent. */
  readonly out: string | null;
  /** What is told at the end in place of the verdict, and the exit code. Absent: the verdict, and that of its outcome. */
  readonly ending?: (state: ReproductionState) => Ending;
}

export interface Ending {
  readonly lines: readonly string[];
  readonly exitCode: number;
  /** More of the last line of `--json`. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Starts a reproduction, shows it until it rests, writes what was asked for, and gives the exit code. */
export async function runReproduction(options: RunOptions): Promise<number> {
  const { surroundings, open, reproductionId, json, out } = options;
  const { client } = open;
  const palette = createPalette(wantsColour(surroundings));
  const interactive = isInteractive(surroundings) && !json;
  const asking = new AbortController();
  const status = interactive
    ? createStatusLine({ write: (text) => void surroundings.output.write(text), now: () => Date.now(), palette })
    : null;
  const print = (lines: readonly string[]): void => {
    if (lines.length > 0) status?.clear();
    for (const line of lines) surroundings.output.write(`${line}\n`);
  };
  let last: EventEnvelope | null = null;
  /** Questions wait for each other: there is one keyboard. */
  let asked: Promise<unknown> = Promise.resolve();

  const ignoreInterrupts = surroundings.onInterrupt(() => {
    asking.abort();
    if (!json) print([message('cli.stopping')]);
    // A reproduction that has just ended cannot be cancelled, and need not be.
    client.call('reproduction/cancel', { reproductionId }).catch(() => undefined);
  });
  try {
    const state = await followReproduction({
      client,
      reproductionId,
      afterSeq: options.isNew ? 0 : null,
      onAttached: (attached) => {
        if (!json && !options.isNew) print([message('cli.resuming', { title: oneLine(attached.title, 120) })]);
      },
      onEvent: (envelope, after) => {
        last = envelope;
        status?.follow(envelope, after);
        if (!json) print(progressLines(envelope, after, palette));
        // The line of the end waits, since it names files that are not written yet.
        else if (envelope.event.type !== 'reproduction/concluded') surroundings.output.write(jsonLine(envelope, null));
      },
      onRequest: answer,
      start: options.begin ?? (() => client.call('reproduction/start', { reproductionId })),
    });
    status?.end();
    const record = path.join(open.dataFolder, 'reproductions', reproductionId);
    const script = await finalScript(options, state, record);
    const written = out !== null && (await writeReproducer(options, state, out)) ? out : null;
    const ending = state.conclusion ? options.ending?.(state) : undefined;
    const told = answerOf(state, script);
    if (json && last) surroundings.output.write(jsonLine(last, told && { ...told, ...ending?.answer }));
    if (ending) {
      if (!json) print(ending.lines);
      return ending.exitCode;
    }
    if (!json) {
      const { text: report } = await client.call('report/read', { reproductionId });
      const program = programName(surroundings);
      print(verdictLines(state, { places: { record, script, out: written }, palette, report, program }));
    }
    return state.conclusion ? exitCodeOfOutcome(state.conclusion.outcome) : exitCodes.cancelled;
  } finally {
    status?.end();
    ignoreInterrupts();
  }

  function ask(question: string): Promise<boolean> {
    const answered = asked.then(() => askYesNo(surroundings, question, asking.signal));
    asked = answered.catch(() => undefined);
    return answered;
  }

  /** What would be sent, line by line, with nothing in it that a terminal obeys. */
  async function linesSent(digest: string): Promise<readonly string[]> {
    const { script } = await client.call('script/read', { reproductionId, digest });
    return script.text.split('\n').map((line) => oneLine(line, 2_000));
  }

  async function answer(request: ApprovalRequest, state: ReproductionState): Promise<void> {
    const policy = answerByPolicy(request.scope, state.options);
    const byPolicy = !interactive || policy === 'approved';
    if (!byPolicy && request.scope.kind === 'prompt') print(await linesSent(request.scope.text));
    const approved = byPolicy ? policy === 'approved' : await ask(oneLine(request.question, 600));
    if (asking.signal.aborted) return;
    await client.call('approval/answer', {
      reproductionId,
      requestId: request.id,
      digest: request.digest,
      answer: approved ? 'approved' : 'refused',
      by: byPolicy ? 'policy' : 'user',
    });
  }
}

/** Path of the last script: that of the reproducer, else a copy beside the record. Null: no script was made. */
async function finalScript({ open, reproductionId }: RunOptions, state: ReproductionState, record: string) {
  if (state.reproducer) return path.join(record, state.reproducer.folder, 'reproducer.py');
  const attempt = state.attempts.find(({ id }) => id === state.conclusion?.attemptId) ?? state.attempts.at(-1);
  if (!attempt) return null;
  const { script } = await open.client.call('script/read', { reproductionId, digest: attempt.scriptDigest });
  const file = path.join(record, 'script.py');
  await writeFile(file, script.text);
  return file;
}

async function writeReproducer({ open, reproductionId }: RunOptions, state: ReproductionState, out: string) {
  if (!state.reproducer) return false;
  const { files } = await open.client.call('reproducer/read', { reproductionId });
  await writeOutFolder(out, files);
  return true;
}
