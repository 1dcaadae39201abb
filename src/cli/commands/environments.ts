import { message } from '../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, EnvironmentSummary, MakingTime } from '../../protocol/environment';
import type { Params } from '../../protocol/methods';
import { askYesNo } from '../ask';
import { exitCodes } from '../exit-codes';
import { readRequirement } from '../input/read-requirement';
import { badInput } from '../input/refusal';
import { withHost, type OpenHost } from '../open-host';
import { oneLine } from '../render/palette';
import { formatBytes } from '../../protocol/format-bytes';
import { tableLines } from '../render/table';
import { isInteractive, type Surroundings } from '../surroundings';

export interface ChangeOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

export interface CreateOptions extends ChangeOptions {
  readonly python?: string;
  readonly asOf?: string;
  readonly allowPackage?: readonly string[];
}

/** `reprise environments remove NAME…`: shows what goes, with its size, and moves it into the trash once that is wanted. */
export async function removeEnvironments(
  surroundings: Surroundings,
  names: readonly string[],
  typed: ChangeOptions,
): Promise<number> {
  return withHost(surroundings, typed.home, async ({ client }) => {
    const { environments } = await client.call('environment/list', { fresh: true, measured: true });
    const chosen = [...new Set(names)].map((name) => {
      const found = environments.find((one) => one.ours && one.name === name);
      if (found === undefined) throw badInput('name', 'environment.failure.notOurs', { name: oneLine(name, 100) });
      return found;
    });
    if (!typed.json) print(surroundings, linesOfEnvironments(chosen));
    const bytes = chosen.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
    const question = message('cli.environments.removeThese', { count: chosen.length, size: formatBytes(bytes) });
    if (!(await isWanted(surroundings, question, typed))) return exitCodes.inconclusive;
    for (const { name } of chosen) {
      const result = await client.call('environment/remove', { environmentId: name });
      const line = message('cli.environments.removed', { name, trash: result.trash, size: formatBytes(result.bytes) });
      print(surroundings, [typed.json ? JSON.stringify({ name, ...result }) : line]);
    }
    return exitCodes.done;
  });
}

/** `reprise environments create NAME…`: shows what is chosen, with a reason a row and sizes, and makes it once that is wanted. */
export async function createEnvironment(
  surroundings: Surroundings,
  requirements: readonly string[],
  typed: CreateOptions,
): Promise<number> {
  const wanted: Omit<Params<'environment/create'>, 'approved'> = {
    packages: requirements.map(readRequirement),
    python: typed.python ?? null,
    asOf: readDay(typed.asOf),
    allowPackages: [...(typed.allowPackage ?? [])],
  };
  return withHost(surroundings, typed.home, async ({ client }) => {
    const chosen = await client.call('environment/create', { ...wanted, approved: false });
    let allowed = wanted.allowPackages;
    if (chosen.kind === 'chosen') {
      const { unknown } = chosen.resolution;
      if (!typed.json) print(surroundings, linesOf(chosen.resolution, chosen.time));
      if (unknown.length > 0) {
        if (!(await mayInstall(surroundings, { unknown, about: chosen.about }, typed))) return exitCodes.inconclusive;
        allowed = [...allowed, ...unknown];
      }
      const bytes = chosen.resolution.heavy.reduce((sum, one) => sum + one.bytes, 0);
      const size = bytes > 0 ? message('cli.environments.takes', { size: formatBytes(bytes) }) : '';
      const question = message('cli.environments.makeIt', { size }).replace(/\s+/g, ' ');
      // Small ones are made as asked for; what is large needs a word.
      const isSmall = bytes === 0 && !isInteractive(surroundings);
      if (!isSmall && !(await isWanted(surroundings, question, typed))) return exitCodes.inconclusive;
    }
    const made = chosen.kind === 'chosen' ? await makeIt(client, { ...wanted, allowPackages: allowed }) : chosen;
    if (made.kind !== 'ready') {
      const text = made.kind === 'failed' ? [...(made.changes ?? []), made.message].join('\n') : '';
      if (typed.json) print(surroundings, [JSON.stringify(made)]);
      else surroundings.errors.write(`${text}\n`);
      return exitCodes.inconclusive;
    }
    const { prefix, pythonVersion, packages } = made.environment;
    const line = message('cli.environments.made', { prefix, version: pythonVersion, count: packages.length });
    const told = [...made.changes, ...made.environment.differences];
    print(surroundings, typed.json ? [JSON.stringify(made)] : [...told.map((one) => oneLine(one, 1000)), line]);
    return exitCodes.done;
  });
}

