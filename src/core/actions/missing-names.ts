import { message } from '../../protocol/catalogue/catalogue';
import type { EditAction, Script } from '../../protocol/script';
import { insertionIndex } from '../generate/insertion-index';
import { linesOfScript, ours, type ScriptLine } from '../generate/script-lines';
import type { Action, ActionState, EditStep, Proposal } from './action';
import type { SyntaxNode } from '../ports/python-parser';
import { readNames, type NameTable } from './free-names';
import { joinStatements, missingImports, type MissingImport } from './import-addition';
import { rowForDefinition } from './place-lines';
import { standInContext } from './stand-in-context';
import { buildStandIn, type StandIn, type StandInContext } from './stand-ins/build-stand-in';
import { dataForms, type DataForm } from './stand-ins/data-forms';
import { ownData } from './stand-ins/own-data';
import { exploreForms } from './explore-forms';

/** What stand-ins use, by the word that shows it. */
const standInImports: readonly (readonly [RegExp, string, string])[] = [
  [/(?<![\w.])np\./, 'np', 'import numpy as np'],
  [/\bpd\./, 'pd', 'import pandas as pd'],
  [/\btorch\./, 'torch', 'import torch'],
  [/(?<![\w.])pathlib\./, 'pathlib', 'import pathlib'],
  [/(?<![\w.])jnp\./, 'jnp', 'import jax.numpy as jnp'],
  [/(?<![\w.])jax\./, 'jax', 'import jax'],
  [/(?<![\w.])optax\./, 'optax', 'import optax'],
  [/(?<![\w.])tf\./, 'tf', 'import tensorflow as tf'],
  [/(?<![\w.])keras\./, 'keras', 'import keras'],
];

/** Modules that the stand-ins' own text names. */
const givenByUs: ReadonlySet<string> = new Set(standInImports.map(([, name]) => name));

/** Actions in the order in which their stand-ins rest on each other. */
const order: readonly EditAction[] = [
  'import-addition-dependency-resolution',
  'hyperparameter-initialization',
  'input-data-generation',
  'neural-network-construction',
  'model-tokenizer-download',
  'logging',
];

/** Inserts statements of ours in front of a row; behind the last line for null. */
function inserted(lines: readonly ScriptLine[], row: number | null, texts: readonly string[]): readonly ScriptLine[] {
  const at = row ?? lines.length;
  return [...lines.slice(0, at), ...texts.map((text) => ({ text, provenance: ours })), ...lines.slice(at)];
}

/** What holds for all forms of the data, and costs time to find in a long script. */
interface Situation {
  readonly state: ActionState;
  readonly diagnosed: string;
  readonly context: StandInContext;
  readonly imports: readonly MissingImport[];
  readonly barred: (name: string) => boolean;
  /** What was done before the names are looked at, and the names that this gave. */
  readonly prior: readonly EditStep[];
  readonly given: readonly string[];
}

/** Imports that the script and the stand-ins need and the script does not have. */
function importStatements({ context, imports, barred }: Situation, standIns: readonly StandIn[]) {
  const { bound } = context.names;
  const missing = imports.filter(({ name }) => !barred(name));
  const text = standIns.flatMap(({ lines }) => lines).join('\n');
  const own = standInImports
    .filter(([pattern, name]) => pattern.test(text) && !bound.has(name) && !missing.some((item) => item.name === name))
    .map(([, name, statement]) => ({ name, statement, module: name }));
  return { missing, statements: joinStatements([...missing, ...own]) };
}

