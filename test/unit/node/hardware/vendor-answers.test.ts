import { describe, expect, it } from 'vitest';
import { explain } from '../../../../src/node/hardware/explain';
import { parseAmdSmiJson, parseRocmJson } from '../../../../src/node/hardware/parse-amd-json';
import { parseNvidiaXml } from '../../../../src/node/hardware/parse-nvidia-xml';

const GIBIBYTE = 1024 ** 3;

const card = (body: string, name = 'NVIDIA A100-SXM4-40GB') =>
  `<gpu id="00000000:01:00.0">\n<product_name>${name}</product_name>\n${body}\n</gpu>`;
const log = (cards: string) =>
  `<?xml version="1.0" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">\n<nvidia_smi_log>\n` +
  `<driver_version>535.104.05</driver_version>\n<cuda_version>12.2</cuda_version>\n<attached_gpus>1</attached_gpus>\n${cards}\n</nvidia_smi_log>\n`;
const memory = (total: string, used: string) =>
  `<fb_memory_usage>\n<total>${total}</total>\n<reserved>600 MiB</reserved>\n<used>${used}</used>\n</fb_memory_usage>`;

describe('nvidia-smi -q -x', () => {
  it('tells memory, use and processes of each card', () => {
    const busy =
      memory('40960 MiB', '2048 MiB') +
      '<utilization><gpu_util>37 %</gpu_util><memory_util>5 %</memory_util></utilization>' +
      '<processes><process_info><gpu_instance_id>N/A</gpu_instance_id><pid>4242</pid><type>C</type>' +
      '<process_name>python &lt;train&gt;</process_name><used_memory>1900 MiB</used_memory></process_info>' +
      '<process_info><pid>7</pid><type>G</type><process_name>Xorg</process_name><used_memory>N/A</used_memory></process_info></processes>';
    const idle = `${memory('15360 MiB', '0 MiB')}<utilization><gpu_util>N/A</gpu_util></utilization><processes></processes>`;
    const { accelerators, cuda } = parseNvidiaXml(log(`${card(busy)}\n${card(idle, 'Tesla T4')}`));
    expect(cuda).toBe('12.2');
    expect(accelerators).toEqual([
      {
        vendor: 'nvidia',
        name: 'NVIDIA A100-SXM4-40GB',
        memoryBytes: 40 * GIBIBYTE,
        driver: '535.104.05',
        index: 0,
        uuid: null,
        usedBytes: 2 * GIBIBYTE,
        utilization: 37,
        processes: [
          { id: 4242, name: 'python <train>', memoryBytes: 1900 * 1024 ** 2 },
          { id: 7, name: 'Xorg', memoryBytes: null },
        ],
      },
      {
        vendor: 'nvidia',
        name: 'Tesla T4',
        memoryBytes: 15 * GIBIBYTE,
        driver: '535.104.05',
        index: 1,
        uuid: null,
        usedBytes: 0,
        utilization: null,
        processes: [],
      },
    ]);
  });

  it('tells the slices of a shared card, and no memory where the card tells none', () => {
    const sliced =
      memory('[N/A]', '[Insufficient Permissions]') +
      '<mig_mode><current_mig>Enabled</current_mig><pending_mig>Enabled</pending_mig></mig_mode><mig_devices>' +
      `<mig_device><index>0</index>${memory('9856 MiB', '3 MiB')}</mig_device><mig_device><index>1</index>${memory('N/A', 'N/A')}</mig_device></mig_devices>`;
    const [one] = parseNvidiaXml(log(card(sliced))).accelerators;
    expect(one).toMatchObject({
      memoryBytes: null,
      usedBytes: null,
      slices: [{ memoryBytes: 9856 * 1024 ** 2 }, { memoryBytes: null }],
    });
    const whole = `${memory('N/A', 'N/A')}<mig_mode><current_mig>N/A</current_mig></mig_mode><mig_devices>None</mig_devices>`;
    expect(parseNvidiaXml(log(card(whole))).accelerators[0]).not.toHaveProperty('slices');
  });

  it.each([
    '',
    'No devices were found',
    'Failed to initialize NVML: Driver/library version mismatch',
    log(''),
    '<gpu id="x">',
  ])('gives nothing for %j', (text) => expect(parseNvidiaXml(text).accelerators).toEqual([]));
});

