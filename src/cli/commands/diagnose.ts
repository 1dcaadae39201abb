import { writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import path from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import type { Client } from '../../protocol/client';
import { RepriseError } from '../../protocol/errors';
import { formatBytes } from '../../protocol/format-bytes';
import { errorCode } from '../../node/system/error-code';
import { exitCodes } from '../exit-codes';
import { withHost } from '../open-host';
import type { Surroundings } from '../surroundings';
import type { ListOptions } from './list';

export interface DiagnoseOptions extends Omit<ListOptions, 'fresh'> {
  readonly out?: string;
}

/** Reproductions whose ends are told, the newest first. */
const MOST_ENDS = 10;

/**
 * `reprise diagnose`: what helps someone else to see what is wrong on this machine, looked through for secrets and names, shown whole and only
 * then saved. No report, no script and no output of a run is in it. Errors: `unwritable`; a file that is there is not written over.
 */
export async function diagnose(surroundings: Surroundings, typed: DiagnoseOptions): Promise<number> {
  const { output, workingFolder } = surroundings;
  const { text, leaks } = await withHost(surroundings, typed.home, async ({ client }) =>
    client.call('text/redact', { text: `${JSON.stringify(await collect(surroundings, client), null, 2)}\n` }),
  );
  output.write(text);
  if (typed.out === undefined) return exitCodes.done;
  const file = path.resolve(workingFolder, typed.out);
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    const reason = errorCode(error) ?? String(error);
    throw new RepriseError('unwritable', message('errors.unwritable', { path: file, reason }), { path: file });
  });
  surroundings.errors.write(`${message('cli.diagnose.saved', { path: file, count: leaks.length })}\n`);
  return exitCodes.done;
}

async function collect({ version, environmentBlock }: Surroundings, client: Client): Promise<unknown> {
  const described = await client.call('app/describe', {});
  const { environments, disk } = await client.call('environment/list', { fresh: false, measured: true });
  const { reproductions } = await client.call('reproduction/list', {});
  return {
    versions: { reprise: version, node: process.versions.node, system: `${described.platform} ${release()}` },
    sandbox: described.sandbox,
    dataFolder: described.dataFolder,
    hardware: await client.call('hardware/read', {}),
    settings: await client.call('settings/read', {}),
    // By name alone: their values are nobody's business.
    variables: Object.keys(environmentBlock)
      .filter((name) => /^REPRISE_|_PROXY$|^SSL_CERT|^NODE_(OPTIONS|EXTRA)/i.test(name))
      .sort(),
    environments: environments.map(({ kind, pythonVersion, frameworks, broken }) => ({
      ...{ kind, pythonVersion, broken },
      frameworks: frameworks.map((one) => `${one.name} ${one.version}`),
    })),
    disk: disk && Object.fromEntries(Object.entries(disk).map(([part, bytes]) => [part, written(bytes)])),
    reproductions: { count: reproductions.length, last: await endsOf(reproductions.slice(0, MOST_ENDS), client) },
  };
}

function written(bytes: number | null): string | null {
  return bytes === null ? null : formatBytes(bytes);
}

/** How the last ones ended, in Reprise's own words; what they were about is not told. */
async function endsOf(
  last: readonly { readonly id: string; readonly outcome: string | null; readonly damaged: string | null }[],
  client: Client,
): Promise<readonly unknown[]> {
  const ends: unknown[] = [];
  for (const { id, outcome, damaged } of last) {
    if (damaged !== null) {
      ends.push({ damaged });
      continue;
    }
    const attached = await client.call('reproduction/attach', { reproductionId: id, afterSeq: null });
    const state = attached.kind === 'snapshot' ? attached.state : null;
    ends.push({
      phase: state?.phase ?? null,
      outcome,
      missing: state?.conclusion?.missing.map(({ kind }) => kind) ?? [],
    });
    await client.call('reproduction/detach', { reproductionId: id });
  }
  return ends;
}
