import type { ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import type { Progress } from './cancellation';

/** Reads a report off the main thread. Deterministic; never throws on any text. */
export interface ReportReader {
  read(
    report: { readonly name: string; readonly text: string; readonly asOf: string | null },
    progress: Progress,
  ): Promise<{ readonly readOut: ReportReadOut; readonly symptoms: readonly Symptom[] }>;
}
