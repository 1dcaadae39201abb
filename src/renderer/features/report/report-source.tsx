import { memo, useMemo } from 'react';
import { segmentSource, type Mark } from './segment-source';
import { showHidden } from './show-hidden';

interface ReportSourceProps {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Marks that are pointed at or chosen. */
  readonly lit: readonly (string | null)[];
  /** Marks over text that a reader of the rendered report would not see. */
  readonly hidden: readonly string[];
  readonly onPoint: (id: string | null) => void;
  readonly onChoose: (id: string) => void;
}

/** The report as plain text: no markup of it is ever rendered, no image loaded, no link followed. */
export const ReportSource = memo(function ReportSource({
  text,
  marks,
  lit,
  hidden,
  onPoint,
  onChoose,
}: ReportSourceProps) {
  const segments = useMemo(() => segmentSource(text.length, marks), [text, marks]);
  return (
    <pre className="source" onMouseLeave={() => onPoint(null)}>
      {segments.map((segment) => {
        const part = showHidden(text.slice(segment.start, segment.end));
        const [first] = segment.marks.filter((id) => id !== 'asked');
        if (segment.marks.length === 0) {
          return (
            <span key={segment.start} onMouseEnter={() => onPoint(null)}>
              {part}
            </span>
          );
        }
        const names = [segment.marks.every((id) => id.startsWith('block-')) ? 'block' : 'mark'];
        if (segment.marks.some((id) => hidden.includes(id))) names.push('hidden');
        if (segment.marks.some((id) => lit.includes(id))) names.push('lit');
        return (
          <span
            key={segment.start}
            className={names.join(' ')}
            data-marks={segment.marks.join(' ')}
            onMouseEnter={() => onPoint(first ?? null)}
            onClick={() => first !== undefined && onChoose(first)}
          >
            {part}
          </span>
        );
      })}
    </pre>
  );
});
