import { estimateMemory } from '../core/estimate/estimate-memory';
import { mayUseCard, tellMemory } from '../core/estimate/tell-memory';
import type { HostPorts } from '../core/ports/host-ports';
import type { Handlers } from '../protocol/methods';
import type { Caller } from './caller';
import { readFreeMemory } from './read-free-memory';
import type { Reproductions } from './reproductions';

/** What the latest script of a reproduction will take of memory, by its text: nothing of it is run. */
export function answerEstimate(options: {
  readonly ports: HostPorts;
  readonly reproductions: Pick<Reproductions, 'use'>;
}): Pick<Handlers<Caller>, 'hardware/estimate'> {
  const { ports } = options;
  return {
    'hardware/estimate': ({ reproductionId }) =>
      options.reproductions.use(reproductionId, async ({ session }) => {
        const { attempts, options: chosen } = session.state();
        const attempt = attempts.at(-1);
        if (!attempt) return { estimate: null, text: '', isOver: false };
        const { text: script } = await ports.store.readScript(reproductionId, attempt.scriptDigest);
        const estimate = estimateMemory(script, ports.parser);
        const { devices = null } = chosen;
        const free = await readFreeMemory(ports, { devices, card: mayUseCard(estimate, devices) });
        const { text, isOver } = tellMemory(estimate, { free, devices });
        return { estimate, text, isOver };
      }),
  };
}
