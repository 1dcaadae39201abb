import type { Accelerator } from '../../protocol/hardware';

const MEBIBYTE = 1024 * 1024;

/** What `nvidia-smi -q -x` tells, live use and processes included. */
export interface NvidiaAnswer {
  readonly accelerators: readonly Accelerator[];
  /** Newest CUDA that the driver serves, such as `12.8`; null: not told. */
  readonly cuda: string | null;
}

/** Reads the XML of `nvidia-smi -q -x`. Fields that a card does not tell (`N/A`, `[N/A]`, errors) are null. Empty for what is no such answer. */
export function parseNvidiaXml(text: string): NvidiaAnswer {
  const driver = told(text, 'driver_version');
  const cards = [...text.matchAll(/<gpu id="[^"]*">([\s\S]*?)<\/gpu>/g)].map(([, body = ''], index) =>
    readCard(body, index, driver),
  );
  return { accelerators: cards.filter((one) => one.name !== ''), cuda: told(text, 'cuda_version') };
}

function readCard(body: string, index: number, driver: string | null): Accelerator {
  const memory = section(body, 'fb_memory_usage');
  // A card in slices tells its memory and its processes a slice.
  const slices = [...section(body, 'mig_devices').matchAll(/<mig_device>([\s\S]*?)<\/mig_device>/g)].map(
    ([, slice = '']) => ({ memoryBytes: bytes(section(slice, 'fb_memory_usage'), 'total') }),
  );
  const isSliced = told(section(body, 'mig_mode'), 'current_mig') === 'Enabled';
  const percent = /^(\d+)\s*%/.exec(told(section(body, 'utilization'), 'gpu_util') ?? '')?.[1];
  return {
    vendor: 'nvidia',
    name: told(body, 'product_name') ?? '',
    memoryBytes: bytes(memory, 'total'),
    driver,
    index,
    uuid: told(body.replace(/<mig_devices>[\s\S]*?<\/mig_devices>/, ''), 'uuid'),
    usedBytes: bytes(memory, 'used'),
    utilization: percent === undefined ? null : Number(percent),
    ...(isSliced ? { slices } : {}),
    processes: processesOf(section(body, 'processes')),
  };
}

function processesOf(text: string): NonNullable<Accelerator['processes']> {
  return [...text.matchAll(/<process_info>([\s\S]*?)<\/process_info>/g)].flatMap(([, one = '']) => {
    const id = Number(told(one, 'pid'));
    if (!Number.isInteger(id) || id <= 0) return [];
    return [{ id, name: told(one, 'process_name') ?? '', memoryBytes: bytes(one, 'used_memory') }];
  });
}

function section(text: string, name: string): string {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1] ?? '';
}

function told(text: string, name: string): string | null {
  const value = new RegExp(`<${name}>([^<]{0,300})</${name}>`).exec(text)?.[1]?.trim();
  return value === undefined || value === '' || isUntold(value) ? null : plain(value);
}

function bytes(text: string, name: string): number | null {
  const mebibytes = /^(\d+)\s*MiB$/.exec(told(text, name) ?? '')?.[1];
  return mebibytes === undefined ? null : Number(mebibytes) * MEBIBYTE;
}

function isUntold(value: string): boolean {
  return /^\[?(?:N\/A|Not Supported|Unknown Error|Insufficient Permissions|GPU (?:is lost|requires reset))\]?$/i.test(
    value,
  );
}

function plain(value: string): string {
  return value
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
}
