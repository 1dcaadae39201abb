import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { exportedForm } from '../../execute/exported-form';
import { inlineMetadataOf } from '../../execute/inline-metadata';
import { currentRound } from '../../execute/current-round';
import { reproducerFiles, type ReproducerFacts } from '../../export/reproducer-files';
import { required, type Work } from '../work';
import { triedControls } from './run-control';

/** The control that the verdict rests on: the one whose change it names. */
async function controlOf(
  work: Work,
  state: ReproductionState,
  { id, verdict }: Attempt,
): Promise<ReproducerFacts['control']> {
  const told = verdict?.rules.find(({ rule, result }) => rule === 'control' && result === 'passed');
  const control = triedControls(state, id).find(({ attempt }) => {
    const changed = message('control.changed', { changed: attempt.edit.reason });
    return told?.evidence.some(({ text }) => text === changed);
  })?.attempt;
  if (!control) return null;
  const script = await work.ports.store.readScript(state.id, control.scriptDigest);
  const { edit } = control;
  const environment = edit.kind === 'control' ? edit.neighbour?.environment : undefined;
  return {
    script: exportedForm(script.text, inlineMetadataOf(state)),
    reason: edit.reason,
    ...(environment ? { lock: environment.lock, pythonVersion: environment.pythonVersion } : {}),
  };
}

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
    script: exportedForm(script.text, inlineMetadataOf(state)),
    report: await ports.store.readReport(state.id),
    control: await controlOf(work, state, attempt),
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