/** Names that the symptom itself complains of are left missing. */
function barredNames({ symptom }: ActionState): (name: string) => boolean {
  if (symptom.kind !== 'exception' || !/^(?:\w+\.)*(?:NameError|UnboundLocalError)$/.test(symptom.type))
    return () => false;
  const quoted = [...(symptom.message?.source ?? '').matchAll(/['"`‘“]([^'"`’”]+)['"`’”]/g)].map((match) => match[1]);
  return (name) => quoted.length === 0 || quoted.includes(name);
}

/** Whether a place is reached for sure: no condition and no handler of exceptions stands around it. */
function isCertain(node: SyntaxNode): boolean {
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (/^(?:if_statement|conditional_expression|try_statement|boolean_operator|while_statement)$/.test(at.type))
      return false;
  }
  return true;
}

/** Names that lack a meaning when they are read, in the order of the text. */
function wantedNames(names: NameTable, diagnosed: string): readonly string[] {
  if (names.star) return [diagnosed];
  const early = [...names.early].filter(([, uses]) => uses.some(({ node }) => isCertain(node))).map(([name]) => name);
  const wanted = [...names.free.keys(), ...early];
  return wanted.includes(diagnosed) || names.readsOf(diagnosed).length === 0 ? wanted : [...wanted, diagnosed];
}

/** Names that the script imports, be it further down: they are parts of libraries, and nothing of ours. */
function importedIn(root: SyntaxNode): ReadonlySet<string> {
  const statements = root.namedChildren.filter(({ type }) => /^import_(?:from_)?statement$/.test(type));
  return new Set(statements.flatMap(({ text }) => text.match(/\w+/g) ?? []));
}

function standInsFor(situation: Situation, form: DataForm): readonly StandIn[] {
  const { state, diagnosed, imports, barred } = situation;
  const context = { ...situation.context, form };
  const imported = new Set(imports.map(({ name }) => name));
  const found: StandIn[] = [];
  const elsewhere = importedIn(context.root);
  const waiting = wantedNames(context.names, diagnosed).filter(
    (name) => !(context.names.bound.has(name) && elsewhere.has(name)),
  );
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (imported.has(name) || barred(name) || found.some((item) => item.name === name)) continue;
    const standIn = buildStandIn(name, context);
    if (!standIn) continue;
    found.push(standIn);
    // What the report says in words may speak of further names.
    const inner = readNames(state.parser.parse(standIn.lines.join('\n'))).free;
    waiting.push(...[...inner.keys()].filter((key) => !context.names.bound.has(key) && !givenByUs.has(key)));
  }
  return found;
}

function reasonFor(group: readonly StandIn[]): string {
  return group.map(({ reason }) => reason).join(' ');
}

/**
 * Gives every name that a script reads and nothing binds a meaning: an import, a value, data, a network. One edit for each
 * action, in the order in which they rest on each other, and one run at the end of them.
 */
function proposeAll(situation: Situation, form: DataForm, alternative: number): readonly Proposal[] {
  const { state, diagnosed } = situation;
  const standIns = standInsFor(situation, form);
  const { missing, statements } = importStatements(situation, standIns);
  const given = new Set([...situation.given, ...[...standIns, ...missing].map(({ name }) => name)]);
  if (!given.has(diagnosed)) return [];
  const steps: EditStep[] = [...situation.prior];
  let lines = linesOfScript(state.script);
  const current = (): string => lines.map(({ text }) => text).join('\n');
  const add = (action: EditAction, reason: string, next: readonly ScriptLine[]): void => {
    lines = next;
    steps.push({ action, reason, lines });
  };
  if (statements.length > 0) {
    const index = insertionIndex(lines.map(({ text }) => text));
    const names = statements.map((statement) => /(\w+)$/.exec(statement)?.[1] ?? statement);
    const shown = missing.length > 0 ? missing.map(({ name }) => name) : names;
    const reason = message('attempt.addedImports', { count: shown.length, names: shown.join(', ') });
    add('import-addition-dependency-resolution', reason, inserted(lines, index, statements));
  }
  for (const action of order) {
    const group = standIns.filter((item) => item.action === action);
    if (group.length === 0) continue;
    let next = lines;
    for (const item of group) {
      const text = next.map((line) => line.text).join('\n');
      const root = state.parser.parse(text);
      next = inserted(next, rowForDefinition(root, readNames(root), item.name), item.lines);
    }
    add(action, reasonFor(group), next);
  }
  const last = steps.at(-1);
  if (
    !last ||
    current() ===
      linesOfScript(state.script)
        .map(({ text }) => text)
        .join('\n')
  )
    return [];
  return [
    {
      action: alternative === 0 ? last.action : 'input-data-generation',
      reason:
        alternative === 0
          ? last.reason
          : message(Number.isInteger(alternative) ? 'attempt.otherForm' : 'attempt.correctedForm'),
      touches: [...given].map((name) => ({ fault: 'name', name })),
      change: { kind: 'script', lines: last.lines },
      // The steps on the way are those of the first form, which are shown already.
      before: alternative === 0 ? steps.slice(0, -1) : [],
      alternative,
    },
  ];
}

/** The situation once a missing loader is made with the script's own data set. Null: it has none for it. */
function withOwnData(situation: Situation): Situation | null {
  const { state, context, imports, barred, diagnosed } = situation;
  const imported = new Set(imports.map(({ name }) => name));
  const missing = wantedNames(context.names, diagnosed).filter((name) => !imported.has(name) && !barred(name));
  const own = ownData(missing, context);
  if (own === null) return null;
  const row = rowForDefinition(context.root, context.names, own.name);
  const lines = inserted(linesOfScript(state.script), row, own.lines);
  const reason = message('attempt.madeWithOwnData', { name: own.name, source: own.source });
  const text = `${lines.map((line) => line.text).join('\n')}\n`;
  const script: Script = { text, digest: state.script.digest, provenance: lines.map(({ provenance }) => provenance) };
  const next = { ...state, script };
  return {
    state: next,
    diagnosed,
    context: standInContext(next),
    imports: missingImports(text, state.readOut, state.parser),
    barred,
    prior: [{ action: 'input-data-generation', reason, lines }],
    given: [own.name],
  };
}

/** Characters of a script for which other forms of data are tried; to make each takes a second where it is longer. */
const LONGEST_SCRIPT = 300_000;

/** Fills in what a script never defines. */
export const missingNames: Action = {
  action: 'input-data-generation',
  propose: (state) => {
    const { diagnosis } = state;
    if (diagnosis.kind !== 'missingName') return [];
    const isLong = state.script.text.length > LONGEST_SCRIPT;
    const situation: Situation = {
      state,
      diagnosed: diagnosis.name,
      context: standInContext(state),
      imports: missingImports(state.script.text, state.readOut, state.parser),
      barred: barredNames(state),
      prior: [],
      given: [],
    };
    const own = isLong ? null : withOwnData(situation);
    return exploreForms({
      forms: isLong ? [{}] : dataForms(state.symptom),
      isWide: state.ways !== 'likeliest',
      misfits: isLong ? [] : (state.misfits ?? []),
      context: situation.context,
      propose: (form, rank) => [
        ...(own === null ? [] : proposeAll(own, form, rank)),
        // Data without the script's own class are another way.
        ...(own === null
          ? proposeAll(situation, form, rank)
          : state.ways === 'likeliest'
            ? []
            : proposeAll(situation, form, rank + 0.4).map((way) => ({ ...way, reason: message('attempt.otherForm') }))),
      ],
    });
  },
};
