import type { Span } from '../../protocol/primitives';
import type { ReadReport } from './read-report';

/** The same reading with the places of the source that the text was made from. */
export function moveSpans({ readOut, symptoms }: ReadReport, source: string, move: (span: Span) => Span): ReadReport {
  const at = <T extends { readonly span: Span }>(item: T): T => ({ ...item, span: move(item.span) });
  const maybe = (span: Span | null): Span | null => (span === null ? null : move(span));
  return {
    readOut: {
      ...readOut,
      titleSpan: maybe(readOut.titleSpan),
      blocks: readOut.blocks.map(at),
      exceptions: readOut.exceptions.map(at),
      versions: readOut.versions.map(at),
      date: readOut.date === null ? null : { ...readOut.date, span: maybe(readOut.date.span) },
      information: readOut.information.map((item) => ({ ...item, span: maybe(item.span) })),
      ...(readOut.told
        ? {
            told: {
              expected: readOut.told.expected && at(readOut.told.expected),
              actual: readOut.told.actual && at(readOut.told.actual),
              steps: readOut.told.steps.map(at),
            },
          }
        : {}),
      hidden: readOut.hidden.map(at).map((item) => ({ ...item, text: source.slice(item.span.start, item.span.end) })),
    },
    symptoms: symptoms.map((symptom) => ({ ...symptom, span: maybe(symptom.span) })),
  };
}
