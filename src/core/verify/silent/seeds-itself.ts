import type { JudgeInput } from '../judge-input';
import { calledName, walk } from '../syntax-walk';

/** Whether the script fixes its random numbers, so that another result is no chance that it left open. */
export function seedsItself({ parser, script }: Pick<JudgeInput, 'parser' | 'script'>): boolean {
  let found = false;
  walk(parser.parse(script.text), (node) => {
    if (node.type !== 'call') return !found;
    const name = calledName(node) ?? '';
    const takes = (node.childForField('arguments')?.namedChildren ?? []).length > 0;
    if (/^(?:manual_seed\w*|set_random_seed|set_seed|seed|seed_everything|default_rng|PRNGKey|RandomState)$/.test(name))
      found ||= takes;
    return !found;
  });
  return found;
}
