import { message } from '../protocol/catalogue/catalogue';
import type { Handlers, Params } from '../protocol/methods';
import { defaultOptions, type ReproductionOptions } from '../protocol/reproduction/options';
import type { Script } from '../protocol/script';
import { withoutUndefined } from './answer-app';
import { admitCreate, admitStart } from './admit-role';
import { attach } from './attach';
import type { Caller } from './caller';
import { checkReport, provisionalTitle } from './check-report';
import type { HostPorts } from '../core/ports/host-ports';
import { notFound } from './refusals';
import type { Reproductions } from './reproductions';
import { startBisect } from './start-bisect';
import { startMinimise } from './start-minimise';

type Methods =
  | 'reproduction/list'
  | 'reproduction/create'
  | 'reproduction/start'
  | 'reproduction/minimise'
  | 'reproduction/bisect'
  | 'reproduction/stop'
  | 'reproduction/cancel'
  | 'reproduction/archive'
  | 'reproduction/measure'
  | 'reproduction/remove'
  | 'reproduction/attach'
  | 'reproduction/detach'
  | 'report/read'
  | 'script/read'
  | 'reproducer/read';

/** The life of reproductions, and what lies beside their events. */
export function answerReproductions(options: {
  readonly ports: HostPorts;
  readonly reproductions: Reproductions;
}): Pick<Handlers<Caller>, Methods> {
  const { ports, reproductions } = options;
  const { store } = ports;
  return {
    'reproduction/list': async () => ({ reproductions: [...(await reproductions.list())] }),
    'reproduction/create': async (params, { client }) => {
      checkReport(params);
      admitCreate(client.role, params, await ports.settings.read());
      const { name, text } = params;
      const script = params.script ? givenScript(params.script.text, ports) : null;
      const reproductionId = await reproductions.create(
        { text, ...(script ? { script } : {}) },
        {
          type: 'reproduction/created',
          title: provisionalTitle(params),
          options: { ...(await optionsOf(params, ports)), ...given(params, script) },
          report: { digest: ports.digestOf(text), name },
        },
      );
      return { reproductionId };
    },
    'reproduction/start': ({ reproductionId }, { client }) =>
      reproductions.use(reproductionId, async (reproduction) => {
        await reproduction.exclusively(() => {
          admitStart(client.role, reproduction.session.state());
          return reproduction.goOn(message('errors.reopenedByUser'));
        });
        return {};
      }),
    'reproduction/minimise': ({ reproductionId }) =>
      reproductions.use(reproductionId, (reproduction) =>
        reproduction.exclusively(() => startMinimise(reproduction, ports)),
      ),
    'reproduction/bisect': ({ reproductionId, wish }) =>
      reproductions.use(reproductionId, (reproduction) =>
        reproduction.exclusively(() => startBisect(reproduction, ports, wish)),
      ),
    'reproduction/stop': ({ reproductionId }) =>
      reproductions.use(reproductionId, async (reproduction) => {
        await reproduction.exclusively(() => reproduction.stop());
        return {};
      }),
    'reproduction/cancel': ({ reproductionId }) =>
      reproductions.use(reproductionId, async (reproduction) => {
        await reproduction.exclusively(() => reproduction.cancel());
        return {};
      }),
    'reproduction/archive': ({ reproductionId, archived }) =>
      reproductions.use(reproductionId, async (reproduction) => {
        await reproduction.exclusively(async () => {
          const { session } = reproduction;
          if (session.state().archived !== archived) await session.emit({ type: 'reproduction/archived', archived });
        });
        return {};
      }),
    'reproduction/measure': ({ reproductionId }) => store.measure(reproductionId),
    'reproduction/remove': ({ reproductionId, forGood = false }) => reproductions.remove(reproductionId, forGood),
    'reproduction/attach': ({ reproductionId, afterSeq }, caller) =>
      reproductions.use(reproductionId, (reproduction) => attach({ reproduction, store, afterSeq, caller })),
    'reproduction/detach': async ({ reproductionId }, { client }) => {
      client.reproductions.get(reproductionId)?.();
      return {};
    },
    'report/read': ({ reproductionId }) =>
      reproductions.use(reproductionId, async ({ session }) => ({
        name: session.state().report.name,
        text: await store.readReport(reproductionId),
      })),
    'script/read': async ({ reproductionId, digest }) => ({ script: await store.readScript(reproductionId, digest) }),
    'reproducer/read': ({ reproductionId }) =>
      reproductions.use(reproductionId, async ({ session }) => {
        const { reproducer } = session.state();
        if (!reproducer) throw notFound('reproducer', reproductionId, 'errors.noReproducer');
        return { files: [...(await store.readReproducer(reproductionId, reproducer.folder))] };
      }),
  };
}

/** A script of which nothing is known yet: each line counts as ours until it is found in the report. */
function givenScript(text: string, { digestOf }: HostPorts): Script {
  const provenance = text.split('\n').map(() => ({ origin: 'ours' as const, span: null }));
  return { text, digest: digestOf(text), provenance };
}

function given({ script }: Params<'reproduction/create'>, kept: Script | null): Partial<ReproductionOptions> {
  if (!script || !kept) return {};
  const { name, arguments: words, control } = script;
  return { given: { name, digest: kept.digest, arguments: words, control } };
}

/** What was asked for, over the user's settings, over the defaults. That a report is a bundled example is found out here, not believed. */
async function optionsOf(params: Params<'reproduction/create'>, ports: HostPorts): Promise<ReproductionOptions> {
  const { autonomy, sandbox, timeLimit, devices, models } = await ports.settings.read();
  const model = models?.choice ?? null;
  const chosen = { ...(devices === undefined ? {} : { devices }), ...(model === null ? {} : { model }) };
  const wanted = { ...defaultOptions, autonomy, sandbox, timeLimit, ...chosen, ...withoutUndefined(params.options) };
  if (!wanted.bundledExample) return wanted;
  const examples = await ports.examples();
  return { ...wanted, bundledExample: examples.some(({ text }) => text === params.text) };
}
