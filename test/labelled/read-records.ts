import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readReport } from '../../src/core/report/read-report';
import type { JudgeInput } from '../../src/core/verify/judge';
import type { PythonParser } from '../../src/core/ports/python-parser';
import type { ReadyEnvironment } from '../../src/protocol/environment';
import type { Execution, ExecutionResult } from '../../src/protocol/execution';
import type { Symptom } from '../../src/protocol/symptom';
import type { Verdict } from '../../src/protocol/verdict';
import type { Label, SymptomWish } from './labelled-case';

/** A case with what really running it gave. One JSON line of `records.jsonl.gz`. */
export interface LabelledRecord {
  readonly name: string;
  readonly label: Label;
  readonly environment: string;
  readonly code: string;
  readonly script: string;
  /** What the report's code printed at its end. */
  readonly printed: string;
  readonly symptom: SymptomWish | null;
  readonly right: readonly Verdict['outcome'][];
  /** By seed, from 0. */
  readonly recorded: readonly ExecutionResult[];
  readonly plain: ExecutionResult;
  readonly control: ExecutionResult | null;
}

export function readRecords(): readonly LabelledRecord[] {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, 'records.jsonl.gz'))).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledRecord);
}

/** All that a verdict on a record rests on. Null: the report names no symptom, so there is nothing to judge. */
export function inputOf(record: LabelledRecord, parser: PythonParser): JudgeInput | null {
  const text = `# It goes wrong\n\n\`\`\`python\n${record.code}\n\`\`\`\n\n\`\`\`\n${record.printed}\n\`\`\`\n`;
  const { readOut, symptoms } = readReport({ name: 'report.md', text, asOf: null });
  const wish = record.symptom;
  const symptom = wish
    ? ({ ...wish, id: 'symptom-1', confidence: 1, span: null, author: 'user' } as Symptom)
    : symptoms[0];
  if (!symptom) return null;
  const digest = 'a'.repeat(64);
  const execution = (id: string, result: ExecutionResult, more: Partial<Execution>): Execution => ({
    id,
    attemptId: 'attempt-1',
    purpose: 'repeat',
    mode: 'recorded',
    cold: true,
    seed: null,
    scriptDigest: digest,
    terminalId: 'terminal-1',
    startedAt: '2026-11-30T00:00:00.000Z',
    result,
    ...more,
  });
  return {
    symptom,
    script: { text: record.script, digest, provenance: [] },
    executions: [
      ...record.recorded.map((result, seed) => execution(`execution-${seed}`, result, { seed })),
      execution('plain', record.plain, { purpose: 'confirm', mode: 'plain' }),
      ...(record.control ? [execution('control', record.control, { purpose: 'control' })] : []),
    ],
    environment: environmentOf(record.environment),
    installedFiles: new Map(),
    parser,
    readOut,
  };
}

function environmentOf(name: string): ReadyEnvironment {
  return {
    id: name,
    kind: 'reprise',
    prefix: `/environments/${name}`,
    interpreter: `/environments/${name}/bin/python`,
    pythonVersion: /^python-(.+)$/.exec(name)?.[1] ?? '3.11',
    packages: [],
    lock: '',
    lockDigest: 'b'.repeat(64),
    reused: true,
    differences: [],
  };
}
