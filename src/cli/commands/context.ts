import { message } from '../../protocol/catalogue/catalogue';
import type { Context } from '../../protocol/context';
import { exitCodes } from '../exit-codes';
import { badInput } from '../input/refusal';
import { readOptions } from '../input/read-options';
import { issueReaderOf, readReport } from '../input/read-report';
import { withHost } from '../open-host';
import { oneLine } from '../render/palette';
import type { Surroundings } from '../surroundings';

export interface ContextOptions {
  readonly project?: string;
  readonly projectAt?: string;
  readonly asOf?: string;
  readonly budget?: string;
  readonly text?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

const LARGEST_BUDGET = 1_000_000;

/** `reprise context REPORT --project DIR`: what of a project a reader of the report needs, with scores and reasons. Runs nothing. */
export async function showContext(surroundings: Surroundings, report: string, typed: ContextOptions): Promise<number> {
  const { workingFolder, input, output } = surroundings;
  const { project, projectAt, asOf } = typed;
  if (project === undefined) throw badInput('project', 'cli.context.noProject');
  const budget = typed.budget === undefined ? null : Number(typed.budget);
  if (budget !== null && !(Number.isInteger(budget) && budget >= 100 && budget <= LARGEST_BUDGET)) {
    throw badInput('budget', 'cli.context.budget', { value: typed.budget ?? '', most: LARGEST_BUDGET });
  }
  const read = await readOptions(
    { project, ...(asOf === undefined ? {} : { asOf }), ...(projectAt === undefined ? {} : { projectAt }) },
    { workingFolder, interactive: false },
  );
  const given = await readReport({ report, workingFolder, input, issues: issueReaderOf(surroundings) });
  const { context } = await withHost(surroundings, typed.home, ({ client }) =>
    client.call('context/gather', {
      ...given,
      ...{ project: read.project ?? project, projectAt: read.projectAt ?? null },
      ...{ asOf: read.asOf ?? null, budget },
    }),
  );
  output.write(
    typed.json ? `${JSON.stringify(context)}\n` : `${contextLines(context, typed.text === true).join('\n')}\n`,
  );
  return exitCodes.done;
}

function contextLines(context: Context, withText: boolean): readonly string[] {
  const { chunks, omitted = [], modules = [], training = [], leftOut } = context;
  return [
    message('cli.context.tokens', { count: chunks.length, tokens: context.tokens ?? 0, budget: context.budget ?? 0 }),
    ...chunks.flatMap((chunk) => [
      `${chunk.score.toFixed(2)}  ${place(chunk)}  ${oneLine(chunk.name ?? '', 80)}  ${message('cli.context.size', { tokens: chunk.tokens ?? 0 })}`,
      `      ${oneLine(chunk.reason, 300)}`,
      ...(withText ? codeLines(chunk.text) : []),
    ]),
    ...(modules.length === 0
      ? []
      : [message('cli.context.modules', { names: modules.map(({ file }) => oneLine(file, 120)).join(', ') })]),
    ...training.map((unit) =>
      message('cli.context.training', {
        place: place(unit),
        framework: unit.framework ?? 'Python',
        uses: oneLine(unit.uses, 300),
      }),
    ),
    ...(omitted.length === 0 ? [] : [message('cli.context.omitted', { count: omitted.length })]),
    ...omitted.map(
      (item) =>
        `${item.score.toFixed(2)}  ${place(item)}  ${oneLine(item.name, 80)}  ${message('cli.context.size', { tokens: item.tokens })}`,
    ),
    ...leftOut.map((line) => oneLine(line, 600)),
  ];
}

function place({
  file,
  firstLine,
  lastLine,
}: {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
}): string {
  return `${oneLine(file, 200)}:${firstLine}-${lastLine}`;
}

/** Code as it is, but for what a terminal would act on. */
function codeLines(text: string): readonly string[] {
  return text.split('\n').map((line) => `      | ${/^\s*/.exec(line)?.[0] ?? ''}${oneLine(line, 400)}`);
}
