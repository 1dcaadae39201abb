import type { Span } from '../../protocol/primitives';
import type { ReportReadOut } from '../../protocol/report';
import type { FoundSymptom } from './find-symptoms';
import { maskMessage } from './mask-message';

const LOGGED = /^\s{0,8}(?:WARNING|WARN)(?::[\w.]{1,60})?:\s{0,3}(\S[\s\S]{0,3000})$/;

/** Warnings that were printed: with their class, or as a line of a log. */
export function warningSymptoms(readOut: ReportReadOut, prose: string): FoundSymptom[] {
  const classed = readOut.exceptions
    .filter((exception) => /Warning$/.test(exception.type) && exception.message !== '')
    .map((exception) =>
      toWarning(exception.type.split('.').at(-1) ?? exception.type, exception.message, exception.span),
    );
  const logged = readOut.blocks
    .filter((block) => block.kind === 'log' || block.kind === 'shell')
    .flatMap((block) => {
      const text = LOGGED.exec(block.text.slice(0, 4_000))?.[1];
      return text ? [toWarning(null, text.trimEnd(), block.span)] : [];
    });
  const line = /\b(\w{3,40}Warning): (\S[^\n]{5,500})/.exec(prose.slice(0, 200_000));
  const said =
    line?.[1] && line[2] ? [toWarning(line[1], line[2], { start: line.index, end: line.index + line[0].length })] : [];
  const first = [...classed, ...logged, ...said];
  return first.slice(0, 3);
}

function toWarning(category: string | null, text: string, span: Span): FoundSymptom {
  return { kind: 'warning', category, message: maskMessage(text), confidence: 0.8, span };
}
