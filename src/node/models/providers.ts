import { createModel } from './create-model';
import { listModels } from './list-models';

/** A way in which endpoints are asked. `open` and `list` are given the address and its key, and keep to the limits. */
export interface ModelProvider {
  /** Whether an endpoint at this address is asked in this way. */
  readonly serves: (baseUrl: string) => boolean;
  readonly open: typeof createModel;
  readonly list: typeof listModels;
}

/** The first that serves an address is taken. OpenAI's way, which most servers speak, serves every address. */
const providers: readonly ModelProvider[] = [{ serves: () => true, open: createModel, list: listModels }];

export function providerOf(baseUrl: string): ModelProvider {
  const provider = providers.find(({ serves }) => serves(baseUrl));
  if (provider === undefined) throw new Error(`no provider serves ${baseUrl}`);
  return provider;
}
