import type { Accelerator } from '../../protocol/methods';

type Table = Readonly<Record<string, unknown>>;

/** Reads `rocm-smi --showproductname --showmeminfo vram --showuse --showdriverversion --json`: a table a card, values as text. Empty for anything else. */
export function parseRocmJson(text: string): readonly Accelerator[] {
  const answer = asTable(parsed(text));
  const system = asTable(answer['system']);
  const driver = asText(system['Driver version']);
  return Object.entries(answer).flatMap(([key, value]): readonly Accelerator[] => {
    if (!/^card\d+$/.test(key)) return [];
    const card = asTable(value);
    const name = asText(card['Card Series']) ?? asText(card['Card series']) ?? asText(card['Card Model']) ?? key;
    return [
      {
        ...{ vendor: 'amd', name, driver },
        memoryBytes: asNumber(card['VRAM Total Memory (B)']),
        usedBytes: asNumber(card['VRAM Total Used Memory (B)']),
        utilization: asNumber(card['GPU use (%)']),
      },
    ];
  });
}

/** Reads `amd-smi static --asic --driver --vram --json`: a list of cards, or one below `gpu_data`. Empty for anything else. */
export function parseAmdSmiJson(text: string): readonly Accelerator[] {
  const answer = parsed(text);
  const list: unknown = Array.isArray(answer) ? answer : asTable(answer)['gpu_data'];
  return (Array.isArray(list) ? list.map(asTable) : []).flatMap((card): readonly Accelerator[] => {
    const name = asText(asTable(card['asic'])['market_name']);
    if (name === null) return [];
    const size = asTable(asTable(card['vram'])['size']);
    const value = asNumber(size['value']);
    const unit = { MB: 1024 ** 2, GB: 1024 ** 3 }[asText(size['unit']) ?? ''];
    const driver = asText(asTable(card['driver'])['version']);
    return [{ vendor: 'amd', name, driver, memoryBytes: value === null || unit === undefined ? null : value * unit }];
  });
}

function parsed(text: string): unknown {
  // Warnings may stand before the answer.
  const start = text.search(/[[{]/);
  try {
    return start < 0 ? null : JSON.parse(text.slice(start));
  } catch {
    return null;
  }
}

function asTable(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== 'N/A' ? value : null;
}

function asNumber(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : null;
}
