import { message } from '../../protocol/catalogue/catalogue';
import type { Hardware } from '../../protocol/methods';
import { exitCodes } from '../exit-codes';
import { shortId } from '../input/find-reproduction';
import { withHost } from '../open-host';
import { rowOf } from './environments';
import { oneLine } from '../render/palette';
import { tableLines } from '../render/table';
import type { Surroundings } from '../surroundings';

export interface ListOptions {
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise environments list`. */
export async function listEnvironments(surroundings: Surroundings, typed: ListOptions): Promise<number> {
  return show(surroundings, typed, async (client) => {
    const result = await client.call('environment/list', { fresh: typed.fresh === true, measured: true });
    const rows = result.environments.map(rowOf);
    return { result, lines: rows.length > 0 ? tableLines(rows) : [message('cli.environments.none')] };
  });
}

/** `reprise history`: all reproductions, newest first. */
export async function listReproductions(surroundings: Surroundings, typed: ListOptions): Promise<number> {
  return show(surroundings, typed, async (client) => {
    const { reproductions } = await client.call('reproduction/list', {});
    const newestFirst = [...reproductions].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    const rows = newestFirst.map((entry) => [
      shortId(entry.id),
      entry.createdAt.slice(0, 16).replace('T', ' '),
      entry.damaged
        ? message('cli.history.damaged')
        : message(entry.outcome ? `cli.history.${entry.outcome}` : 'cli.history.open'),
      oneLine(entry.damaged ?? entry.title, 100),
    ]);
    return {
      result: { reproductions: newestFirst },
      lines: rows.length > 0 ? tableLines(rows) : [message('cli.history.none')],
    };
  });
}

/** `reprise gpu`: what the machine has, and why an accelerator is or is not usable. */
export async function showHardware(surroundings: Surroundings, typed: ListOptions): Promise<number> {
  return show(surroundings, typed, async (client) => {
    const result = await client.call('hardware/read', {});
    return { result, lines: hardwareLines(result) };
  });
}

function hardwareLines(hardware: Hardware): readonly string[] {
  const gigabytes = (bytes: number): string => (bytes / 1024 ** 3).toFixed(1);
  return [
    message('cli.gpu.machine', {
      platform: hardware.platform,
      processors: hardware.processors,
      memory: gigabytes(hardware.memoryBytes),
    }),
    ...hardware.accelerators.map(({ name, memoryBytes, driver, usedBytes, processes, slices }) =>
      [
        oneLine(name, 120),
        ...(memoryBytes === null ? [] : [`${gigabytes(memoryBytes)} GB`]),
        ...(typeof usedBytes !== 'number' ? [] : [message('cli.gpu.used', { used: gigabytes(usedBytes) })]),
        ...(processes === undefined || processes.length === 0
          ? []
          : [message('cli.gpu.processes', { count: processes.length })]),
        ...(slices === undefined ? [] : [message('cli.gpu.slices', { count: slices.length })]),
        ...(driver === null ? [] : [message('cli.gpu.driver', { driver: oneLine(driver, 60) })]),
      ].join(' · '),
    ),
    ...(hardware.reason === null ? [] : [oneLine(hardware.reason, 600)]),
    ...(hardware.steps ?? []).map(({ passed, text }) => `${passed ? '✓' : '✗'} ${oneLine(text, 600)}`),
  ];
}

type Client = Parameters<Parameters<typeof withHost>[2]>[0]['client'];

/** One answer of the host: as one line of JSON, or as lines for a person. */
async function show(
  surroundings: Surroundings,
  typed: ListOptions,
  read: (client: Client) => Promise<{ readonly result: unknown; readonly lines: readonly string[] }>,
): Promise<number> {
  const { result, lines } = await withHost(surroundings, typed.home, ({ client }) => read(client));
  surroundings.output.write(typed.json ? `${JSON.stringify(result)}\n` : `${lines.join('\n')}\n`);
  return exitCodes.done;
}
