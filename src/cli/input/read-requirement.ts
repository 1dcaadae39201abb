import type { WantedPackage } from '../../protocol/environment';
import { readRequirement as read } from '../../protocol/requirement';
import { oneLine } from '../render/palette';
import { badInput } from './refusal';

/** `numpy`, `numpy==1.19.5` or `torch>=1.4,<2`. Errors: `badInput`. */
export function readRequirement(text: string): WantedPackage {
  const wanted = read(text);
  if (wanted === null) throw badInput('requirement', 'app.environment.bad.requirement', { text: oneLine(text, 100) });
  return wanted;
}
