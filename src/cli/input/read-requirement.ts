import type { WantedPackage } from '../../protocol/environment';
import { oneLine } from '../render/palette';
import { badInput } from './refusal';

/** `numpy`, `numpy==1.19.5` or `torch>=1.4,<2`. */
export function readRequirement(text: string): WantedPackage {
  const [, name, specifier = ''] = /^([A-Za-z0-9][\w.-]*)\s*((?:[=<>!~]=?.*)?)$/.exec(text.trim()) ?? [];
  if (name === undefined)
    throw badInput('requirement', 'cli.environments.badRequirement', { text: oneLine(text, 100) });
  return { name, specifier: specifier.replace(/\s+/g, '') };
}
