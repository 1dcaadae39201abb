import { enterPhase, type Work } from '../work';

/** Reads the report in its own words: blocks, exceptions, versions, symptoms. */
export async function readTheReport(work: Work): Promise<void> {
  const { session, ports, progress } = work;
  await enterPhase(work, 'reading');
  const state = session.state();
  const text = await ports.store.readReport(state.id);
  const { readOut, symptoms } = await ports.reader.read(
    { name: state.report.name, text, asOf: state.options.asOf },
    progress,
  );
  progress.signal.throwIfAborted();
  // What a person, or the one who shared a reproducer, said before the report was read.
  const given = session.state().symptoms.filter(({ author }) => author === 'user');
  await session.emit({ type: 'report/read', readOut, symptoms: [...(given.length > 0 ? given : symptoms)] });
}
