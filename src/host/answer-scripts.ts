import { projectModules } from '../core/pipeline/model/facts';
import type { Progress } from '../core/ports/cancellation';
import type { HostPorts } from '../core/ports/host-ports';
import type { NameQuestion } from '../core/ports/name-checker';
import { describeNameIssue } from '../core/validate/issue';
import { isReported } from '../core/validate/validate-script';
import { message } from '../protocol/catalogue/catalogue';
import type { Handlers } from '../protocol/methods';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { Caller, ConnectedClient } from './caller';
import type { Reproductions } from './reproductions';

type Methods = 'script/check' | 'script/explain';

/**
 * What an editor is told of a script that is being written. Programs of ours ask the environment's interpreter, always in a sandbox,
 * whatever the settings allow to runs: a page may ask, and nobody has approved this text.
 */
export function answerScripts(options: {
  readonly ports: HostPorts;
  readonly reproductions: Pick<Reproductions, 'use'>;
}): Pick<Handlers<Caller>, Methods> {
  const { ports, reproductions } = options;
  const checks = latestOfClient();
  const explanations = latestOfClient();

  async function questionOf(state: ReproductionState, text: string, progress: Progress): Promise<NameQuestion | null> {
    const { ready } = state.environment;
    if (!ready) return null;
    const modules = await projectModules(state.options.project, ports.workspace, progress);
    progress.signal.throwIfAborted();
    return {
      reproductionId: state.id,
      executionId: ports.ids.next('execution'),
      terminalId: ports.ids.next('terminal'),
      environment: ready,
      text,
      projectModules: modules,
      sandbox: 'require',
      allowWeakerSandbox: false,
    };
  }

  return {
    'script/check': ({ reproductionId, text }, { client }) =>
      reproductions.use(reproductionId, ({ session }) =>
        checks(
          client,
          async (progress) => {
            const state = session.state();
            const question = await questionOf(state, text, progress);
            if (!question) return { kind: 'notChecked', reason: message('validate.noEnvironment') };
            if (!ports.names) return { kind: 'notChecked', reason: message('validate.noInterpreter') };
            const checked = await ports.names.check(question, progress);
            if (checked.kind === 'notChecked') return checked;
            const marks = checked.issues.map((issue) => ({
              line: issue.line,
              name: issue.name,
              text: describeNameIssue(issue),
              isReported: state.symptoms.some((symptom) => isReported(issue, symptom)),
            }));
            return { kind: 'checked', marks };
          },
          { kind: 'notChecked', reason: message('validate.superseded') },
        ),
      ),
    'script/explain': ({ reproductionId, text, wanted }, { client }) =>
      reproductions.use(reproductionId, ({ session }) =>
        explanations(
          client,
          async (progress) => {
            const question = await questionOf(session.state(), text, progress);
            if (!question) return { kind: 'notAsked', reason: message('validate.noEnvironment') };
            if (!ports.facts) return { kind: 'notAsked', reason: message('validate.noInterpreter') };
            return ports.facts.find({ ...question, wanted }, progress);
          },
          { kind: 'notAsked', reason: message('validate.superseded') },
        ),
      ),
  };
}

/** Keeps the last question of each client: an older one is ended, and so is the last when the client has gone. */
function latestOfClient(): <T>(
  client: ConnectedClient,
  work: (progress: Progress) => Promise<T>,
  superseded: T,
) => Promise<T> {
  const running = new WeakMap<ConnectedClient, AbortController>();
  return async (client, work, superseded) => {
    running.get(client)?.abort();
    const own = new AbortController();
    running.set(client, own);
    const leave = (): void => own.abort();
    client.signal.addEventListener('abort', leave);
    try {
      return await work({ signal: own.signal, report: () => undefined });
    } catch (error) {
      if (own.signal.aborted) return superseded;
      throw error;
    } finally {
      client.signal.removeEventListener('abort', leave);
    }
  };
}
