import { controlFile } from './control-file';
import type { ReproducerFacts } from './reproducer-files';
import { redact } from './redact';

/** Version of `reproduction.json`. */
export const REPRODUCER_VERSION = 1;

/** What a program wants to know of a reproducer, as JSON. Paths of this machine are left out. */
export function metadataFor(facts: ReproducerFacts): string {
  const { environment, verdict, symptom } = facts;
  const metadata = {
    version: REPRODUCER_VERSION,
    title: redact(facts.title),
    writtenAt: facts.writtenAt,
    symptom: JSON.parse(redact(JSON.stringify(symptom))) as unknown,
    outcome: verdict.outcome,
    byAnalogy: verdict.byAnalogy,
    observed: verdict.observed === null ? null : redact(verdict.observed),
    rules: verdict.rules.map(({ rule, result, evidence }) => ({
      rule,
      result,
      evidence: evidence.map(({ text }) => redact(text)),
    })),
    script: { file: 'reproducer.py', digest: facts.digestOf(facts.script) },
    control: facts.control && {
      file: controlFile(facts.control),
      digest: facts.digestOf(facts.control.lock ?? facts.control.script),
      changed: redact(facts.control.reason),
    },
    environment: {
      python: environment.pythonVersion,
      lock: 'requirements.lock',
      lockDigest: environment.lockDigest,
      asOf: facts.asOf,
      differences: environment.differences.map(redact),
    },
    executions: facts.executions.map(({ purpose, mode, cold, seed, result }) => ({
      purpose,
      mode,
      cold,
      seed,
      end: result?.end ?? null,
      durationMs: result ? Math.round(result.durationMs) : null,
      sandbox: result?.sandbox.level ?? null,
    })),
    edits: facts.edits.map(({ number, edit }) => ({
      attempt: number,
      kind: edit.kind,
      action: edit.kind === 'editAction' ? edit.action : null,
      reason: redact(edit.reason),
    })),
  };
  return `${JSON.stringify(metadata, null, 2)}\n`;
}
