import { diffArrays } from 'diff';
import { message } from '../protocol/catalogue/catalogue';
import type { Attempt } from '../protocol/attempt';
import type { LineProvenance, Script } from '../protocol/script';
import type { HostPorts } from './host';
import type { ReproductionSession } from './reproduction-session';

/** Keeps the user's text as a new attempt below `parent`, which does not run by itself. Returns its id. */
export async function keepEdit(options: {
  readonly session: ReproductionSession;
  readonly ports: Pick<HostPorts, 'store' | 'ids' | 'clock' | 'digestOf'>;
  readonly parent: Attempt;
  readonly text: string;
}): Promise<string> {
  const { session, ports, parent, text } = options;
  const { id } = session.state();
  const before = await ports.store.readScript(id, parent.scriptDigest);
  const script = { text, digest: ports.digestOf(text), provenance: provenanceAfter(before, text) };
  await ports.store.writeScript(id, script);
  const attempt: Attempt = {
    id: ports.ids.next('attempt'),
    // The session gives the number.
    number: session.state().attempts.length + 1,
    parentId: parent.id,
    author: 'user',
    edit: { kind: 'user', reason: message('errors.editedByUser') },
    scriptDigest: script.digest,
    phase: { kind: 'finished', summary: message('errors.notRunYet') },
    startedAt: ports.clock.now(),
    verdict: null,
  };
  await session.emit({ type: 'attempt/started', attempt });
  return attempt.id;
}

/** Lines that the edit left as they were keep where they came from; the others are ours. */
function provenanceAfter(before: Script, text: string): LineProvenance[] {
  const provenance: LineProvenance[] = [];
  let old = 0;
  for (const part of diffArrays(before.text.split('\n'), text.split('\n'))) {
    if (part.added) provenance.push(...part.value.map((): LineProvenance => ({ origin: 'ours', span: null })));
    else if (!part.removed) provenance.push(...before.provenance.slice(old, old + part.value.length));
    if (!part.added) old += part.value.length;
  }
  return provenance;
}
