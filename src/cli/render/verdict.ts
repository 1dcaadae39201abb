import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Evidence, Outcome, RuleResult, Verdict } from '../../protocol/verdict';
import { shortId } from '../input/find-reproduction';
import type { Palette } from './palette';
import { oneLine } from './palette';
import { duration, environmentWords } from './words';

/** Where things lie on disk, as absolute paths. */
export interface Places {
  readonly record: string;
  readonly script: string | null;
  /** Folder that `--out` named. */
  readonly out: string | null;
}

/** What a verdict is shown with. */
export interface VerdictView {
  readonly places: Places;
  readonly palette: Palette;
  /** How the program is called, for the hint at the end. */
  readonly program: string;
  /** The report's text, to quote what evidence points to. */
  readonly report: string;
}

/** The end of a reproduction for a person: outcome, rules with their evidence, where things are, and what to do next. */
export function verdictLines(state: ReproductionState, view: VerdictView): readonly string[] {
  const { places, palette, program } = view;
  const { conclusion } = state;
  if (conclusion === null)
    return ['', message('cli.paused'), message('cli.next.resume', { program, id: shortId(state.id) })];
  const { verdict, outcome } = conclusion;
  const rules = verdict?.rules ?? [];
  const row = (label: string, text: string): string => `${palette.faint(label.padEnd(12))} ${text}`;

  const untold = notToldYet(conclusion.message, verdict);

  return [
    '',
    headline(outcome, oneLine(conclusion.message, 600), palette),
    '',
    ...rules.flatMap((rule) => ruleLines(rule, view)),
    ...(rules.length > 0 ? [''] : []),
    ...untold.map(([key, text]) => row(message(key), oneLine(text))),
    ...(verdict?.others ?? []).map((other) =>
      row(message('cli.row.other'), `${oneLine(other.symptom, 160)} – ${message(`app.verdict.other.${other.result}`)}`),
    ),
    ...conclusion.missing
      .filter(({ message: text }) => !conclusion.message.includes(text))
      .map((missing) => row(message('cli.row.missing'), oneLine(missing.message, 600))),
    ...(state.environment.ready
      ? [row(message('cli.row.environment'), environmentWords(state.environment.ready, state.environment.resolution))]
      : []),
    row(
      message('cli.row.work'),
      [
        message('cli.count.attempts', { count: state.attempts.length }),
        message('cli.count.executions', { count: state.executions.length }),
        duration(conclusion.elapsedMs),
      ].join(' · '),
    ),
    ...(places.script ? [row(message('cli.row.script'), places.script)] : []),
    ...(places.out ? [row(message('cli.row.out'), places.out)] : []),
    row(message('cli.row.record'), places.record),
    row(message('cli.row.next'), nextWords(state, view)),
  ];
}

/** What was observed and what came near, unless the message or a rule tells it. */
function notToldYet(text: string, verdict: Verdict | null): readonly (readonly [MessageKey, string])[] {
  const told = [text, ...(verdict?.rules ?? []).flatMap(({ evidence }) => evidence.map((item) => item.text))];
  const rows = [
    ['cli.row.observed', verdict?.observed ?? ''],
    ['cli.row.nearMiss', verdict?.nearMiss ?? ''],
  ] as const;
  return rows.filter(([, said]) => said !== '' && !told.some((other) => other.includes(said)));
}

/** The outcome, unless the message says it with its first words. */
function headline(outcome: Outcome, text: string, palette: Palette): string {
  const words = message(`cli.outcome.${outcome}`);
  const colour = paint(palette, outcome);
  const said = text.toLowerCase().startsWith(words.toLowerCase().replace('.', ''));
  return said ? colour(text.slice(0, words.length - 1)) + text.slice(words.length - 1) : `${colour(words)} ${text}`;
}

function ruleLines(rule: RuleResult, { palette, report }: VerdictView): readonly string[] {
  const mark = { passed: palette.good, failed: palette.bad, waived: palette.unsure, notReached: palette.faint }[
    rule.result
  ];
  const result = mark(message(`cli.rule.${rule.result}`).padEnd(12));
  const name = message(`cli.rule.${rule.rule}`).padEnd(12);
  const [first, ...rest] = rule.evidence.map((evidence) => evidenceWords(evidence, report));
  return [
    `${result} ${name} ${first ?? ''}`.trimEnd(),
    ...rest.map((text) => `${' '.repeat(25)} ${palette.faint(text)}`),
  ];
}

/** A text without a full stop only points at a place: the quotation is what it says. */
function evidenceWords({ text, reference }: Evidence, report: string): string {
  const quoted = reference?.kind === 'report' ? lastLine(report.slice(reference.span.start, reference.span.end)) : '';
  if (quoted === '' || text.includes(quoted)) return oneLine(text);
  return `${oneLine(text)}${text.endsWith('.') ? '' : ':'} “${quoted}”`;
}

/** The end of a traceback says what it is about; its first line says nothing, and the fence around it neither. */
function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s{0,3}(?:`{3,}|~{3,})/.test(line));
  return oneLine(lines.at(-1) ?? '', 120);
}

function nextWords(state: ReproductionState, { places, program }: VerdictView): string {
  const id = shortId(state.id);
  switch (state.conclusion?.outcome) {
    case 'reproduced':
      return places.out
        ? message('cli.next.share', { folder: places.out })
        : message('cli.next.export', { program, id });
    case 'cancelled':
      return message('cli.next.resume', { program, id });
    case 'failed':
      return message('cli.next.failed', { program, id });
    case 'notReproduced':
    case 'inconclusive':
    case undefined:
      return places.script === null ? message('cli.next.anew') : message('cli.next.again', { program });
  }
}

function paint(palette: Palette, outcome: Outcome): (text: string) => string {
  if (outcome === 'reproduced') return palette.good;
  return outcome === 'failed' ? palette.bad : palette.unsure;
}
