import type { Progress } from '../core/ports/cancellation';
import type { Models } from '../core/ports/model';
import { cleanFiles } from '../core/export/leaks/clean-files';
import { message } from '../protocol/catalogue/catalogue';
import type { Handlers } from '../protocol/methods';
import { RepriseError } from '../protocol/errors';
import { addEnvironment } from './add-environment';
import { admitEndpoint, admitIssue, admitSettings } from './admit-role';
import type { Caller } from './caller';
import { answerKeys } from './answer-keys';
import { createEnvironment } from './create-environment';
import type { HostOptions } from './host-options';
import { notFound } from './refusals';

type Methods =
  | 'app/describe'
  | 'example/list'
  | 'example/read'
  | 'report/fetch'
  | 'environment/list'
  | 'environment/add'
  | 'environment/create'
  | 'environment/remove'
  | 'package/releases'
  | 'model/discover'
  | 'model/list'
  | 'model/test'
  | 'text/redact'
  | 'key/describe'
  | 'key/keep'
  | 'key/remove'
  | 'hardware/read'
  | 'settings/read'
  | 'settings/update';

/** What belongs to no single reproduction. */
export function answerApp(options: HostOptions): Pick<Handlers<Caller>, Methods> {
  const { ports } = options;
  return {
    ...answerKeys(ports),
    'app/describe': async () => {
      const { level, reason } = await ports.sandbox.describe();
      return {
        version: options.version,
        dataFolder: options.dataFolder,
        sandbox: { level, reason },
        platform: options.platform,
      };
    },
    'example/list': async () => ({
      examples: (await ports.examples()).map(({ id, title, summary }) => ({ id, title, summary })),
    }),
    'example/read': async ({ exampleId }) => {
      const example = (await ports.examples()).find(({ id }) => id === exampleId);
      if (!example) throw notFound('example', exampleId, 'errors.noExample');
      return { name: example.name, text: example.text };
    },
    'report/fetch': async ({ address }, caller) => {
      admitIssue(caller.client.role, address);
      return { ...(await ports.issues.read(address, progressOf(caller))) };
    },
    'environment/create': (wanted, caller) => createEnvironment(wanted, { ports, progress: progressOf(caller) }),
    'environment/remove': async ({ environmentId }, caller) => {
      const removed = await ports.environments.remove(environmentId, progressOf(caller));
      if (removed.kind === 'refused') throw new RepriseError('badInput', removed.message, { field: 'environmentId' });
      return { trash: removed.trash, bytes: removed.bytes };
    },
    'environment/list': async ({ fresh, measured = false }, caller) => {
      const { environments, ...rest } = await ports.environments.list({ fresh, measured }, progressOf(caller));
      return { ...rest, environments: [...environments] };
    },
    'package/releases': async ({ name }, caller) => {
      const published = await ports.environments.published(name, progressOf(caller));
      return published.kind === 'read'
        ? { kind: 'read', releases: [...published.releases] }
        : { kind: 'failed', message: published.failure.message };
    },
    'environment/add': ({ path }, caller) => addEnvironment(path.trim(), { ports, progress: progressOf(caller) }),
    'model/discover': async (_params, caller) => ({
      endpoints: [...((await ports.models?.discover(progressOf(caller))) ?? [])],
    }),
    'model/list': async ({ baseUrl }, { client }) => {
      admitEndpoint(client.role, 'model/list', baseUrl, await ports.settings.read());
      const { models, latencyMs } = await modelsOf(ports).list({ baseUrl });
      return { models: [...models], latencyMs };
    },
    'model/test': async (choice, caller) => {
      admitEndpoint(caller.client.role, 'model/test', choice.baseUrl, await ports.settings.read());
      return await modelsOf(ports).test(choice, progressOf(caller));
    },
    'text/redact': async ({ text }) => {
      const { machine, scanner } = ports;
      const { files, leaks } = await cleanFiles({ files: [{ path: 'text.json', text }], machine, scanner });
      return { text: files[0]?.text ?? '', leaks: [...leaks] };
    },
    'hardware/read': async ({ environmentId }, caller) => {
      const progress = progressOf(caller);
      if (environmentId === undefined) return ports.hardware.read(progress);
      return ports.hardware.read(progress, await ports.environments.readBuild(environmentId, progress));
    },
    'settings/read': () => ports.settings.read(),
    'settings/update': async (change, { client }) => {
      admitSettings(client.role, change, await ports.settings.read());
      return await ports.settings.update(withoutUndefined(change));
    },
  };
}

function modelsOf({ models }: HostOptions['ports']): Models {
  if (models) return models;
  throw new RepriseError('unavailable', message('model.none'), { what: 'model endpoint' });
}

/** Work for a client ends when the client goes. */
function progressOf({ client }: Caller): Progress {
  return { signal: client.signal, report: () => undefined };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out keys that were given as undefined, as zod's partial schemas allow. */
export function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Given<T>;
}
