import { operationsIn } from '../blamed-calls';
import { inScript, said } from '../evidence';
import { refusedByText } from '../genuine';
import { failed, passed, type Answer, type JudgeInput, type TracedScript } from '../judge-input';
import { fixedByConstant } from './fixed-by-constant';
import type { Finding } from './finding';
import { sliceOf } from './value-slice';

/** So many of the operations of the report's code must be the script's too, or a third of them where there are fewer. */
const MOST_SHARED = 3;

/** What nearly every script does: drawing and making numbers, and taking one of many. It tells nothing of a report's code. A data list. */
const GENERAL =
  /^(?:default_rng|RandomState|seed|manual_seed|set_seed|set_random_seed|PRNGKey|random|rand|randn|randint|random_sample|integers|normal|standard_normal|uniform|choice|permutation|shuffle|arange|linspace|zeros|ones|full|array|asarray|tensor|mean|sum|max|min|abs|item|numpy|detach|format|round|join|append|astype|reshape|size|time|perf_counter|sleep|print|fabs|tolist|copy)$/;

/**
 * Judges where a value comes from: the slice of the script that it depends on reaches a library, the project or a line of the
 * report, no constant of ours fixes it alone, and the script does what the report's code does.
 */
export function judgeValue(
  input: JudgeInput,
  finding: Finding,
  script: TracedScript,
): { readonly answer: Answer; readonly byAnalogy: boolean } {
  const refuse = (answer: Answer): { answer: Answer; byAnalogy: boolean } => ({ answer, byAnalogy: false });
  const textual = refusedByText(input, script, '');
  if (textual) return refuse(failed(textual));
  const tree = input.parser.parse(input.script.text);
  const slice = sliceOf(tree, script, finding.basis);
  const name = finding.basis[0]?.name ?? '';
  const nonFinite = finding.basis.some(({ values }) => values.some((value) => !Number.isFinite(value)));
  const fixed = fixedByConstant({ slice, script, name, nonFinite });
  if (fixed) return refuse(failed(inScript(fixed.line, 'silent.fixedByConstant', { what: fixed.what })));
  if (!slice.reaches) {
    const line = slice.emitters[0]?.startPosition.row;
    return refuse(failed(inScript(line === undefined ? null : line + 1, 'silent.reachesNothing', { name })));
  }
  const wanted = tellingOf(operationsOf(input));
  const own = operationsIn(tree);
  const shared = [...wanted].filter((operation) => own.has(operation));
  const enough = Math.min(MOST_SHARED, Math.ceil(wanted.size / 3));
  if (shared.length < enough) {
    return refuse(failed(said('silent.unrelated', { shared: shared.length, total: wanted.size })));
  }
  const ofReport = script.provenance.filter(({ origin }) => origin !== 'ours').length;
  const source = finding.basis[0]?.source ?? 'printed';
  const key = source === 'hook' ? 'silent.fromHook' : 'silent.fromSlice';
  const line = slice.emitters[0]?.startPosition.row;
  const where = inScript(line === undefined ? null : line + 1, key, { name, calls: slice.nodes.length });
  const likeness = wanted.size === 0 ? [] : [said('silent.sharesCalls', { names: shared.slice(0, 6).join(', ') })];
  return { answer: passed(where, ...likeness), byAnalogy: ofReport === 0 };
}

/** Without what tells nothing, where anything is left then. */
function tellingOf(operations: ReadonlySet<string>): ReadonlySet<string> {
  const telling = [...operations].filter((name) => !GENERAL.test(name));
  return telling.length > 0 ? new Set(telling) : operations;
}

/** Operations of the report's own code. Empty: it shows none that runs. */
function operationsOf({ readOut, parser }: JudgeInput): ReadonlySet<string> {
  const found = new Set<string>();
  for (const block of readOut.blocks) {
    if (block.kind !== 'snippet') continue;
    for (const name of operationsIn(parser.parse(block.text))) if (/^\w+$/.test(name)) found.add(name);
  }
  return found;
}