function makeIt(client: OpenHost['client'], wanted: Omit<Params<'environment/create'>, 'approved'>) {
  return client.call('environment/create', { ...wanted, approved: true });
}

function readDay(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw badInput('asOf', 'cli.environments.badDay', { text: oneLine(text, 40) });
  }
  return text;
}

/** Names that are not on the list are asked about by themselves; `--yes` alone is no word for them. */
async function mayInstall(
  surroundings: Surroundings,
  { unknown, about }: { readonly unknown: readonly string[]; readonly about: readonly string[] },
  typed: ChangeOptions,
): Promise<boolean> {
  const names = unknown.join(', ');
  if (isInteractive(surroundings) && !typed.json && !typed.yes) {
    print(surroundings, about);
    const question = message('environment.unknown.install', { names });
    return askYesNo(surroundings, question, new AbortController().signal);
  }
  const told = [message('environment.failure.unknownPackages', { names }), ...about];
  if (typed.json) print(surroundings, [JSON.stringify({ kind: 'failed', message: told.join(' ') })]);
  else surroundings.errors.write(`${told.join('\n')}\n`);
  return false;
}

function linesOf(
  { python, rows, asOf, heavy }: EnvironmentResolution,
  time: MakingTime | undefined,
): readonly string[] {
  const table = [
    ['python', python.version, oneLine(python.reason, 120)],
    ...rows.map((row) => [row.name, row.specifier === '' ? '*' : row.specifier, oneLine(row.reason, 120)]),
  ];
  return [
    ...tableLines(table),
    ...(asOf === null ? [] : [message('cli.environments.asOf', { date: asOf })]),
    ...heavy.map(({ name, bytes }) => `${name}: ${formatBytes(bytes)}`),
    ...(time === undefined ? [] : [timeLine(time)]),
  ];
}

/** Says what it is made from. */
export function timeLine({ seconds, bytesASecond, measured }: MakingTime): string {
  const key = measured === 0 ? 'environment.time.assumed' : 'environment.time.measured';
  const time = seconds < 90 ? message('environment.time.seconds', { seconds }) : minutes(seconds);
  return message(key, { time, rate: formatBytes(bytesASecond), count: measured });
}

function minutes(seconds: number): string {
  return message('environment.time.minutes', { minutes: Math.round(seconds / 60) });
}

/** A row each, below one that says what stands in it. */
export function linesOfEnvironments(environments: readonly EnvironmentSummary[]): readonly string[] {
  const columns = ['kind', 'python', 'size', 'lastUse', 'name', 'frameworks', 'interpreter'] as const;
  const headings = columns.map((column) => message(`environment.column.${column}`));
  return tableLines([headings, ...environments.map(rowOf)]);
}

/** What is made by us is told by its name, all others by what made them. */
function rowOf(one: EnvironmentSummary): readonly string[] {
  const frameworks = [
    ...one.frameworks.map(({ name, version }) => `${name} ${version}`),
    ...(one.cuda === undefined ? [] : [one.cuda === null ? message('cli.environments.noCuda') : `CUDA ${one.cuda}`]),
  ].join(', ');
  return [
    one.kind,
    one.pythonVersion ?? '?',
    one.bytes === undefined ? '-' : formatBytes(one.bytes),
    one.lastUsedAt?.slice(0, 10) ?? '-',
    one.ours ? one.name : oneLine(one.madeBy ?? '', 40),
    one.broken === null ? frameworks : message('cli.environments.broken', { reason: one.broken }),
    one.interpreter,
  ];
}

async function isWanted(surroundings: Surroundings, question: string, typed: ChangeOptions): Promise<boolean> {
  if (typed.yes) return true;
  if (isInteractive(surroundings) && !typed.json) {
    return askYesNo(surroundings, question, new AbortController().signal);
  }
  surroundings.errors.write(`${message('cli.environments.needsYes')}\n`);
  return false;
}

function print({ output }: Surroundings, lines: readonly string[]): void {
  output.write(`${lines.join('\n')}\n`);
}
