import type { Model, Models } from '../../core/ports/model';
import type { Secrets } from '../../core/ports/secrets';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { isLoopback } from '../../protocol/model';
import { isOffline, refuseOffline } from '../network/offline';
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
}

/** The endpoint's key by its name in the key store or the environment. One that is meant for a service is not sent to this machine. */
async function keyFor(baseUrl: string, secrets: Pick<Secrets, 'read'>): Promise<string | null> {
  const own = await secrets.read('model-api-key');
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
  const opened = new Map<string, Model>();

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

  async function make(baseUrl: string): Promise<Model> {
    if (traffic.replay !== undefined) return replayCalls(traffic.replay);
    if (!isLoopback(baseUrl) && (await options.localOnly())) {
      return failing('notLocal', message('model.notLocal', { address: baseUrl }));
    }
    if (isOffline(environmentBlock) && !isLoopback(baseUrl)) {
      return failing('notLocal', message('network.offline', { host: new URL(baseUrl).host }));
    }
    let key: string | null;
    try {
      key = await keyFor(baseUrl, secrets);
    } catch (error) {
      if (!(error instanceof RepriseError)) throw error;
      return failing('keyRefused', error.message);
    }
    const model = providerOf(baseUrl).open({ baseUrl, key, limits, sleep, chance: Math.random, environmentBlock });
    return traffic.record === undefined ? model : recordCalls(model, { folder: traffic.record, key });
  }

  return {
    open: async ({ baseUrl }) => {
      const known = opened.get(baseUrl);
      if (known) return known;
      const model = await make(baseUrl);
      // A refusal is looked at anew each time: the user may have changed what led to it.
      if (traffic.replay !== undefined || isLoopback(baseUrl) || !(await options.localOnly()))
        opened.set(baseUrl, model);
      return model;
    },
    discover: ({ signal }) => discoverModels({ signal, elapsed: () => performance.now() }),
    test: async ({ baseUrl, name }, progress) =>
      testModel({ model: await make(baseUrl), name, baseUrl, environmentBlock, progress }),
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
