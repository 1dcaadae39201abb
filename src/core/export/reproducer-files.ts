import type { Attempt } from '../../protocol/attempt';
import type { ReadyEnvironment } from '../../protocol/environment';
import type { Execution } from '../../protocol/execution';
import type { Symptom } from '../../protocol/symptom';
import type { Verdict } from '../../protocol/verdict';
import type { DigestOf } from '../ports/digests';
import { controlFile } from './control-file';
import { metadataFor } from './metadata';
import { readmeFor } from './readme';
import { redact } from './redact';
import { seenOutput } from './seen-output';

/** What the files of a reproducer are written from. */
export interface ReproducerFacts {
  readonly title: string;
  /** The exported form: the bytes that ran in the confirming run. */
  readonly script: string;
  /** What the reproduction started from. */
  readonly report: string;
  /**
   * The script with its trigger taken away, as it ran, and what it changes; null: none was made. `lock`: the script is the same, and the
   * packages of another release are these, for this interpreter.
   */
  readonly control: {
    readonly script: string;
    readonly reason: string;
    readonly lock?: string;
    readonly pythonVersion?: string;
  } | null;
  readonly symptom: Symptom;
  readonly verdict: Verdict;
  readonly environment: ReadyEnvironment;
  readonly asOf: string | null;
  readonly executions: readonly Execution[];
  /** Attempts from the report's code to the script, the first one first. */
  readonly edits: readonly Pick<Attempt, 'number' | 'edit'>[];
  readonly writtenAt: string;
  readonly digestOf: DigestOf;
}

/** The attempts that led to this one, itself last. */
function lineage(attempt: Attempt, attempts: readonly Attempt[]): readonly Attempt[] {
  const line: Attempt[] = [];
  const seen = new Set<string>();
  for (
    let current: Attempt | undefined = attempt;
    current && !seen.has(current.id);
    current = attempts.find(({ id }) => id === line[0]?.parentId)
  ) {
    seen.add(current.id);
    line.unshift(current);
  }
  return line;
}

/**
 * The reproducer's files. The script is shipped byte for byte as it ran, so all that is said about it stands beside it;
 * home folders and user names are taken out of the texts.
 */
export function reproducerFiles(
  options: Omit<ReproducerFacts, 'edits'> & { readonly attempt: Attempt; readonly attempts: readonly Attempt[] },
): readonly { readonly path: string; readonly text: string }[] {
  const facts: ReproducerFacts = { ...options, edits: lineage(options.attempt, options.attempts) };
  const lock = options.environment.lock;
  return [
    { path: 'reproducer.py', text: options.script },
    ...controlFiles(options.control),
    { path: 'README.md', text: readmeFor(facts) },
    { path: 'requirements.lock', text: lock === '' || lock.endsWith('\n') ? lock : `${lock}\n` },
    { path: 'reproduction.json', text: metadataFor(facts) },
    { path: 'report.md', text: redact(facts.report) },
    { path: 'run.log', text: redact(seenOutput(facts)) },
  ];
}

function controlFiles(
  control: ReproducerFacts['control'],
): readonly { readonly path: string; readonly text: string }[] {
  if (!control) return [];
  return [{ path: controlFile(control), text: control.lock ?? control.script }];
}
