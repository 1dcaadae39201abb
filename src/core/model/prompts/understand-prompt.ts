import type { ModelMessage } from '../../ports/model';
import { fence, shorten } from '../boundary';
import { reportText, type Level } from '../report-text';
import type { ReportReadOut } from '../../../protocol/report';
import { redact } from '../../export/redact';
import { boundaryRule } from './rules';

/** Asks what goes wrong by a report, in words of the report. `read`: what was read by rules; empty: nothing was. */
export function understandPrompt(options: {
  readonly readOut: ReportReadOut;
  readonly source: string;
  readonly read: string;
  readonly level: Level;
  readonly boundary: string;
}): readonly ModelMessage[] {
  const { readOut, source, read, level, boundary } = options;
  return [
    {
      role: 'system',
      content: [
        'You read the report of a bug and say what a real run of its code must show. You write no code, and you do not repair the bug.',
        'Give `kind`: "exception" where an error ends the run, "warning" for a warning, "nonFinite" for NaN or infinite numbers, "stuckMetric" for a loss or metric that does not change, "divergingMetric" for one that gets worse, "hang" for a run that does not end, "outOfMemory", or "none" where the report does not say it.',
        'Give `type`: the name of the error or the warning as the report writes it, or of the loss or metric. Give `message`: what the error or the warning says, copied exactly as it stands in the report; empty where it stands nowhere.',
        'Give `quote`: the words of the report that say so, copied exactly as they stand there.',
        boundaryRule(boundary),
      ].join('\n'),
    },
    {
      role: 'user',
      content: [
        `The bug report:\n${fence(boundary, 'report', reportText({ readOut, source, level, technicalOnly: false }))}`,
        ...(read === ''
          ? []
          : [`What was read by rules, and may be wrong:\n${fence(boundary, 'read', shorten(redact(read), 1_000))}`]),
      ].join('\n\n'),
    },
  ];
}
