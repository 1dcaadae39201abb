import type { TerminalWriter } from '../../core/ports/terminals';
import type { StreamSummary } from '../../protocol/execution';
import type { ExecutionRecord } from '../../protocol/record/record';
import { watchPrinted } from '../record/watch-printed';
import { createTail } from './create-tail';

/** Hands both streams of a run to its terminal, and keeps the end of each. */
export function keepOutput(writer: TerminalWriter): {
  onStdout(bytes: Buffer): Promise<void>;
  onStderr(bytes: Buffer): Promise<void>;
  /** The record, with the metrics that were printed. */
  withPrinted(record: ExecutionRecord): ExecutionRecord;
  summaries(): { readonly stdout: StreamSummary; readonly stderr: StreamSummary };
} {
  const [stdout, stderr] = [createTail(), createTail()];
  const printed = watchPrinted();
  return {
    onStdout: (bytes) => {
      stdout.push(bytes);
      printed.push('stdout', bytes);
      return writer.write(bytes);
    },
    onStderr: (bytes) => {
      stderr.push(bytes);
      printed.push('stderr', bytes);
      return writer.write(bytes);
    },
    withPrinted: printed.addTo,
    summaries: () => ({ stdout: stdout.summary(), stderr: stderr.summary() }),
  };
}
