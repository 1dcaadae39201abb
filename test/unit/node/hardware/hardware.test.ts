import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHardwareProbe } from '../../../../src/node/hardware/create-hardware-probe';
import { parseNvidiaCsv } from '../../../../src/node/hardware/parse-nvidia-csv';
import { createRunInPty } from '../../../../src/node/process/run-in-pty';
import { runProcess } from '../../../../src/node/process/run-process';

describe('parseNvidiaCsv', () => {
  it('reads several cards', () => {
    expect(parseNvidiaCsv('NVIDIA A100-SXM4-40GB, 40960, 535.104.05\nTesla T4, 15360, 535.104.05\n')).toEqual([
      { vendor: 'nvidia', name: 'NVIDIA A100-SXM4-40GB', memoryBytes: 40960 * 1024 * 1024, driver: '535.104.05' },
      { vendor: 'nvidia', name: 'Tesla T4', memoryBytes: 15360 * 1024 * 1024, driver: '535.104.05' },
    ]);
  });

  it('takes fields that a card does not tell for unknown', () => {
    expect(parseNvidiaCsv('NVIDIA GB10, [N/A], 580.95.05\r\nOrin (nvgpu), [Not Supported], N/A\r\n')).toEqual([
      { vendor: 'nvidia', name: 'NVIDIA GB10', memoryBytes: null, driver: '580.95.05' },
      { vendor: 'nvidia', name: 'Orin (nvgpu)', memoryBytes: null, driver: null },
    ]);
  });

  it.each([
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.",
    'Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 535.183',
    'No devices were found',
    'Unable to determine the device handle for GPU 0000:01:00.0: GPU is lost.  Reboot the system to recover this GPU',
    '',
  ])('takes no error for a card: %s', (text) => {
    expect(parseNvidiaCsv(text)).toEqual([]);
  });
});

describe('the probe', () => {
  let folder: string;
  const progress = { signal: new AbortController().signal, report: () => undefined };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-hardware-'));
    await mkdir(join(folder, 'dev'));
    await mkdir(join(folder, 'bin'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const read = (platform = 'linux') =>
    createHardwareProbe({
      platform,
      environmentBlock: { PATH: join(folder, 'bin') },
      runInPty: createRunInPty(),
      runProcess,
      deviceFolder: join(folder, 'dev'),
    }).read(progress);

  /** A stand-in for the vendor's tool, which answers with a recorded text. */
  async function answer(text: string, code: number): Promise<void> {
    const tool = join(folder, 'bin', 'nvidia-smi');
    await writeFile(join(folder, 'answer.txt'), text);
    await writeFile(
      tool,
      `#!/bin/sh\nwhile read line; do echo "$line"; done < '${join(folder, 'answer.txt')}'\nexit ${code}\n`,
    );
    await chmod(tool, 0o755);
  }

  it('tells processors and memory, and in words why there is no accelerator', async () => {
    const hardware = await read();
    expect(hardware.processors).toBeGreaterThan(0);
    expect(hardware.memoryBytes).toBeGreaterThan(0);
    expect(hardware.accelerators).toEqual([]);
    expect(hardware.reason).toContain('nvidia-smi');
  });

  it('tells a device without a tool from no device', async () => {
    const without = (await read()).reason;
    await writeFile(join(folder, 'dev', 'nvidia0'), '');
    const withDevice = (await read()).reason;
    expect(withDevice).toContain('device node is there');
    expect(withDevice).not.toBe(without);
  });

  it('asks the tool, and hands on its error in its own words', async () => {
    await answer('NVIDIA H200, 143771, 570.86.15\n', 0);
    expect(await read()).toMatchObject({ accelerators: [{ name: 'NVIDIA H200', driver: '570.86.15' }], reason: null });
    await answer('Failed to initialize NVML: Driver/library version mismatch\n', 18);
    expect((await read()).reason).toContain('Driver/library version mismatch');
    await answer('No devices were found\n', 0);
    expect(await read()).toMatchObject({ accelerators: [], reason: 'The driver tool nvidia-smi found no card.' });
  });

  it('finds an AMD card by its device node', async () => {
    await writeFile(join(folder, 'dev', 'kfd'), '');
    expect(await read()).toMatchObject({ accelerators: [{ vendor: 'amd', memoryBytes: null }] });
  });
});
