import type { TerminalWriter } from '../../core/ports/terminals';
import type { StreamSummary } from '../../protocol/execution';
import { createTail } from './create-tail';

/** Hands both streams of a run to its terminal, and keeps the end of each. */
export function keepOutput(writer: TerminalWriter): {
  onStdout(bytes: Buffer): Promise<void>;
  onStderr(bytes: Buffer): Promise<void>;
  summaries(): { readonly stdout: StreamSummary; readonly stderr: StreamSummary };
} {
  const [stdout, stderr] = [createTail(), createTail()];
  return {
    onStdout: (bytes) => {
      stdout.push(bytes);
      return writer.write(bytes);
    },
    onStderr: (bytes) => {
      stderr.push(bytes);
      return writer.write(bytes);
    },
    summaries: () => ({ stdout: stdout.summary(), stderr: stderr.summary() }),
  };
}
