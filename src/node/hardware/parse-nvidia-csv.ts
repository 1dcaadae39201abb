import type { Accelerator } from '../../protocol/hardware';

/** What is asked of nvidia-smi, in this order. */
export const NVIDIA_FIELDS = ['name', 'memory.total', 'driver_version'] as const;

/**
 * Reads `nvidia-smi --query-gpu=… --format=csv,noheader,nounits`: a line a card, memory in MiB. A field that the card does
 * not tell reads `[N/A]` or `[Not Supported]` and gives null. Lines that are no cards (warnings, errors) are left out.
 */
export function parseNvidiaCsv(text: string): readonly Accelerator[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const fields = line.split(',').map((field) => field.trim());
    if (fields.length !== NVIDIA_FIELDS.length) return [];
    const [name = '', memory = '', driver = ''] = fields;
    if (name === '' || isUntold(name)) return [];
    const mebibytes = /^\d+$/.test(memory) ? Number(memory) : null;
    if (mebibytes === null && !isUntold(memory)) return [];
    return [
      {
        vendor: 'nvidia' as const,
        name,
        memoryBytes: mebibytes === null ? null : mebibytes * 1024 * 1024,
        driver: isUntold(driver) || driver === '' ? null : driver,
      },
    ];
  });
}

function isUntold(field: string): boolean {
  return /^\[.*\]$|^N\/A$/i.test(field);
}
