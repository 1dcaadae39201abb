import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript, ours, type ScriptLine } from '../generate/script-lines';
import type { Action, ActionState, Proposal, Touch } from './action';
import type { Diagnosis } from './diagnosis';
import { LONGEST_LINE, migratedLine, migrationsFor } from './migrate-text';
import type { Migration } from './migrations';

function rewrite(
  lines: readonly ScriptLine[],
  rows: readonly Migration[],
  spared: RegExp | null,
): readonly ScriptLine[] {
  return lines.map((line) => {
    if (spared?.test(line.text) ?? false) return line;
    const text = migratedLine(line.text, rows);
    return text === line.text ? line : { text, provenance: ours };
  });
}

function touchesOf(diagnosis: Diagnosis): readonly Touch[] {
  switch (diagnosis.kind) {
    case 'missingAttribute':
      return [{ fault: 'attribute', name: diagnosis.attribute }];
    case 'rejectedArgument':
      return [{ fault: 'argument', name: diagnosis.argument }];
    case 'missingModule':
      return [{ fault: 'module', name: diagnosis.module }];
    case 'missingName':
      return [{ fault: 'name', name: diagnosis.name }];
    default:
      return [];
  }
}

function proposeMigration(state: ActionState): readonly Proposal[] {
  const { text } = state.script;
  const lines = linesOfScript(state.script);
  const rows = migrationsFor(text);
  // The line that the report blames stays as it is: what it does is the fault.
  const blamed = state.symptom.kind === 'exception' ? (state.symptom.blamed?.code?.trim() ?? '') : '';
  const spared = blamed === '' ? null : new RegExp(`^\\s*${blamed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
  const next = rewrite(lines, rows, spared);
  const changed = next.filter((line, index) => line !== lines[index]);
  if (changed.length === 0) return [];
  const isMove = state.diagnosis.kind !== 'rejectedArgument';
  return [
    {
      action: isMove ? 'version-migration' : 'obsolete-parameter-removal',
      reason: message(isMove ? 'attempt.migrated' : 'attempt.renamedArguments', { count: changed.length }),
      touches: touchesOf(state.diagnosis),
      change: { kind: 'script', lines: next },
    },
  ];
}

/** Takes a named argument out of the calls that hand it on, wherever it stands on one line. */
function proposeRemoval(state: ActionState, argument: string): readonly Proposal[] {
  if (!/^\w{1,80}$/.test(argument)) return [];
  const value = String.raw`(?:[\w.+-]+|'[^'\n]*'|"[^"\n]*"|\([^()\n]*\)|\[[^\[\]\n]*\])`;
  const patterns = [
    new RegExp(String.raw`,\s*\b${argument}\s*=\s*${value}(?=\s*[,)])`),
    new RegExp(String.raw`(?<=^\s*)\b${argument}\s*=\s*${value}\s*(?:,\s*|(?=\)|$))`),
    new RegExp(String.raw`(?<=[(,]\s*)\b${argument}\s*=\s*${value}\s*,?\s*`),
  ];
  const lines = linesOfScript(state.script);
  const next = lines.map((line) => {
    if (line.text.length > LONGEST_LINE) return line;
    const text = patterns.reduce((current, pattern) => current.replace(pattern, ''), line.text);
    return text === line.text ? line : { text, provenance: ours };
  });
  if (next.every((line, index) => line === lines[index])) return [];
  return [
    {
      action: 'obsolete-parameter-removal',
      reason: message('attempt.removedArgument', { argument }),
      touches: [{ fault: 'argument', name: argument }],
      change: { kind: 'script', lines: next },
    },
  ];
}

/** Brings code to the installed release where that no longer knows what the code was written for. */
export const versionMigration: Action = {
  action: 'version-migration',
  propose: (state) => {
    const { diagnosis } = state;
    switch (diagnosis.kind) {
      case 'missingAttribute':
      case 'missingModule':
        return proposeMigration(state);
      case 'missingName':
        // Only where the name itself is what was renamed.
        return proposeMigration(state).filter(
          ({ change }) =>
            change.kind === 'script' &&
            change.lines.every(
              ({ text }) => !new RegExp(`(?<![\\w.])${diagnosis.name.replace(/\W/g, '')}\\b`).test(text),
            ),
        );
      case 'rejectedArgument':
        return [...proposeMigration(state), ...proposeRemoval(state, diagnosis.argument)];
      default:
        return [];
    }
  },
};
