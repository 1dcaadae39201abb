import { message } from '../../protocol/catalogue/catalogue';
import type { Hardware } from '../../protocol/hardware';

/** What a driver's tool said. */
export interface ToolAnswer {
  readonly name: string;
  readonly answered: boolean;
  readonly words: string;
}

/** What was seen on the way from a card to a script that may use it. */
export interface Seen {
  readonly platform: string;
  readonly hasNode: boolean;
  /** NVIDIA's card is there, and the node by which programs get its memory is not. */
  readonly lacksMemoryNode: boolean;
  /** Null: no tool of a driver was found. */
  readonly tool: ToolAnswer | null;
  readonly cards: number;
  readonly block: Readonly<Record<string, string | undefined>>;
}

const choosing = ['CUDA_VISIBLE_DEVICES', 'HIP_VISIBLE_DEVICES', 'ROCR_VISIBLE_DEVICES'];

/** Step by step why a graphics card is or is not usable, each with what was seen and a fix. What lies behind a step that fails is not told. */
export function explain(seen: Seen): Hardware['steps'] {
  const steps: NonNullable<Hardware['steps']> = [];
  const add = (name: 'node' | 'driver' | 'cards' | 'variables', passed: boolean, fix: string): boolean => {
    steps.push({ name, passed, text: passed ? message(`hardware.step.${name}`) : fix });
    return passed;
  };
  // Windows and WSL have no node a card.
  if (seen.platform === 'linux' && !add('node', seen.hasNode || seen.cards > 0, message('hardware.fix.node')))
    return steps;
  const answered = seen.tool?.answered === true;
  const fix = seen.tool === null ? message('hardware.fix.tool') : fixOfAnswer(seen.tool);
  if (!add('driver', answered, fix)) return steps;
  if (!add('cards', seen.cards > 0, message('hardware.fix.cards'))) return steps;
  // The tools answer without it, and frameworks say that there is no card.
  if (seen.lacksMemoryNode && !add('node', false, message('hardware.fix.memoryNode'))) return steps;
  const hiding = choosing.find((name) => hidesAll(seen.block[name], seen.cards));
  const value = JSON.stringify(seen.block[hiding ?? ''] ?? '');
  add('variables', hiding === undefined, message('hardware.fix.variables', { name: hiding ?? '', value }));
  return steps;
}

/** Cards are counted up to the first that there is none of: `-1`, a number too high, or what is no card's name at all, such as one in quotes. */
function hidesAll(value: string | undefined, cards: number): boolean {
  if (value === undefined) return false;
  const first = value.split(',')[0]?.trim() ?? '';
  return /^\d+$/.test(first) ? Number(first) >= cards : !/^(?:GPU|MIG)-/i.test(first);
}

export function toolFailed({ name, words }: ToolAnswer): string {
  return message('hardware.reason.toolFailed', { tool: name, answer: words });
}

/** By the driver's own words, as it has no codes for these. */
function fixOfAnswer(tool: ToolAnswer): string {
  const { words } = tool;
  if (/version mismatch/i.test(words)) return message('hardware.fix.mismatch');
  if (/GPU is lost|requires reset|has fallen off/i.test(words)) return message('hardware.fix.lost');
  if (/permission/i.test(words)) return message('hardware.fix.permission');
  if (
    /couldn't communicate|driver\/library|not loaded|(?:not|un)[ -]?initiali[sz]ed|Driver Not Loaded|Unknown Error/i.test(
      words,
    )
  )
    return message('hardware.fix.notLoaded');
  return toolFailed(tool);
}
