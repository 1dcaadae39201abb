import os from 'node:os';
import path from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Client } from '../../../protocol/client';
import type { ReproductionOptions } from '../../../protocol/reproduction/options';
import { exitCodes } from '../../exit-codes';
import { readOptions, type TypedOptions } from '../../input/read-options';
import { badInput } from '../../input/refusal';
import { readTraffic, type TypedTraffic } from '../../input/read-traffic';
import { withHost } from '../../open-host';
import type { Surroundings } from '../../surroundings';
import { compareResults } from './compare-results';
import { comparisonLines } from './comparison-lines';
import type { Case, CaseResult } from './expected';
import { markdownOf } from './markdown';
import { readCases } from './read-cases';
import { readEarlier, readResults, writeResults, writeWhole } from './result-file';
import { runCase } from './run-case';
import { caseLine, minimisedLines, summarise, summaryLines } from './summary';

export interface EvaluateOptions extends TypedOptions, TypedTraffic {
  readonly only?: readonly string[];
  readonly torch?: string;
  readonly tensorflow?: string;
  readonly jobs?: string;
  readonly out?: string;
  /** Results of an earlier evaluation to compare with. */
  readonly against?: string;
  readonly markdown?: string;
  readonly resume?: boolean;
  readonly keep?: boolean;
  readonly minimise?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

/** What a run with a framework takes at most, with its interpreter and its data. */
const BYTES_PER_CASE = 3_000_000_000;
/** Cases are small: a run that takes longer hangs. */
const SECONDS_PER_EXECUTION = '120';
/** A shorter script has to show the fault in each of so many runs. */
const REPEATS_OF_SHORTER = '5';

function jobsOf(typed: string | undefined): number {
  if (typed === undefined) return Math.max(1, Math.min(os.cpus().length, Math.floor(os.freemem() / BYTES_PER_CASE)));
  const jobs = Number(typed);
  if (!/^\d+$/.test(typed) || jobs < 1 || jobs > 64) {
    throw badInput('jobs', 'cli.option.count', { option: 'jobs', value: typed, most: 64 });
  }
  return jobs;
}

/** Options of a case by its framework. A case of a time gets no given environment: finding its own is what it tests. */
async function optionsByCase(
  surroundings: Surroundings,
  typed: EvaluateOptions,
): Promise<(given: Case) => Partial<ReproductionOptions>> {
  const { workingFolder, environmentBlock } = surroundings;
  const place = { workingFolder, interactive: false, environmentBlock };
  const read = async (environment: string | undefined): Promise<Partial<ReproductionOptions>> => {
    const { environment: _, ...others } = typed;
    const repeats = typed.minimise === true ? { repeats: REPEATS_OF_SHORTER } : {};
    const limited = { timeLimit: SECONDS_PER_EXECUTION, ...repeats, ...others };
    return readOptions(environment === undefined ? limited : { ...limited, environment }, place);
  };
  const open = await read(undefined);
  const torch = await read(typed.torch ?? typed.environment);
  const tensorflow = await read(typed.tensorflow ?? typed.environment);
  const other = await read(typed.environment);
  return ({ expected }) => {
    if (expected.exclude_newer !== undefined) return open;
    if (expected.framework === 'pytorch') return torch;
    return expected.framework === 'tensorflow-keras' ? tensorflow : other;
  };
}

/** `reprise evaluate DIR`: reproduces every case of a folder from its report alone and compares with what is known of it. */
export async function evaluate(surroundings: Surroundings, folder: string, typed: EvaluateOptions): Promise<number> {
  const { workingFolder, output } = surroundings;
  if (typed.resume && typed.out === undefined) throw badInput('resume', 'cli.evaluate.resumeWithoutOut');
  const jobs = jobsOf(typed.jobs);
  const before = typed.against === undefined ? null : await readEarlier(path.resolve(workingFolder, typed.against));
  const optionsOf = await optionsByCase(surroundings, typed);
  const cases = await readCases({ folder, workingFolder, only: typed.only ?? [] });
  const traffic = readTraffic(typed, workingFolder);
  const file = typed.out === undefined ? null : path.resolve(workingFolder, typed.out);
  const earlier = file !== null && typed.resume ? await readResults(file) : [];
  const results = earlier.filter(({ id }) => cases.some((given) => given.id === id));
  const waiting = cases.filter(({ id }) => !results.some((result) => result.id === id));
  const write = (line: string): void => void output.write(`${line}\n`);

  const runWaiting = async ({ client }: { readonly client: Client }): Promise<boolean> => {
    const running = new Set<string>();
    let stopped = false;
    const ignoreInterrupts = surroundings.onInterrupt(() => {
      stopped = true;
      for (const reproductionId of running) cancel(client, reproductionId);
    });
    const work = async (): Promise<void> => {
      for (let given = waiting.shift(); given && !stopped; given = waiting.shift()) {
        let current: string | null = null;
        const result = await runCase({
          client,
          case: given,
          options: optionsOf(given),
          keep: typed.keep === true,
          minimise: typed.minimise === true,
          onRunning: (id) => {
            if (current !== null) running.delete(current);
            current = id;
            if (id !== null) running.add(id);
          },
        });
        // A case that was cut off says nothing, and is run again when the evaluation is taken up.
        if (stopped) return;
        results.push(result);
        if (file !== null) await writeResults(file, ordered(cases, results));
        write(typed.json ? JSON.stringify({ type: 'case', ...result }) : caseLine(result));
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, work));
    } finally {
      ignoreInterrupts();
    }
    return !stopped;
  };
  // Comparing results that are all there needs no host, and goes on beside one.
  const finished = waiting.length === 0 || (await withHost(surroundings, typed.home, runWaiting, traffic));
  const all = ordered(cases, results);
  const summary = summarise(all);
  if (typed.json) write(JSON.stringify({ type: 'summary', ...summary }));
  else for (const line of summaryLines(summary)) write(line);
  if (!typed.json) for (const line of minimisedLines(all)) write(line);
  const comparison = before === null ? null : compareResults({ before: chosen(before, typed.only), after: all });
  if (comparison && typed.json) write(JSON.stringify({ type: 'comparison', ...comparison }));
  else if (comparison) for (const line of comparisonLines(comparison)) write(line);
  if (typed.markdown !== undefined) {
    await writeWhole(path.resolve(workingFolder, typed.markdown), markdownOf({ summary, results: all, comparison }));
  }
  if (!finished) write(typed.json ? JSON.stringify({ type: 'stopped' }) : message('cli.evaluate.stopped'));
  if (!finished) return exitCodes.cancelled;
  return comparison !== null && comparison.regressions.length > 0 ? exitCodes.notReproduced : exitCodes.done;
}

/** Cases that were not asked for this time are not missing. */
function chosen(results: readonly CaseResult[], only: readonly string[] = []): readonly CaseResult[] {
  return only.length === 0 ? results : results.filter(({ id }) => only.includes(id));
}

function cancel(client: Client, reproductionId: string): void {
  client.call('reproduction/cancel', { reproductionId }).catch(() => undefined);
}

function ordered(cases: readonly Case[], results: readonly CaseResult[]): readonly CaseResult[] {
  return cases.flatMap(({ id }) => results.filter((result) => result.id === id));
}
