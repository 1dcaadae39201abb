import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import type { Accelerator, Hardware } from '../../protocol/hardware';
import { badInput } from '../input/refusal';
import { oneLine } from '../render/palette';
import type { Surroundings } from '../surroundings';
import { show, type ListOptions } from './list';

export interface HardwareOptions extends ListOptions {
  readonly environment?: string;
}

/** `reprise gpu`: what the machine has, and why a card is or is not usable, up to the framework of an environment that is named. */
export async function showHardware(surroundings: Surroundings, typed: HardwareOptions): Promise<number> {
  const { environment } = typed;
  return show(surroundings, typed, async (client) => {
    const wish = environment === undefined ? {} : { environmentId: await idOf(client, environment, surroundings) };
    const result = await client.call('hardware/read', wish);
    return { result, lines: hardwareLines(result) };
  });
}

type Client = Parameters<Parameters<typeof show>[2]>[0];

async function idOf(client: Client, given: string, { workingFolder }: Surroundings): Promise<string> {
  const full = path.resolve(workingFolder, given);
  const real = await realpath(full).catch(() => full);
  const { environments } = await client.call('environment/list', { fresh: true });
  const found = environments.find(({ prefix, interpreter }) =>
    [prefix, interpreter].some((one) => one === full || one === real),
  );
  if (found === undefined) throw badInput('environment', 'cli.gpu.notListed', { path: oneLine(given, 200) });
  return found.id;
}

function hardwareLines(hardware: Hardware): readonly string[] {
  return [
    message('cli.gpu.machine', {
      platform: hardware.platform,
      processors: hardware.processors,
      memory: gigabytes(hardware.memoryBytes),
    }),
    ...hardware.accelerators.map(cardLine),
    ...(hardware.reason === null ? [] : [oneLine(hardware.reason, 600)]),
    ...(hardware.steps ?? []).map(({ passed, text }) => `${passed ? '✓' : '✗'} ${oneLine(text, 600)}`),
  ];
}

function cardLine(card: Accelerator): string {
  const { index, name, memoryBytes, driver, usedBytes, utilization, capability, processes, slices } = card;
  return [
    index === undefined ? oneLine(name, 120) : `${index}: ${oneLine(name, 120)}`,
    ...(memoryBytes === null ? [] : [`${gigabytes(memoryBytes)} GB`]),
    ...(typeof usedBytes !== 'number' ? [] : [message('cli.gpu.used', { used: gigabytes(usedBytes) })]),
    ...(typeof utilization !== 'number' ? [] : [message('cli.gpu.busy', { percent: utilization })]),
    ...(processes === undefined || processes.length === 0
      ? []
      : [message('cli.gpu.processes', { count: processes.length })]),
    ...(slices === undefined ? [] : [message('cli.gpu.slices', { count: slices.length })]),
    ...(typeof capability !== 'string' ? [] : [message('cli.gpu.capability', { capability })]),
    ...(driver === null ? [] : [message('cli.gpu.driver', { driver: oneLine(driver, 60) })]),
  ].join(' · ');
}

function gigabytes(bytes: number): string {
  return (bytes / 1024 ** 3).toFixed(1);
}
