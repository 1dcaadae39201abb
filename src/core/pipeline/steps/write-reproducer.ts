import { exportedForm } from '../../execute/exported-form';
import { currentRound } from '../../execute/current-round';
import { reproducerFiles } from '../../export/reproducer-files';
import { required, type Work } from '../work';

/** Writes the reproducer: the script as it ran, with what is needed to run it again. */
export async function writeReproducer(work: Work, attemptId: string): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const attempt = required(
    state.attempts.find(({ id }) => id === attemptId),
    'attempts',
  );
  const script = await ports.store.readScript(state.id, attempt.scriptDigest);
  const files = reproducerFiles({
    title: state.title,
    script: exportedForm(script.text),
    attempt,
    symptom: required(state.symptoms[0], 'symptoms'),
    verdict: required(attempt.verdict, 'attempts'),
    environment: required(state.environment.ready, 'environment'),
    asOf: state.environment.resolution?.asOf ?? null,
    executions: currentRound(state, attemptId),
    attempts: state.attempts,
    writtenAt: ports.clock.now(),
    digestOf: ports.digestOf,
  });
  const folder = await ports.store.writeReproducer(state.id, attempt.id, files);
  await session.emit({
    type: 'reproducer/written',
    attemptId,
    folder,
    files: files.map(({ path }) => path),
  });
}
