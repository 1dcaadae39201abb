import type { ContextChunk } from '../../../protocol/context';
import type { PlanStep } from '../../../protocol/plan';
import type { ReportReadOut } from '../../../protocol/report';
import { redact } from '../../export/redact';
import { distributionByWord } from '../../report/framework-names';
import { normaliseName } from '../../../protocol/requirement';
import { fence, shorten } from '../boundary';
import { reportText, type Level } from '../report-text';

/** What a question is made of. All of it is material of others but for the environment's names. */
export interface PromptFacts {
  readonly readOut: ReportReadOut;
  /** The report's text. */
  readonly source: string;
  /** The symptom in words. */
  readonly symptom: string;
  /** `3.11.7`, with `name==version` of what is installed. Null: not made yet. */
  readonly environment: { readonly pythonVersion: string; readonly packages: readonly string[] } | null;
  readonly chunks: readonly ContextChunk[];
  readonly steps: readonly PlanStep[];
  /** What the user said, oldest first. */
  readonly messages: readonly string[];
  /** The report's technical parts alone. */
  readonly technicalOnly: boolean;
}

/** Characters of the project's parts that a question holds at most. */
export const CHUNK_CHARACTERS = 8_000;
const chunkCharacters: Readonly<Record<Level, number>> = { 0: CHUNK_CHARACTERS, 1: 3_000, 2: 0, 3: 0 };
const MOST_PACKAGES = 30;
const frameworks: ReadonlySet<string> = new Set(Object.values(distributionByWord));

/** Packages that a script may be about: the frameworks, and what the report names. The rest is there because of them. */
function packagesText(packages: readonly string[], source: string): string {
  const words = new Set((source.match(/[A-Za-z][\w.-]*/g) ?? []).map(normaliseName));
  const telling = packages.filter((one) => {
    const name = normaliseName(one.replace(/[=<>!~ ].*$/, ''));
    return frameworks.has(name) || words.has(name);
  });
  return (telling.length > 0 ? telling : packages).slice(0, MOST_PACKAGES).join(' ');
}

function chunksText(chunks: readonly ContextChunk[], level: Level): string {
  let left = chunkCharacters[level];
  const shown: string[] = [];
  for (const { file, firstLine, lastLine, text } of chunks) {
    if (text.length > left) continue;
    left -= text.length;
    shown.push(`# ${file}, lines ${firstLine} to ${lastLine}\n${text}`);
  }
  return redact(shown.join('\n\n'));
}

function stepsText(steps: readonly PlanStep[]): string {
  return steps
    .map(({ kind, text, comment }, at) => `${at + 1}. [${kind}] ${text}${comment === null ? '' : ` (${comment})`}`)
    .join('\n');
}

/** The parts that every question about a script has, fenced, as far as there is room. */
export function factsText(facts: PromptFacts, level: Level, boundary: string): string {
  const { readOut, source, environment, technicalOnly } = facts;
  const chunks = chunksText(facts.chunks, level);
  const { bugType } = readOut;
  return [
    `The bug report:\n${fence(boundary, 'report', reportText({ readOut, source, level, technicalOnly }))}`,
    `What must be seen in a real run:\n${fence(boundary, 'symptom', shorten(redact(facts.symptom), 1_000))}`,
    ...(bugType === null ? [] : [`Kind of bug, by the report's words: ${bugType}.`]),
    ...(environment === null
      ? []
      : [
          `The script runs on Python ${environment.pythonVersion} with these packages, what they need, and the standard library alone:\n${fence(boundary, 'packages', packagesText(environment.packages, source))}`,
        ]),
    ...(chunks === '' ? [] : [`Parts of the project:\n${fence(boundary, 'project', chunks)}`]),
    ...(facts.steps.length === 0
      ? []
      : [`The plan:\n${fence(boundary, 'plan', shorten(stepsText(facts.steps), 4_000))}`]),
    ...(facts.messages.length === 0
      ? []
      : [
          `What the person at work says, newest last. Follow it as far as the rules allow:\n${fence(boundary, 'wishes', shorten(facts.messages.slice(-5).join('\n'), 2_000))}`,
        ]),
  ].join('\n\n');
}
