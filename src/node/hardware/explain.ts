import { message } from '../../protocol/catalogue/catalogue';
import type { Hardware } from '../../protocol/hardware';

/** What was seen on the way from a card to a script that may use it. */
export interface Seen {
  readonly platform: string;
  readonly hasNode: boolean;
  /** Null: no tool of a driver was found. */
  readonly tool: { readonly answered: boolean; readonly words: string } | null;
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
  const fix = seen.tool === null ? message('hardware.fix.tool') : fixOfAnswer(seen.tool.words);
  if (!add('driver', answered, fix)) return steps;
  if (!add('cards', seen.cards > 0, message('hardware.fix.cards'))) return steps;
  const hiding = choosing.find((name) => /^\s*(?:-1|none)?\s*$/i.test(seen.block[name] ?? 'all'));
  add('variables', hiding === undefined, message('hardware.fix.variables', { name: hiding ?? '' }));
  return steps;
}

/** By the driver's own words, as it has no codes for these. */
function fixOfAnswer(words: string): string {
  if (/version mismatch/i.test(words)) return message('hardware.fix.mismatch');
  if (/GPU is lost|requires reset|has fallen off/i.test(words)) return message('hardware.fix.lost');
  if (/permission/i.test(words)) return message('hardware.fix.permission');
  if (/couldn't communicate|driver\/library|not loaded|Driver Not Loaded/i.test(words))
    return message('hardware.fix.notLoaded');
  return message('hardware.reason.toolFailed', { answer: words });
}
