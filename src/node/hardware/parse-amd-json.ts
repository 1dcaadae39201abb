import type { Accelerator } from '../../protocol/hardware';

type Table = Readonly<Record<string, unknown>>;

/** Lines of warnings that are looked past, at either end. */
const MOST_STARTS = 8;
const MOST_ENDS = 8;

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
        index: Number(key.slice('card'.length)),
        memoryBytes: asNumber(card['VRAM Total Memory (B)']),
        usedBytes: asNumber(card['VRAM Total Used Memory (B)']),
        utilization: asNumber(card['GPU use (%)']),
      },
    ];
  });
}

/** Reads `amd-smi static --asic --driver --vram --json`: a list of cards, or one below `gpu_data`. Empty for anything else. */
export function parseAmdSmiJson(text: string): readonly Accelerator[] {
  return listOf(parsed(text)).flatMap((card): readonly Accelerator[] => {
    const name = asText(asTable(card['asic'])['market_name']);
    if (name === null) return [];
    const size = asTable(asTable(card['vram'])['size']);
    const value = asNumber(size['value']);
    const unit = { MB: 1024 ** 2, GB: 1024 ** 3 }[asText(size['unit']) ?? ''];
    const driver = asText(asTable(card['driver'])['version']);
    const index = asNumber(card['gpu']);
    return [
      {
        ...{ vendor: 'amd', name, driver },
        memoryBytes: value === null || unit === undefined ? null : value * unit,
        ...(index === null ? {} : { index }),
      },
    ];
  });
}

/** Warnings may stand before and behind the answer, with brackets of their own: the answer begins a line and ends one. */
function parsed(text: string): unknown {
  const ends = [...text.matchAll(/[\]}][ \t]*\r?$/gm)].map(({ index }) => index + 1);
  const lastFirst = ends.slice(-MOST_ENDS).reverse();
  for (const { index: start } of [...text.matchAll(/^[[{]/gm)].slice(0, MOST_STARTS)) {
    for (const end of lastFirst) {
      const answer = parsedExactly(text.slice(start, end));
      if (answer !== undefined) return answer;
    }
  }
  return null;
}

function parsedExactly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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

/**
 * Live use and processes of `amd-smi metric --usage --mem-usage --json` and `amd-smi process --json`, by the number of the card.
 * Numbers stand alone or as `{ "value": 5, "unit": "MB" }`; what is not told is null.
 */
export function parseAmdSmiUse(metric: string, process: string): ReadonlyMap<number, AmdUse> {
  const found = new Map<number, AmdUse>();
  for (const card of listOf(parsed(metric))) {
    const index = asNumber(card['gpu']);
    if (index === null) continue;
    const used = asTable(card['mem_usage'])['used_vram'];
    found.set(index, {
      usedBytes: amount(used, { MB: 1024 ** 2, GB: 1024 ** 3 }),
      utilization: amount(asTable(card['usage'])['gfx_activity'], { '%': 1 }),
      processes: [],
    });
  }
  for (const card of listOf(parsed(process))) {
    const index = asNumber(card['gpu']);
    if (index === null) continue;
    const one = found.get(index) ?? { usedBytes: null, utilization: null, processes: [] };
    found.set(index, { ...one, processes: processesOf(card['process_list']) });
  }
  return found;
}

export interface AmdUse {
  readonly usedBytes: number | null;
  readonly utilization: number | null;
  readonly processes: NonNullable<Accelerator['processes']>;
}

function processesOf(value: unknown): NonNullable<Accelerator['processes']> {
  return (Array.isArray(value) ? value.map(asTable) : []).flatMap((one) => {
    const told = asTable(one['process_info'] ?? one);
    const id = asNumber(told['pid']);
    if (id === null || id === 0) return [];
    const memory = asTable(told['memory_usage'])['vram_mem'] ?? told['mem_usage'] ?? told['mem'];
    const memoryBytes = amount(memory, { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 });
    return [{ id, name: asText(told['name']) ?? '', memoryBytes }];
  });
}

/** A list of cards, or one below `gpu_data`. */
function listOf(answer: unknown): readonly Table[] {
  const list: unknown = Array.isArray(answer) ? answer : asTable(answer)['gpu_data'];
  return Array.isArray(list) ? list.map(asTable) : [];
}

function amount(value: unknown, units: Readonly<Record<string, number>>): number | null {
  if (typeof value !== 'object' || value === null) return asNumber(value);
  const { value: number, unit } = value as { readonly value?: unknown; readonly unit?: unknown };
  const factor = units[asText(unit) ?? ''];
  const told = asNumber(number);
  return told === null || factor === undefined ? null : told * factor;
}
