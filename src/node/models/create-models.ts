import type { Model, Models } from '../../core/ports/model';
import type { Secrets } from '../../core/ports/secrets';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { isLoopback } from '../../protocol/model';
import { isOffline, refuseOffline } from '../network/offline';
import { keyNameOf } from '../../protocol/key-name';
import { digestOf } from '../system/digest';
import { modelLimits, type ModelLimits } from './create-model';
import { discoverModels } from './discover-models';
import { mayCarryKey } from './endpoint-address';
import { providerOf } from './providers';
import { recordCalls } from './record-calls';
import { replayCalls } from './replay-calls';
import { testModel } from './test-model';

/** Where calls are recorded to, and where they are answered from instead of a network. */
export interface ModelTraffic {
  /** Folder; absent: nothing is recorded. */
  readonly record?: string;
  /** Folder; where it is given nothing goes out. */
  readonly replay?: string;
  /** Answers come in their order, whatever the questions hold. Absent: by their questions. */
  readonly inOrder?: boolean;
}

/** The endpoint's key by its name in the key store or the environment. One that is meant for a service is not sent to this machine. */
async function keyFor(baseUrl: string, secrets: Pick<Secrets, 'read'>): Promise<string | null> {
  const own = (await secrets.read(keyNameOf(baseUrl, digestOf))) ?? (await secrets.read('model-api-key'));
  const key = own ?? (isLoopback(baseUrl) ? null : await secrets.read('openai-api-key'));
  if (key === null || mayCarryKey(baseUrl)) return key;
  throw new RepriseError('unavailable', message('model.plainKey', { address: baseUrl }), { what: 'model endpoint' });
}

/** Models behind endpoints, each asked in the way of its provider. Keys are read when an endpoint is opened, and held nowhere else. */
export function createModels(options: {
  readonly secrets: Pick<Secrets, 'read'>;
  /** Only models of this machine may be asked. */
  readonly localOnly: () => Promise<boolean>;
  readonly traffic?: ModelTraffic;
  /** Names the user's proxies and certificates. Absent: none. */
  readonly environmentBlock?: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<ModelLimits>;
}): Models {
  const { secrets, traffic = {}, environmentBlock = {} } = options;
  const limits = { ...modelLimits, ...options.limits };
  const opened = new Map<string, { readonly key: string | null; readonly model: Model }>();
  let replaying: Model | null = null;

  function failing(failure: 'notLocal' | 'keyRefused', text: string): Model {
    const nothing = { inputTokens: 0, outputTokens: 0, estimated: false };
    return {
      ask: async () => ({
        kind: 'failed',
        failure,
        message: text,
        partial: '',
        usage: nothing,
        durationMs: 0,
        firstByteMs: null,
        requests: 0,
      }),
    };
  }

  /** The endpoint's key, or why it is not to be asked with one. */
  async function admit(baseUrl: string): Promise<{ readonly key: string | null } | { readonly refused: Model }> {
    if (!isLoopback(baseUrl) && (await options.localOnly())) {
      return { refused: failing('notLocal', message('model.notLocal', { address: baseUrl })) };
    }
    if (isOffline(environmentBlock) && !isLoopback(baseUrl)) {
      return { refused: failing('notLocal', message('network.offline', { host: new URL(baseUrl).host })) };
    }
    try {
      return { key: await keyFor(baseUrl, secrets) };
    } catch (error) {
      if (!(error instanceof RepriseError)) throw error;
      return { refused: failing('keyRefused', error.message) };
    }
  }

  function make(baseUrl: string, key: string | null): Model {
    const model = providerOf(baseUrl).open({ baseUrl, key, limits, sleep, chance: Math.random, environmentBlock });
    return traffic.record === undefined ? model : recordCalls(model, { folder: traffic.record, key });
  }

  /** What an endpoint was found to want stays known while its key is the same. Refusals are looked at anew each time. */
  async function open(baseUrl: string): Promise<Model> {
    if (traffic.replay !== undefined)
      return (replaying ??= replayCalls(traffic.replay, { inOrder: traffic.inOrder === true }));
    const admitted = await admit(baseUrl);
    if ('refused' in admitted) return admitted.refused;
    const known = opened.get(baseUrl);
    if (known && known.key === admitted.key) return known.model;
    const model = make(baseUrl, admitted.key);
    opened.set(baseUrl, { key: admitted.key, model });
    return model;
  }

  return {
    open: ({ baseUrl }) => open(baseUrl),
    discover: ({ signal }) => discoverModels({ signal, elapsed: () => performance.now() }),
    test: async ({ baseUrl, name }, progress) => {
      const admitted = await admit(baseUrl);
      const key = 'key' in admitted ? admitted.key : null;
      const headers = key === null ? {} : { authorization: `Bearer ${key}` };
      return testModel({ model: await open(baseUrl), name, baseUrl, headers, environmentBlock, progress });
    },
    list: async ({ baseUrl }) => {
      refuseOffline(environmentBlock, baseUrl);
      if (!isLoopback(baseUrl) && (await options.localOnly())) {
        throw new RepriseError('unavailable', message('model.notLocal', { address: baseUrl }), {
          what: 'model endpoint',
        });
      }
      return providerOf(baseUrl).list({
        ...{ baseUrl, environmentBlock },
        key: await keyFor(baseUrl, secrets),
        elapsed: () => performance.now(),
      });
    },
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
