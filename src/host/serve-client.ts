import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import { ClientFrame, type HostFrame } from '../protocol/frame';
import { methods, type Handlers, type MethodName } from '../protocol/methods';
import { PROTOCOL_VERSION } from '../protocol/primitives';
import type { ClientRole } from '../protocol/role';
import type { Transport } from '../protocol/transport';
import { admitRole } from './admit-role';
import { detachAll, type Caller, type ConnectedClient } from './caller';
import type { LogEntry } from './host-options';
import { toErrorFrame } from './to-error-frame';

/** Requests of one client that may be under way; more are refused, so that no client can pile up work. */
export const MAX_OPEN_REQUESTS = 128;
const RETRY_AFTER_MS = 250;
/** A client that has not greeted by then is let go: nothing else may hold a channel. */
const GREET_WITHIN_MS = 10_000;

type Request = Extract<ClientFrame, { kind: 'request' }>;

/** A client on a transport. */
export interface ServedClient {
  /** Sends what every client is told; without effect before the greeting. */
  tell(frame: HostFrame): void;
  close(): void;
}

/** Serves one client: greeting, requests with both ways checked, and an orderly end. */
export function serveClient(options: {
  readonly transport: Transport<HostFrame, ClientFrame>;
  readonly role: ClientRole;
  readonly handlers: Handlers<Caller>;
  readonly log: (entry: LogEntry) => void;
  readonly onGone: () => void;
  readonly greetWithinMs?: number;
}): ServedClient {
  const { transport, handlers, log } = options;
  const control = new AbortController();
  const client: ConnectedClient = {
    role: options.role,
    send: (frame) => transport.send(frame),
    signal: control.signal,
    reproductions: new Map(),
    terminals: new Map(),
  };
  let greeted = false;
  let open = 0;

  const late = setTimeout(() => {
    if (!greeted) refuse(new RepriseError('badInput', message('errors.helloFirst'), { field: 'kind' }));
  }, options.greetWithinMs ?? GREET_WITHIN_MS);
  transport.onClose(() => {
    clearTimeout(late);
    control.abort();
    detachAll(client);
    options.onGone();
  });
  transport.onMessage((incoming: unknown) => {
    if (control.signal.aborted) return;
    const parsed = ClientFrame.safeParse(incoming);
    if (!parsed.success) return refuseFrame(incoming);
    const frame = parsed.data;
    if (frame.kind === 'hello') return greet(frame.protocol);
    if (!greeted) return refuse(new RepriseError('badInput', message('errors.helloFirst'), { field: 'kind' }));
    void serve(frame);
  });

  function greet(version: number): void {
    if (version !== PROTOCOL_VERSION) {
      const versions = { host: PROTOCOL_VERSION, client: version };
      const text = message('errors.unsupportedVersion', { host: String(versions.host), client: String(version) });
      return refuse(new RepriseError('unsupportedVersion', text, versions));
    }
    clearTimeout(late);
    greeted = true;
    client.send({ kind: 'welcome', protocol: PROTOCOL_VERSION });
  }

  function refuse(error: RepriseError): void {
    client.send({ kind: 'refused', error: toErrorFrame(error).frame });
    transport.close();
  }

  /** A frame that is no frame: answered where it says to which request, else the end, since nothing after it is sure. */
  function refuseFrame(incoming: unknown): void {
    const error = new RepriseError('badInput', message('errors.badFrame'), { field: null });
    const id = typeof incoming === 'object' && incoming !== null && 'id' in incoming ? incoming.id : null;
    if (!greeted || typeof id !== 'number' || !Number.isInteger(id) || id < 0) return refuse(error);
    client.send({ kind: 'failure', id, error: toErrorFrame(error).frame });
  }

  async function serve(request: Request): Promise<void> {
    const after: (() => void)[] = [];
    open += 1;
    try {
      if (open > MAX_OPEN_REQUESTS) {
        throw new RepriseError('overloaded', message('errors.overloaded'), { retryAfterMs: RETRY_AFTER_MS });
      }
      const caller: Caller = { client, afterReply: (run) => after.push(run) };
      const result = await answer(handlers, request, caller);
      client.send({ kind: 'response', id: request.id, result });
    } catch (error) {
      const { frame, isFault } = toErrorFrame(error);
      if (isFault) log({ where: request.method, error });
      client.send({ kind: 'failure', id: request.id, error: frame });
    } finally {
      open -= 1;
      for (const run of after) run();
    }
  }

  return {
    tell: (frame) => {
      if (greeted && !control.signal.aborted) client.send(frame);
    },
    close: () => transport.close(),
  };
}

/** Errors: rejects with `unknownMethod`, `untrusted`, `badInput`, and with what the handler rejects with. */
async function answer(handlers: Handlers<Caller>, request: Request, caller: Caller): Promise<unknown> {
  if (!isMethod(request.method)) {
    const text = message('errors.unknownMethod', { method: request.method.slice(0, 100) });
    throw new RepriseError('unknownMethod', text, { method: request.method.slice(0, 100) });
  }
  admitRole(caller.client.role, request.method);
  const method = methods[request.method];
  const params = method.params.safeParse(request.params ?? {});
  if (!params.success) {
    const [issue] = params.error.issues;
    const field = issue?.path.join('.') || null;
    const args = { field: field ?? 'params', problem: issue?.message ?? '' };
    throw new RepriseError('badInput', message('errors.badParams', args), { field });
  }
  const handle = handlers[request.method] as (params: unknown, caller: Caller) => Promise<unknown>;
  return method.result.parse(await handle(params.data, caller));
}

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}
