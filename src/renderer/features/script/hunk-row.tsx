import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { Icon } from '../../components/icon';
import { firstLine } from '../../app/format';
import type { Hunk } from './diff-lines';

interface HunkRowProps {
  readonly hunk: Hunk;
  readonly number: number;
  /** It was left out, or changed by the user: what the attempt itself has there. */
  readonly isOut?: boolean;
  readonly isTaken?: boolean;
  readonly onShow: () => void;
  readonly onTake: () => void;
  readonly onLeave?: () => void;
}

/** One place where two texts differ, in words, with what can be done about it. */
export function HunkRow({ hunk, number, isOut = false, isTaken = false, onShow, onTake, onLeave }: HunkRowProps) {
  const where = placeOf(hunk, isOut);
  const named = { number: String(number), where };
  return (
    <li className="hunk">
      <Button className="button link calm hunk-where" onPress={onShow}>
        {message(isOut ? 'app.hunk.out' : 'app.hunk.one', named)}
      </Button>
      <span className="small hunk-size">
        <span className="tone-good">+{hunk.newLines.length}</span>{' '}
        <span className="tone-bad">−{hunk.oldLines.length}</span>
      </span>
      <code className="grow small quiet hunk-text">{firstLine(tellingOf(hunk), 160)}</code>
      {isTaken && <span className="tag good">{message('app.hunk.isTaken')}</span>}
      <Button
        className="button"
        aria-label={message(
          isOut ? 'app.hunk.takeAgain.aria' : isTaken ? 'app.hunk.open.aria' : 'app.hunk.take.aria',
          named,
        )}
        onPress={onTake}
      >
        {!isTaken && <Icon name="check" />}
        {message(isOut ? 'app.hunk.takeAgain' : isTaken ? 'app.hunk.open' : 'app.hunk.take')}
      </Button>
      {onLeave && (
        <Button className="button" aria-label={message('app.hunk.leave.aria', named)} onPress={onLeave}>
          <Icon name="cross" />
          {message('app.hunk.leave')}
        </Button>
      )}
    </li>
  );
}

function placeOf({ newStart, newLines, oldStart, oldLines }: Hunk, isOut: boolean): string {
  const [start, count] = isOut ? [oldStart, oldLines.length] : [newStart, newLines.length];
  if (count > 1) return message('app.hunk.lines', { from: String(start), to: String(start + count - 1) });
  return message('app.hunk.line', { line: String(start) });
}

function tellingOf({ newLines, oldLines }: Hunk): string {
  const told = [...newLines, ...oldLines].find((line) => line.trim() !== '');
  return (told ?? '').trim();
}
