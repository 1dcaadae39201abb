import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { createMachine, jsonLines, requireBuild, root, runReprise, type Machine } from './reprise';

const example = path.join(root, 'examples', 'numpy-shapes', 'report.md');
const hasPython = findInterpreters().some(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));

/** Where the connections of the program's process went. Installers have none of their own: theirs go through it. */
async function connectionsOf(
  machine: Machine,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string; readonly places: readonly string[] }> {
  const notes = path.join(machine.home, 'connections');
  await writeFile(notes, '');
  const hook = path.join(import.meta.dirname, 'note-connections.cjs');
  const environment = { NODE_OPTIONS: `--require ${JSON.stringify(hook)}`, REPRISE_TEST_CONNECTIONS: notes };
  const { code, output, errors } = await runReprise(machine, args, { environment });
  const lines = (await readFile(notes, 'utf8')).split('\n').filter((line) => line !== '');
  return { code, output: `${output}\n${errors}`, places: [...new Set(lines)] };
}

/** Hosts that packages come from, and the proxy that this machine needs for them, if any. */
async function allowedHosts(): Promise<readonly string[]> {
  const file = path.join(root, 'resources', 'knowledge', 'package-index.json');
  const { hosts } = JSON.parse(await readFile(file, 'utf8')) as { hosts: readonly string[] };
  const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']
    .flatMap((name) => [process.env[name], process.env[name.toLowerCase()]])
    .flatMap((address) => (address ? new URL(address.includes('://') ? address : `http://${address}`).hostname : []));
  return [...hosts, ...proxies];
}

describe.skipIf(!hasPython)('what leaves the machine (needs a Python from 3.9 to 3.12)', () => {
  let machine: Machine;

  beforeAll(async () => {
    requireBuild();
    machine = await createMachine();
  });
  afterAll(() => machine?.remove());

  it('is nothing offline, and what lacks for it is said in a sentence', async () => {
    const { code, output, places } = await connectionsOf(machine, ['reproduce', example, '--json', '--offline']);
    expect(code).toBe(3);
    const events = output.split('\n').filter((line) => line.startsWith('{'));
    expect(jsonLines(events.join('\n')).at(-1)).toMatchObject({
      outcome: 'inconclusive',
      event: { conclusion: { message: expect.stringContaining('since Reprise is offline') as string } },
    });
    expect(places.filter((place) => place !== 'socket')).toEqual([]);
    const asked = await connectionsOf(machine, ['reproduce', 'https://github.com/owner/project/issues/1', '--offline']);
    expect([asked.code, asked.places]).toEqual([3, []]);
    expect(asked.output).toContain('since Reprise is offline');
  });

  it('is nothing where the settings say so', async () => {
    const quiet = await createMachine();
    await mkdir(quiet.dataFolder, { recursive: true });
    const network = { offline: true, proxy: null, certificates: null };
    await writeFile(path.join(quiet.dataFolder, 'settings.json'), JSON.stringify({ network }));
    const { code, output, places } = await connectionsOf(quiet, [
      'reproduce',
      'https://github.com/owner/project/issues/1',
    ]);
    expect([code, places]).toEqual([3, []]);
    expect(output).toContain('since Reprise is offline');
    await quiet.remove();
  });

  it('is, for a whole reproduction without a model, a look at the package index alone', async () => {
    const { code, places } = await connectionsOf(machine, ['reproduce', example, '--json']);
    expect(code).toBe(0);
    const allowed = await allowedHosts();
    const hosts = places.filter((place) => place !== 'socket').map((place) => place.replace(/:\d+$/, ''));
    expect(hosts.filter((host) => !allowed.includes(host))).toEqual([]);
    expect(hosts.length).toBeGreaterThan(0);
  });

  it('is nothing offline once the environment is there, and the verdict is the same', async () => {
    const { code, places } = await connectionsOf(machine, ['reproduce', example, '--json', '--offline']);
    expect([code, places.filter((place) => place !== 'socket')]).toEqual([0, []]);
  });
});
