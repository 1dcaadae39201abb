import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { exitCodes } from '../exit-codes';
import { readBaseUrl, readChoice, type TypedModel } from '../input/read-model';
import { badInput } from '../input/refusal';
import { withHost } from '../open-host';
import { oneLine } from '../render/palette';
import { tableLines } from '../render/table';
import type { Surroundings } from '../surroundings';

export interface ModelsOptions extends TypedModel {
  readonly json?: boolean;
  readonly home?: string;
}

function print(
  surroundings: Surroundings,
  json: boolean | undefined,
  result: unknown,
  lines: readonly string[],
): number {
  surroundings.output.write(json ? `${JSON.stringify(result)}\n` : `${lines.join('\n')}\n`);
  return exitCodes.done;
}

/** `reprise models list [--base-url URL]`: what an endpoint serves; without one, the servers of this machine that answer. */
export async function listModels(surroundings: Surroundings, typed: ModelsOptions): Promise<number> {
  const { baseUrl, json, home } = typed;
  if (baseUrl !== undefined) {
    const address = readBaseUrl(baseUrl);
    const result = await withHost(surroundings, home, ({ client }) => client.call('model/list', { baseUrl: address }));
    return print(
      surroundings,
      json,
      result,
      result.models.map((name) => oneLine(name, 200)),
    );
  }
  const result = await withHost(surroundings, home, ({ client }) => client.call('model/discover', {}));
  const rows = result.endpoints.flatMap(({ server, baseUrl: address, models }) =>
    (models.length === 0 ? ['–'] : models).map((name) => [server, address, oneLine(name, 100)]),
  );
  return print(surroundings, json, result, rows.length > 0 ? tableLines(rows) : [message('cli.models.none')]);
}

/** `reprise models test --model NAME [--base-url URL]`: one small question, and how it was answered. */
export async function testModel(surroundings: Surroundings, typed: ModelsOptions): Promise<number> {
  if (typeof typed.model !== 'string') throw badInput('model', 'cli.option.modelName');
  const { baseUrl, name } = readChoice(typed.model, typed, surroundings.environmentBlock);
  const result = await withHost(surroundings, typed.home, ({ client }) => client.call('model/test', { baseUrl, name }));
  return print(surroundings, typed.json, { baseUrl, name, ...result }, [
    message('cli.models.answered', {
      name: oneLine(name, 100),
      first: (result.firstByteMs / 1000).toFixed(1),
      total: (result.totalMs / 1000).toFixed(1),
    }),
    result.contextTokens === null
      ? message('cli.models.contextUnknown')
      : message('cli.models.context', { tokens: result.contextTokens }),
    message(result.schemas ? 'cli.models.schemas' : 'cli.models.noSchemas'),
  ]);
}

export interface UseOptions extends ModelsOptions {
  readonly localOnly?: boolean;
}

/** `reprise models use --model NAME …`: the model of new reproductions; `--no-model`: none. */
export async function useModel(surroundings: Surroundings, typed: UseOptions): Promise<number> {
  if (typed.model === undefined || typed.model === true) throw badInput('model', 'cli.option.modelName');
  const choice = typeof typed.model === 'string' ? readChoice(typed.model, typed, surroundings.environmentBlock) : null;
  const settings = await withHost(surroundings, typed.home, async ({ client }) => {
    const kept = await client.call('settings/read', {});
    const localOnly = typed.localOnly ?? kept.models?.localOnly ?? false;
    return client.call('settings/update', { models: { choice, localOnly } });
  });
  const { models } = settings;
  if (!models) throw new RepriseError('internal', message('errors.internal'), {});
  return print(surroundings, typed.json, models, [
    choice === null
      ? message('cli.models.usesNone')
      : message('cli.models.uses', {
          name: oneLine(choice.name, 100),
          address: choice.baseUrl,
          calls: choice.maxCalls,
        }),
    ...(models.localOnly ? [message('cli.models.localOnly')] : []),
  ]);
}
