import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../../protocol/client';
import { message } from '../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../protocol/errors';
import { isLoopback, readRuntimeFile, serveWeb } from '../../web';
import { exitCodes } from '../exit-codes';
import { badInput } from '../input/refusal';
import { dataFolderOf, openHost } from '../open-host';
import { openPage, pageOpenerOf } from '../open-page';
import type { Surroundings } from '../surroundings';

export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly idle?: string;
  readonly open?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise serve`: the workspace on loopback, until it is interrupted or has been idle. */
export async function serve(surroundings: Surroundings, typed: ServeOptions): Promise<number> {
  if (typed.host !== undefined && !isLoopback(typed.host))
    throw badInput('host', 'cli.serve.host', { host: typed.host });
  const port = typed.port === undefined ? 0 : wholeNumber('port', typed.port, 65_535);
  const idleMs = typed.idle === undefined ? null : wholeNumber('idle', typed.idle, 10_080) * 60_000;
  const dataFolder = dataFolderOf(surroundings, typed.home);

  const open = await openHost(surroundings, typed.home).catch(async (error: unknown) => {
    const running = isRepriseError(error, 'locked') ? await addressOfRunning(dataFolder) : null;
    if (running === null) throw error;
    await announce(surroundings, typed, dataFolder, running);
    return null;
  });
  if (open === null) return exitCodes.done;
  try {
    const ended = waitForEnd(surroundings);
    const server = await serveWeb({
      host: open.host,
      dataFolder,
      pageFolder: path.join(surroundings.programFolder, 'out', 'renderer'),
      port,
      idleMs,
      onIdle: () => void isAtWork(open.client).then((atWork) => (atWork ? undefined : ended.end())),
    });
    try {
      await announce(surroundings, typed, dataFolder, server.address);
      await ended.promise;
    } finally {
      await server.close();
      await rm(pageOpenerOf(dataFolder), { force: true });
    }
  } finally {
    await open.close();
  }
  return exitCodes.done;
}

async function announce(surroundings: Surroundings, typed: ServeOptions, dataFolder: string, address: string) {
  if (typed.json) surroundings.output.write(`${JSON.stringify({ address })}\n`);
  else surroundings.output.write(`${message('cli.serve.address', { address })}\n`);
  if (typed.open) await openPage(surroundings, dataFolder, address);
}

/** A fresh address of the server that already has this data folder; null where there is none. */
async function addressOfRunning(dataFolder: string): Promise<string | null> {
  const running = await readRuntimeFile(dataFolder);
  if (!running) return null;
  try {
    const response = await fetch(new URL('address', running.address), {
      method: 'POST',
      headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(2_000),
    });
    const answer = (await response.json()) as { address?: unknown };
    return typeof answer.address === 'string' && answer.address.startsWith(running.address) ? answer.address : null;
  } catch {
    return null;
  }
}

function waitForEnd(surroundings: Surroundings): { readonly promise: Promise<void>; end(): void } {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (end = resolve));
  const stop = surroundings.onInterrupt(() => end());
  return { promise: promise.finally(stop), end: () => end() };
}

/** A server without a page in front of it still ends nothing that runs. */
async function isAtWork(client: Client): Promise<boolean> {
  const { reproductions } = await client.call('reproduction/list', {});
  return reproductions.some(
    ({ phase, paused, damaged }) =>
      damaged === null && !paused && !['draft', 'awaitingPlan', 'concluded'].includes(phase),
  );
}

function wholeNumber(option: string, value: string, most: number): number {
  const parsed = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(parsed >= 0 && parsed <= most)) throw badInput(option, 'cli.option.count', { option, value, most });
  return parsed;
}
