import { estimateMemory } from '../../estimate/estimate-memory';
import { lastMatch } from '../../execute/last-match';
import { mayUseCard, tellMemory } from '../../estimate/tell-memory';
import type { Work } from '../work';

/** Says before the first run what it will take of memory, where a card was chosen or the free memory is small; a warning where it is over. */
export async function tellMemoryAhead({ session, ports }: Work): Promise<void> {
  const { readFreeMemory } = ports;
  const { id, attempts, executions, options } = session.state();
  const attempt = lastMatch(attempts, ({ phase }) => phase.kind !== 'finished') ?? attempts.at(-1);
  if (readFreeMemory === undefined || attempt === undefined || executions.length > 0) return;
  const { text } = await ports.store.readScript(id, attempt.scriptDigest);
  const estimate = estimateMemory(text, ports.parser);
  const { devices = null } = options;
  const free = await readFreeMemory({ devices, card: mayUseCard(estimate, devices) });
  const told = tellMemory(estimate, { free, devices });
  if (!told.isWorthAWord) return;
  const level = told.isOver ? 'warning' : 'note';
  await session.emit({ type: 'notice/given', notice: { level, text: told.text, at: ports.clock.now() } });
}
