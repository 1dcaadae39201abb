import { message } from '../../protocol/catalogue/catalogue';
import type { ReportReadOut } from '../../protocol/report';
import type { AttemptEdit, Script } from '../../protocol/script';
import type { Symptom } from '../../protocol/symptom';
import { carryProvenance } from '../generate/carry-provenance';
import type { DigestOf } from '../ports/digests';
import type { PythonParser } from '../ports/python-parser';
import { isJudged } from '../verify/shown';
import { controlRules, stepRules, trialRules } from './catalogue';
import { readCode, type CodeFacts } from './code-facts';
import type { Removal } from './control-rule';
import { reportedFixes } from './reported-fixes';
import { applyEdits, type TextEdit } from './text-edits';

/** The script with its trigger taken away, in one of the ways that may be it. */
export interface ControlCandidate {
  readonly basis: Extract<AttemptEdit, { kind: 'control' }>['basis'];
  /** Name of the rule that made it. */
  readonly rule: string;
  /** What it changes, in a sentence for people. */
  readonly reason: string;
  readonly script: Script;
}

export interface ControlQuestion {
  readonly script: Script;
  readonly symptom: Symptom;
  readonly readOut: ReportReadOut;
  /** The report's text. */
  readonly source: string;
  readonly parser: PythonParser;
  readonly digestOf: DigestOf;
}

/** More than these are not tried: what stands behind them in the table is less and less likely. */
const MOST_CANDIDATES = 16;
/** So many faults of the steps are taken away two at a time. */
const MOST_TOGETHER = 3;

/**
 * What may be tried as a control, the likeliest first: what the report itself says cures it, then what the table of known
 * faults finds in the script. An exception needs none; for it only the report's own cure is worth a run. Pure and deterministic.
 */
export function proposeControls(question: ControlQuestion): readonly ControlCandidate[] {
  const { script, symptom, parser, digestOf } = question;
  const facts = readCode(script.text, parser);
  const found: ControlCandidate[] = [];
  const seen = new Set([script.text]);
  const add = (basis: ControlCandidate['basis'], rule: string, reason: string, text: string): void => {
    if (seen.has(text) || found.length >= MOST_CANDIDATES) return;
    seen.add(text);
    if (parser.parse(text).hasError && !facts.tree.hasError) return;
    const provenance = [...carryProvenance(script, text)];
    found.push({ basis, rule, reason, script: { text, digest: digestOf(text), provenance } });
  };
  for (const fix of reportedFixes(question)) add('reportedFix', 'reported-fix', fix.reason, fix.text);
  if (isJudged(symptom)) return found;
  const made = controlRules
    .filter((rule) => rule.causes(symptom))
    .flatMap((rule) =>
      rule.remove(facts, symptom).flatMap((removal) => {
        const edits = usable(removal, facts);
        return edits ? [{ rule, edits, changed: message(...removal.changed) }] : [];
      }),
    );
  const shown = made.filter(({ rule }) => !trialRules.has(rule.name));
  for (const { rule, edits, changed } of shown)
    add('triggerRemoved', rule.name, changed, applyEdits(script.text, edits));
  // Faults that stand beside each other hide what taking one of them away does.
  const steps = shown.filter(({ rule }) => stepRules.has(rule.name));
  for (const [index, one] of steps.slice(0, MOST_TOGETHER).entries()) {
    for (const other of steps.slice(index + 1, MOST_TOGETHER)) {
      if (one.rule === other.rule) continue;
      const reason = message('control.together', { one: one.changed, other: other.changed });
      const name = `${one.rule.name} ${other.rule.name}`;
      add('triggerRemoved', name, reason, applyEdits(script.text, [...one.edits, ...other.edits]));
    }
  }
  for (const { rule, edits, changed } of made.filter(({ rule: own }) => trialRules.has(own.name)))
    add('triggerRemoved', rule.name, changed, applyEdits(script.text, edits));
  return found;
}

/** A removal that leaves the observation alone; null: it cannot be made, or it would change what is looked at. */
function usable({ edits }: Removal, { text }: CodeFacts): readonly TextEdit[] | null {
  const made = edits.filter((edit) => edit !== null);
  if (made.length < edits.length) return null;
  const kept = made.filter(
    ({ start, end }) => start === end || !/reprise_observe\(|_before\b/.test(lineAround(text, start)),
  );
  return kept.length === 0 ? null : kept;
}

function lineAround(text: string, index: number): string {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return text.slice(start, end < 0 ? text.length : end);
}
