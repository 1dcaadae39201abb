import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseDevices } from '../../../../src/node/hardware/choose-devices';
import { DeviceChoice } from '../../../../src/protocol/hardware';

let folder: string;

/** As the driver tells it below /proc: node numbers need not follow the order of the bus. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-cards-'));
  for (const [bus, uuid, minor] of [
    ['0000:01:00.0', 'GPU-aaaa-1', 1],
    ['0000:02:00.0', 'GPU-bbbb-2', 0],
  ] as const) {
    await mkdir(join(folder, bus));
    await writeFile(
      join(folder, bus, 'information'),
      `Model: \t\t NVIDIA\nGPU UUID: \t ${uuid}\nBus Location: \t ${bus}\nDevice Minor: \t ${minor}\n`,
    );
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('chooseDevices', () => {
  it('leaves all as it is where nothing was chosen', async () => {
    expect(await chooseDevices(null, folder)).toEqual({ variables: {}, usesCards: true, hiddenNodes: [] });
  });
  it('hides every card where none was chosen', async () => {
    const { variables, usesCards } = await chooseDevices([], folder);
    expect([variables['CUDA_VISIBLE_DEVICES'], variables['ROCR_VISIBLE_DEVICES'], usesCards]).toEqual([
      '-1',
      '-1',
      false,
    ]);
  });
  it('names the chosen card and binds no node of the others, by number or by name', async () => {
    for (const choice of [['0'], ['GPU-aaaa-1']]) {
      const { variables, hiddenNodes } = await chooseDevices(choice, folder);
      expect(variables['CUDA_VISIBLE_DEVICES']).toBe('GPU-aaaa-1');
      expect(hiddenNodes).toEqual(['/dev/nvidia0']);
    }
  });
  it('leaves the nodes alone where the driver’s files do not tell which is which', async () => {
    const { variables, hiddenNodes } = await chooseDevices(['0', '7'], join(folder, 'absent'));
    expect([variables['CUDA_VISIBLE_DEVICES'], hiddenNodes]).toEqual(['0,7', []]);
  });
  it.each(['0; rm', '', 'GPU-', 'card 0', '../nvidia0', '9999'])('takes no %j for a card', (one) => {
    expect(DeviceChoice.safeParse([one]).success).toBe(false);
  });
});
