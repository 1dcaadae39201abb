import type { TriedScript } from '../../src/core/actions/action';
import { diagnose, type Diagnosis } from '../../src/core/actions/diagnosis';
import { propose } from '../../src/core/actions/propose';
import { firstScript } from '../../src/core/generate/first-script';
import { toScript } from '../../src/core/generate/script-lines';
import type { PythonParser } from '../../src/core/ports/python-parser';
import { readReport } from '../../src/core/report/read-report';
import { digestOf } from '../../src/node/system/digest';
import type { Execution } from '../../src/protocol/execution';
import type { RecordLine } from '../../src/protocol/record/record';
import type { Script } from '../../src/protocol/script';
import type { Symptom } from '../../src/protocol/symptom';
import type { SnippetRunner } from './snippet-runner';

/** What came of a report's code after edit actions, each followed by a real run. */
export interface Repaired {
  readonly text: string;
  /** Actions in their order. */
  readonly actions: readonly string[];
  /** `Type: message` that ended the last run; null: it ran to its end. */
  readonly end: string | null;
  readonly stdout: string;
  readonly runs: number;
}

const nothing = { bytes: 0, tail: '' };

/** A symptom that none of the test's snippets shows, so that every repair is allowed. */
export const otherSymptom: Symptom = {
  id: 's',
  confidence: 1,
  span: null,
  author: 'report',
  kind: 'exception',
  type: 'ZeroDivisionError',
  message: null,
  blamed: null,
  phase: null,
};

export function executionOf(lines: readonly RecordLine[]): Execution {
  const failed = lines.some(({ type }) => type === 'exception');
  return {
    id: 'e',
    attemptId: 'a',
    purpose: 'search',
    mode: 'recorded',
    cold: false,
    seed: null,
    scriptDigest: digestOf(''),
    terminalId: 't',
    startedAt: '2026-01-01T00:00:00.000Z',
    result: {
      end: { kind: 'exited', code: failed ? 1 : 0 },
      durationMs: 1,
      stdout: nothing,
      stderr: nothing,
      record: { lines: [...lines], dropped: 0 },
      sandbox: { level: 'limitsOnly', network: 'none', reason: null },
    },
  };
}

/** Runs a report's code and lets the first new proposal change it, until none is left or the end is `until`. */
export async function repair(options: {
  readonly report: string;
  readonly runner: SnippetRunner;
  readonly parser: PythonParser;
  readonly until?: RegExp;
  readonly most?: number;
  readonly symptom?: Symptom;
}): Promise<Repaired> {
  const { report, parser, symptom = otherSymptom } = options;
  const { readOut } = readReport({ name: 'report.md', text: report, asOf: null });
  const first = firstScript({ readOut, source: report, digestOf });
  if (!first) throw new Error('The report of this test has no code.');
  let script: Script = first;
  const tried = new Set([script.digest]);
  const actions: string[] = [];
  const above = new Map<string, readonly string[]>();
  const misfits: TriedScript[] = [];
  const stops: { readonly script: Script; readonly diagnosis: Diagnosis }[] = [];
  for (let runs = 1; ; runs += 1) {
    const { lines, stdout } = await options.runner.run(script.text);
    const exception = lines.find((line) => line.type === 'exception')?.chain[0];
    const end = exception ? `${exception.type}: ${exception.message}` : null;
    const finished = { text: script.text, actions, end, stdout, runs };
    if (runs > (options.most ?? 6) || (end !== null && options.until?.test(end))) return finished;
    const diagnosis = diagnose(executionOf(lines));
    if (diagnosis) stops.unshift({ script, diagnosis });
    const line = exception?.frames.at(-1)?.line ?? 0;
    misfits.push({
      texts: [script.text, ...(above.get(script.digest) ?? [])],
      type: exception?.type ?? '',
      message: exception?.message ?? '',
      code: script.text.split('\n')[line - 1]?.trim() ?? '',
    });
    // What ran to its end asks for nothing but what it never called.
    const asking = end === null ? stops.slice(0, 1) : stops;
    const found = asking.flatMap((stop) =>
      propose({
        ...stop,
        symptom,
        readOut,
        source: report,
        parser,
        pythonVersion: '3.11.7',
        distributionOf: () => null,
        misfits,
        ways: 'likeliest',
      }).map((proposal) => ({ proposal, from: stop.script })),
    );
    const next = found
      .sort((a, b) => (a.proposal.alternative ?? 0) - (b.proposal.alternative ?? 0))
      .find(
        ({ proposal: { change } }) => change.kind === 'script' && !tried.has(toScript(change.lines, digestOf).digest),
      );
    if (next?.proposal.change.kind !== 'script') return finished;
    const { proposal, from } = next;
    actions.push(...(proposal.before ?? []).map(({ action }) => action), proposal.action);
    script = toScript(next.proposal.change.lines, digestOf);
    above.set(script.digest, [from.text, ...(above.get(from.digest) ?? [])]);
    tried.add(script.digest);
  }
}