describe('the tools of AMD', () => {
  it('reads rocm-smi', () => {
    const warnings = 'WARNING: AMD GPU device(s) is/are in a low-power state.\n[ WARN ] see dmesg [amdgpu]';
    const text = `${warnings}\n${JSON.stringify({
      card0: {
        'Card Series': 'AMD Instinct MI210',
        'VRAM Total Memory (B)': '68702699520',
        'VRAM Total Used Memory (B)': '10960896',
        'GPU use (%)': '0',
      },
      card1: { 'Card series': 'N/A', 'Card Model': '0x740f', 'VRAM Total Memory (B)': 'N/A' },
      system: { 'Driver version': '6.3.6' },
    })}\r\n${warnings}\n`;
    expect(parseRocmJson(text)).toEqual([
      {
        vendor: 'amd',
        name: 'AMD Instinct MI210',
        driver: '6.3.6',
        index: 0,
        memoryBytes: 68702699520,
        usedBytes: 10960896,
        utilization: 0,
      },
      {
        vendor: 'amd',
        name: '0x740f',
        driver: '6.3.6',
        index: 1,
        memoryBytes: null,
        usedBytes: null,
        utilization: null,
      },
    ]);
  });

  it('reads amd-smi, in both of its forms', () => {
    const one = {
      gpu: 0,
      asic: { market_name: 'AMD Instinct MI300X' },
      vram: { size: { value: 196592, unit: 'MB' } },
      driver: { name: 'amdgpu', version: '6.8.5' },
    };
    const memoryBytes = 196592 * 1024 ** 2;
    const expected = [{ vendor: 'amd', name: 'AMD Instinct MI300X', driver: '6.8.5', index: 0, memoryBytes }];
    expect(parseAmdSmiJson(JSON.stringify([one]))).toEqual(expected);
    expect(parseAmdSmiJson(JSON.stringify({ gpu_data: [one] }))).toEqual(expected);
  });

  it.each(['', '{', '[1, null]', '{"card0": 3}', 'ERROR:root:Driver not initialized (amdgpu not found in modules)'])(
    'gives nothing of use for %j',
    (text) => {
      expect(parseAmdSmiJson(text)).toEqual([]);
      expect(parseRocmJson(text).every(({ memoryBytes }) => memoryBytes === null)).toBe(true);
    },
  );
});

describe('explain', () => {
  const nvidia = (words: string) => ({ name: 'nvidia-smi', answered: false, words });
  const base = {
    ...({ platform: 'linux', hasNode: true, lacksMemoryNode: false, cards: 1, block: {} } as const),
    tool: { name: 'nvidia-smi', answered: true, words: '' },
  };
  const last = (over: Partial<Parameters<typeof explain>[0]>) => explain({ ...base, ...over })?.at(-1);

  it('goes all the way where a card can be used', () => {
    expect(explain(base)?.map(({ name, passed }) => `${name} ${passed}`)).toEqual([
      'node true',
      'driver true',
      'cards true',
      'variables true',
    ]);
    for (const value of ['0,1', '0', ' 0 ', 'GPU-1f2e', 'MIG-1f2e/7/0']) {
      expect(last({ block: { CUDA_VISIBLE_DEVICES: value } }), value).toMatchObject({ passed: true });
    }
  });

  it.each([
    [{ hasNode: false, cards: 0, tool: null }, 'node', 'device node'],
    [{ cards: 0, tool: null }, 'driver', 'Install'],
    [{ cards: 0, tool: nvidia('Failed to initialize NVML: Driver/library version mismatch') }, 'driver', 'Restart'],
    [
      {
        cards: 0,
        tool: nvidia("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver."),
      },
      'driver',
      'modprobe',
    ],
    [{ cards: 0, tool: nvidia('Unable to determine the device handle: GPU is lost.') }, 'driver', 'Restart'],
    [{ cards: 0, tool: nvidia('Insufficient Permissions') }, 'driver', 'group'],
    [{ cards: 0, tool: nvidia('timeLimit') }, 'driver', 'timeLimit'],
    [{ cards: 0 }, 'cards', 'plugged in'],
    [{ block: { CUDA_VISIBLE_DEVICES: '' } }, 'variables', 'CUDA_VISIBLE_DEVICES'],
    [{ block: { HIP_VISIBLE_DEVICES: '-1' } }, 'variables', 'HIP_VISIBLE_DEVICES'],
    [{ block: { CUDA_VISIBLE_DEVICES: '"0"' } }, 'variables', 'without quotes'],
    [{ block: { CUDA_VISIBLE_DEVICES: '1' } }, 'variables', 'is "1"'],
    [{ block: { CUDA_VISIBLE_DEVICES: '-1,0' } }, 'variables', 'hides all cards'],
    [{ lacksMemoryNode: true }, 'node', 'nvidia_uvm'],
    [{ platform: 'win32', hasNode: false, cards: 0, tool: null }, 'driver', 'Install'],
  ] as const)('ends at the first step that fails, with a fix: %j', (over, name, fix) => {
    expect(last(over)).toMatchObject({ name, passed: false, text: expect.stringContaining(fix) });
  });
});
