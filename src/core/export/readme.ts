import { message } from '../../protocol/catalogue/catalogue';
import type { RuleResult } from '../../protocol/verdict';
import { describeSymptom } from '../plan/describe-symptom';
import { redact } from './redact';
import type { ReproducerFacts } from './reproducer-files';

/** One line of text without marks that Markdown would read: untrusted text stays text. */
function plain(text: string): string {
  return redact(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}

/** A fenced block whose fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${redact(text).trimEnd()}\n${fence}`;
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

/** Paths of this machine as the reader has them: the script beside this page, and an environment of the reader's own. */
function localPaths(text: string, facts: ReproducerFacts): string {
  const { prefix } = facts.environment;
  const script = text.replace(/(["'\s(])(?:[A-Za-z]:)?[^"'\n]{0,400}[\\/]reproducer\.py/g, '$1reproducer.py');
  return prefix.length > 1 ? script.replaceAll(prefix, 'environment') : script;
}

function seenOutput(facts: ReproducerFacts): string {
  const plainRun = facts.executions.find(({ mode, result }) => mode === 'plain' && result !== null);
  const run = plainRun ?? facts.executions[0];
  const output = [run?.result?.stdout.tail ?? '', run?.result?.stderr.tail ?? ''].filter((text) => text.trim() !== '');
  const whole = output.join('\n');
  return localPaths(whole.length > 8000 ? `…\n${whole.slice(-8000)}` : whole, facts);
}

/** The page that goes with a reproducer: what it shows, why that counts, how to run it. */
export function readmeFor(facts: ReproducerFacts): string {
  const { environment, verdict } = facts;
  const python = environment.pythonVersion;
  const series = /^\d+\.\d+/.exec(python)?.[0] ?? python;
  const seeds = [...new Set(facts.executions.flatMap(({ seed }) => (seed === null ? [] : [String(seed)])))];
  return [
    `# ${plain(facts.title)}`,
    '',
    message('export.what', { symptom: plain(describeSymptom(facts.symptom)) }),
    '',
    `## ${message('export.runTitle')}`,
    '',
    '```',
    `uv run --no-project --isolated --python ${series} --with-requirements requirements.lock reproducer.py`,
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
    fenced(seenOutput(facts)),
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
