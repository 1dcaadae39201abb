import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHardwareProbe } from '../../../../src/node/hardware/create-hardware-probe';
import { createRunInPty } from '../../../../src/node/process/run-in-pty';
import { runProcess } from '../../../../src/node/process/run-process';
import type { RunInPty } from '../../../../src/node/process/types';
import type { FrameworkBuild } from '../../../../src/core/ports/hardware-probe';

const progress = { signal: new AbortController().signal, report: () => undefined };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-vendor-'));
  await mkdir(join(folder, 'dev'));
  await mkdir(join(folder, 'bin'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A stand-in for a vendor's tool: answers each question with a recorded text; other questions end with an error as the real one's. */
async function standIn(tool: string, answers: Readonly<Record<string, string>>): Promise<void> {
  const cases = await Promise.all(
    Object.entries(answers).map(async ([question, text], at) => {
      const file = join(folder, `${tool}-${at}.txt`);
      await writeFile(file, text.endsWith('\n') ? text : `${text}\n`);
      return `  '${question}') file='${file}' ;;`;
    }),
  );
  const script = [
    '#!/bin/sh',
    'case "$*" in',
    ...cases,
    '  *) echo "Field is not a valid field to query."; exit 2 ;;',
    'esac',
    'while IFS= read -r line; do echo "$line"; done < "$file"',
  ];
  await writeFile(join(folder, 'bin', tool), `${script.join('\n')}\n`);
  await chmod(join(folder, 'bin', tool), 0o755);
}

interface Reading {
  readonly platform?: string;
  readonly block?: Record<string, string>;
  readonly build?: FrameworkBuild | null;
  readonly runInPty?: RunInPty;
}

const read = (options: Reading = {}) =>
  createHardwareProbe({
    platform: options.platform ?? 'linux',
    environmentBlock: { PATH: join(folder, 'bin'), ...options.block },
    runInPty: options.runInPty ?? createRunInPty(),
    runProcess,
    deviceFolder: join(folder, 'dev'),
  }).read(progress, options.build);

const xml = (cuda: string, cards: string) =>
  `<?xml version="1.0" ?>\n<nvidia_smi_log>\n<driver_version>535.104.05</driver_version>\n<cuda_version>${cuda}</cuda_version>\n${cards}\n</nvidia_smi_log>\n`;
const card = (name: string, uuid: string, more = '') =>
  `<gpu id="00000000:01:00.0">\n<product_name>${name}</product_name>\n${more}<uuid>${uuid}</uuid>\n` +
  '<fb_memory_usage>\n<total>24576 MiB</total>\n<used>1024 MiB</used>\n</fb_memory_usage>\n</gpu>';
const capabilities = '--query-gpu=index,compute_cap --format=csv,noheader';

describe('nvidia-smi', () => {
  it('tells several cards with number, name, capability and the CUDA of the driver', async () => {
    await standIn('nvidia-smi', {
      '-q -x': xml('12.2', `${card('NVIDIA GeForce RTX 3090', 'GPU-aaaa')}\n${card('NVIDIA H200', 'GPU-bbbb')}`),
      [capabilities]: '0, 8.6\n1, 9.0\n',
    });
    expect(await read()).toMatchObject({
      cuda: '12.2',
      reason: null,
      accelerators: [
        { name: 'NVIDIA GeForce RTX 3090', index: 0, uuid: 'GPU-aaaa', capability: '8.6', usedBytes: 1024 ** 3 },
        { name: 'NVIDIA H200', index: 1, uuid: 'GPU-bbbb', capability: '9.0' },
      ],
    });
  });

  it('names the slices of a shared card, which alone can be used', async () => {
    const slices =
      '<mig_mode><current_mig>Enabled</current_mig></mig_mode><mig_devices><mig_device><index>0</index><uuid>MIG-inner</uuid>' +
      '<fb_memory_usage><total>9856 MiB</total></fb_memory_usage></mig_device></mig_devices>';
    await standIn('nvidia-smi', {
      '-q -x': xml('12.2', card('NVIDIA A100', 'GPU-cccc', slices)),
      [capabilities]: '0, 8.0\n',
      '-L': 'GPU 0: NVIDIA A100 (UUID: GPU-cccc)\n  MIG 1g.10gb     Device  0: (UUID: MIG-1f2e/7/0)\n',
    });
    expect((await read()).accelerators).toMatchObject([
      { uuid: 'GPU-cccc', slices: [{ memoryBytes: 9856 * 1024 ** 2, uuid: 'MIG-1f2e/7/0' }] },
    ]);
  });

  it('does without the capability where an older driver does not know the question', async () => {
    await standIn('nvidia-smi', { '-q -x': xml('11.4', card('Tesla K80', 'GPU-dddd')) });
    const { accelerators, steps } = await read({ build: torch('11.8', ['sm_50']) });
    expect(accelerators[0]).not.toHaveProperty('capability');
    expect(steps?.map(({ name, passed }) => [name, passed])).toEqual([
      ...['node', 'driver', 'cards', 'variables', 'framework', 'cudaBuild', 'driverForBuild'].map((name) => [
        name,
        true,
      ]),
    ]);
  });

  it.each([
    ['in a pty', createRunInPty(), 'terminal'],
    [
      'on pipes where the machine gives no pty',
      () => Promise.resolve({ end: { kind: 'couldNotStart' as const, reason: 'no pty' }, durationMs: 0 }),
      'pipe',
    ],
  ])('is started %s, and read to its last line', async (_name, runInPty, where) => {
    const many = Array.from({ length: 16 }, (_, at) => card(`NVIDIA ${at}`, `GPU-${at}`)).join('\n');
    await standIn('nvidia-smi', { '-q -x': xml('12.2', many), [capabilities]: '15, 9.0\n' });
    const tool = join(folder, 'bin', 'nvidia-smi');
    const text = await readFile(tool, 'utf8');
    const note = `if [ -t 2 ]; then echo terminal; else echo pipe; fi > '${join(folder, 'where')}'\n`;
    await writeFile(tool, text.replace('#!/bin/sh\n', `#!/bin/sh\n${note}`));
    const { accelerators } = await read({ runInPty });
    expect(accelerators).toHaveLength(16);
    expect(accelerators.at(-1)).toMatchObject({ name: 'NVIDIA 15', uuid: 'GPU-15', capability: '9.0' });
    expect((await readFile(join(folder, 'where'), 'utf8')).trim()).toBe(where);
  });

  it('says in words how it ended where it said nothing', async () => {
    await writeFile(join(folder, 'bin', 'nvidia-smi'), '#!/bin/sh\nexit 9\n', { mode: 0o755 });
    const { reason } = await read();
    expect(reason).toContain('nvidia-smi answered with an error: it ended with exit code 9 and said nothing');
  });

  it('is not enough where the node is missing by which programs get the memory of a card', async () => {
    await writeFile(join(folder, 'dev', 'nvidia0'), '');
    await standIn('nvidia-smi', { '-q -x': xml('12.2', card('NVIDIA T4', 'GPU-a')), [capabilities]: '0, 7.5\n' });
    expect((await read()).steps?.at(-1)).toMatchObject({
      passed: false,
      text: expect.stringContaining('/dev/nvidia-uvm') as string,
    });
    await writeFile(join(folder, 'dev', 'nvidia-uvm'), '');
    expect((await read()).steps?.at(-1)).toMatchObject({ name: 'variables', passed: true });
  });

  it('is the one of Windows’ Linux too, where one node stands for all cards', async () => {
    await writeFile(join(folder, 'dev', 'dxg'), '');
    await standIn('nvidia-smi', {});
    const { steps } = await read();
    expect(steps).toMatchObject([
      { name: 'node', passed: true },
      { name: 'driver', passed: false },
    ]);
  });
});

function torch(cuda: FrameworkBuild['cuda'], architectures: FrameworkBuild['architectures'] = null): FrameworkBuild {
  return { name: 'torch', version: '2.4.0', cuda, architectures };
}

describe('the ladder of an environment', () => {
  beforeEach(() =>
    standIn('nvidia-smi', {
      '-q -x': xml('12.2', card('NVIDIA GeForce GTX 1080', 'GPU-eeee')),
      [capabilities]: '0, 6.1\n',
    }),
  );
  const last = async (build: FrameworkBuild | null) => (await read({ build })).steps?.at(-1);

  it('ends at an environment without a framework', async () => {
    expect(await last(null)).toMatchObject({ name: 'framework', passed: false });
  });
  it('ends at a framework that was built without CUDA', async () => {
    expect(await last(torch(null))).toMatchObject({
      name: 'cudaBuild',
      passed: false,
      text: expect.stringContaining('torch 2.4.0 was built without CUDA'),
    });
  });
  it('says so where the files do not tell', async () => {
    expect(await last(torch(undefined))).toMatchObject({ name: 'cudaBuild', passed: true });
  });
  it.each([
    ['13.0', false],
    ['12.8', true],
    ['11.8', true],
    ['10.2', true],
  ])('holds a build for CUDA %s against a driver for 12.2', async (cuda, passed) => {
    const { steps = [] } = await read({ build: torch(cuda) });
    expect(steps.find(({ name }) => name === 'driverForBuild')).toMatchObject({ passed });
  });
  it('ends at a build without code for the card, and names the card and what it was built for', async () => {
    expect(await last(torch('12.1', ['sm_70', 'sm_80', 'sm_90', 'compute_90']))).toMatchObject({
      name: 'capability',
      passed: false,
      text: expect.stringMatching(/NVIDIA GeForce GTX 1080 \(compute capability 6\.1; built for sm_70/),
    });
  });
  it('reaches its end where the build has code for it', async () => {
    expect(await last(torch('12.1', ['sm_50', 'sm_60', 'sm_90']))).toMatchObject({ name: 'capability', passed: true });
  });
  it('tells nothing of a framework while a step before it fails', async () => {
    const { steps } = await read({ build: torch(null), block: { CUDA_VISIBLE_DEVICES: '-1' } });
    expect(steps?.at(-1)).toMatchObject({ name: 'variables', passed: false });
  });
});

describe('the tools of AMD', () => {
  it('tells live use and processes of amd-smi', async () => {
    await writeFile(join(folder, 'dev', 'kfd'), '');
    const asked = { asic: { market_name: 'AMD Instinct MI300X' }, vram: { size: { value: 196592, unit: 'MB' } } };
    await standIn('amd-smi', {
      'static --asic --driver --vram --json': JSON.stringify([{ gpu: 0, ...asked }]),
      'metric --usage --mem-usage --json': JSON.stringify([
        {
          gpu: 0,
          usage: { gfx_activity: { value: 12, unit: '%' } },
          mem_usage: { used_vram: { value: 300, unit: 'MB' } },
        },
      ]),
      'process --json': JSON.stringify([
        {
          gpu: 0,
          process_list: [
            { process_info: { name: 'python', pid: 7, memory_usage: { vram_mem: { value: 2, unit: 'GB' } } } },
          ],
        },
      ]),
    });
    const [one] = (await read()).accelerators;
    expect(one).toMatchObject({
      name: 'AMD Instinct MI300X',
      usedBytes: 300 * 1024 ** 2,
      utilization: 12,
      processes: [{ id: 7, name: 'python', memoryBytes: 2 * 1024 ** 3 }],
    });
  });

  it('say in their own name what went wrong', async () => {
    await writeFile(join(folder, 'dev', 'kfd'), '');
    await writeFile(join(folder, 'bin', 'amd-smi'), '#!/bin/sh\necho "Driver not initialized"; exit 1\n', {
      mode: 0o755,
    });
    const { reason, steps } = await read();
    expect(reason).toContain('amd-smi answered with an error: Driver not initialized');
    expect(steps?.at(-1)).toMatchObject({
      name: 'driver',
      passed: false,
      text: expect.stringContaining('modprobe') as string,
    });
  });

  it('falls back to rocm-smi', async () => {
    await standIn('amd-smi', {});
    await standIn('rocm-smi', {
      '--showproductname --showmeminfo vram --showuse --showdriverversion --json': JSON.stringify({
        card0: { 'Card Series': 'Radeon RX 7900', 'VRAM Total Memory (B)': '25753026560' },
      }),
    });
    expect((await read()).accelerators).toMatchObject([{ name: 'Radeon RX 7900', index: 0 }]);
  });
});

describe('the tools of this machine', () => {
  it('tell a card, or in words why they do not', async () => {
    const { PATH = '' } = process.env;
    const probe = createHardwareProbe({
      platform: process.platform,
      environmentBlock: { PATH: [PATH, join(folder, 'bin')].join(delimiter) },
      runInPty: createRunInPty(),
      runProcess,
    });
    const { accelerators, reason } = await probe.read(progress);
    expect(accelerators.length > 0 || reason !== null).toBe(true);
    for (const one of accelerators) expect(one.name).not.toBe('');
  });
});
