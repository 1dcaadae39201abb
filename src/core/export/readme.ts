import { message } from '../../protocol/catalogue/catalogue';
import type { RuleResult } from '../../protocol/verdict';
import { describeSymptom } from '../plan/describe-symptom';
import { controlFile } from './control-file';
import { fenced } from './forms/fenced';
import { plainLine } from './forms/plain-line';
import { redact } from './redact';
import type { ReproducerFacts } from './reproducer-files';
import { seenOutput } from './seen-output';

function fencedText(text: string): string {
  return fenced(redact(text));
}

function plain(text: string): string {
  return plainLine(redact(text));
}

const marks: Readonly<Record<RuleResult['result'], string>> = {
  passed: 'passed',
  failed: 'failed',
  waived: 'waived',
  notReached: 'not reached',
};

function ruleLines(rules: readonly RuleResult[]): readonly string[] {
  return rules.map(({ rule, result, evidence }) => {
    // What only points at a place of the report says nothing without the report beside it.
    const told = evidence.filter(({ reference, text }) => reference?.kind !== 'report' || text.endsWith('.'));
    const why = told.map(({ text }) => plain(text)).join(' ');
    return `- **${rule}** (${marks[result]})${why === '' ? '' : `: ${why}`}`;
  });
}

function seriesOf(python: string): string {
  return /^\d+\.\d+/.exec(python)?.[0] ?? python;
}

function runCommand(series: string, lock: string, script: string): string {
  return `uv run --no-project --isolated --python ${series} --with-requirements ${lock} ${script}`;
}

/** The page that goes with a reproducer: what it shows, why that counts, how to run it. */
export function readmeFor(facts: ReproducerFacts): string {
  const { environment, verdict } = facts;
  const python = environment.pythonVersion;
  const series = seriesOf(python);
  const seeds = [...new Set(facts.executions.flatMap(({ seed }) => (seed === null ? [] : [String(seed)])))];
  return [
    `# ${plain(facts.title)}`,
    '',
    message('export.what', { symptom: plain(describeSymptom(facts.symptom)) }),
    '',
    `## ${message('export.runTitle')}`,
    '',
    ...(facts.script.includes('\n# /// script\n')
      ? [message('export.runAlone'), '', '```', 'uv run reproducer.py', '```', '', message('export.runWithLock'), '']
      : []),
    '```',
    runCommand(series, 'requirements.lock', 'reproducer.py'),
    '```',
    '',
    message('export.runWithPip', { python: series }),
    '',
    '```',
    'python -m venv environment',
    'environment/bin/python -m pip install -r requirements.lock',
    'environment/bin/python reproducer.py',
    '```',
    '',
    `## ${message('export.seenTitle')}`,
    '',
    message('export.expected', { symptom: plain(describeSymptom(facts.symptom).replace(/\.+$/, '')) }),
    '',
    fencedText(seenOutput(facts)),
    '',
    `## ${message('export.verdictTitle', { outcome: verdict.outcome })}`,
    '',
    ...ruleLines(verdict.rules),
    '',
    ...(facts.control === null
      ? []
      : [
          `## ${message('export.controlTitle')}`,
          '',
          message(facts.control.lock === undefined ? 'export.control' : 'export.controlVersion', {
            changed: plain(facts.control.reason),
          }),
          '',
          '```',
          facts.control.lock === undefined
            ? runCommand(series, 'requirements.lock', controlFile(facts.control))
            : runCommand(seriesOf(facts.control.pythonVersion ?? python), controlFile(facts.control), 'reproducer.py'),
          '```',
          '',
        ]),
    `## ${message('export.environmentTitle')}`,
    '',
    message('export.environment', { python, count: environment.packages.length }),
    ...(facts.asOf === null ? [] : [message('export.asOf', { date: facts.asOf })]),
    ...environment.differences.map((difference) => `- ${plain(difference)}`),
    ...(seeds.length === 0 ? [] : ['', message('export.seeds', { seeds: seeds.join(', ') })]),
    '',
    `## ${message('export.editsTitle')}`,
    '',
    ...facts.edits.map(({ number, edit }) => `${number}. ${plain(edit.reason)}`),
    '',
  ].join('\n');
}
