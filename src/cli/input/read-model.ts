import type { AblationSwitch } from '../../protocol/model';
import { BaseUrl, DEFAULT_MAX_CALLS, ModelPurpose, type ModelChoice, type ModelPrice } from '../../protocol/model';
import type { ReproductionOptions } from '../../protocol/reproduction/options';
import { badInput } from './refusal';

/** What was typed about a model. `model` false: none is to be asked. */
export interface TypedModel {
  readonly model?: string | boolean;
  readonly baseUrl?: string;
  readonly maxCalls?: string;
  readonly maxTokens?: string;
  readonly maxCost?: string;
  /** `INPUT/OUTPUT`, dollars for a million tokens. */
  readonly price?: string;
  readonly without?: string;
  /** Each question is shown and asked about. */
  readonly preview?: boolean;
  readonly maxModelTime?: string;
  /** `PURPOSE=NAME`, one for each purpose that has a model of its own. */
  readonly modelFor?: readonly string[];
}

/** Where OpenAI's own models are. */
export const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

const switches: Readonly<Record<string, AblationSwitch>> = {
  context: 'context',
  plan: 'plan',
  validation: 'validation',
  refine: 'refine',
  'edit-actions': 'editActions',
  rerank: 'rerank',
};

/** The choice of a model as typed; nothing where it is left to the settings. Errors: `badInput`. */
export function readModel(
  typed: TypedModel,
  environmentBlock: Readonly<Record<string, string | undefined>>,
): Pick<Partial<ReproductionOptions>, 'model'> {
  if (typed.model === false) return { model: null };
  const name = typeof typed.model === 'string' ? typed.model.trim() : '';
  if (name === '') {
    if (typed.baseUrl !== undefined || typed.maxCalls !== undefined) throw badInput('model', 'cli.option.modelName');
    return {};
  }
  return { model: readChoice(name, typed, environmentBlock) };
}

/** A whole choice of a model of this name. Errors: `badInput`. */
export function readChoice(
  name: string,
  typed: TypedModel,
  environmentBlock: Readonly<Record<string, string | undefined>>,
): ModelChoice {
  const { maxTokens, maxCost, price, without } = typed;
  if (maxCost !== undefined && price === undefined) throw badInput('max-cost', 'cli.option.costWithoutPrice');
  return {
    name: name.slice(0, 200),
    baseUrl: readBaseUrl(typed.baseUrl ?? environmentBlock['OPENAI_BASE_URL'] ?? DEFAULT_BASE_URL),
    maxCalls: typed.maxCalls === undefined ? DEFAULT_MAX_CALLS : whole('max-calls', typed.maxCalls, 1000),
    ...(maxTokens === undefined ? {} : { maxTokens: whole('max-tokens', maxTokens, 1_000_000_000) }),
    ...(maxCost === undefined ? {} : { maxCost: money('max-cost', maxCost) }),
    ...(price === undefined ? {} : { price: readPrice(price) }),
    ...(typed.preview === undefined ? {} : { preview: typed.preview }),
    ...(typed.maxModelTime === undefined ? {} : { maxSeconds: whole('max-model-time', typed.maxModelTime, 604_800) }),
    ...(typed.modelFor === undefined ? {} : { perPurpose: readPurposes(typed.modelFor) }),
    ...(without === undefined ? {} : { without: readSwitches(without) }),
  };
}

/** Errors: `badInput`. */
export function readBaseUrl(value: string): string {
  const parsed = BaseUrl.safeParse(value.trim().replace(/\/+$/, ''));
  if (!parsed.success) throw badInput('base-url', 'cli.option.baseUrl', { value });
  return parsed.data;
}

function whole(option: string, value: string, most: number): number {
  const parsed = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(parsed >= 1 && parsed <= most)) throw badInput(option, 'cli.option.count', { option, value, most });
  return parsed;
}

function money(option: string, value: string): number {
  const parsed = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(parsed > 0)) throw badInput(option, 'cli.option.money', { option, value });
  return parsed;
}

function readPrice(value: string): ModelPrice {
  const [, input, output] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (input === undefined || output === undefined) throw badInput('price', 'cli.option.price', { value });
  return { input: Number(input), output: Number(output) };
}

/** Errors: `badInput` where a purpose is none, or has two models. */
function readPurposes(values: readonly string[]): NonNullable<ModelChoice['perPurpose']> {
  const chosen: Partial<Record<ModelPurpose, string>> = {};
  for (const value of values) {
    const [, word = '', name = ''] = /^([a-z]+)=(\S.{0,199})$/i.exec(value.trim()) ?? [];
    const purpose = ModelPurpose.options.find((option) => option === word);
    if (purpose === undefined || chosen[purpose] !== undefined) {
      throw badInput('model-for', 'model.help.badModelFor', { value, known: ModelPurpose.options.join(', ') });
    }
    chosen[purpose] = name.trim();
  }
  return chosen;
}

function readSwitches(value: string): AblationSwitch[] {
  return value.split(',').map((word) => {
    const found = switches[word.trim()];
    if (!found)
      throw badInput('without', 'cli.option.without', { value: word, known: Object.keys(switches).join(', ') });
    return found;
  });
}
