import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp, useAppState } from '../../app/app-context';
import { Icon } from '../../components/icon';
import { draftKey } from '../../store/draft-key';
import type { DraftOf } from '../../store/keep-drafts';
import { ChangesEditor } from './changes-editor';
import { diffLines, leaveOut, linesOf, markOf, type Hunk } from './diff-lines';
import { HunkRow } from './hunk-row';

interface ChangesProps {
  readonly of: DraftOf;
  readonly against: Attempt;
  readonly before: string;
  readonly now: string;
  readonly sideBySide: boolean;
}

/** Two texts against each other, and each place where they differ to be taken or left out. */
export function Changes({ of, against, before, now, sideBySide }: ChangesProps) {
  const app = useApp();
  const history = useAppState((it) => it.histories[draftKey(of.reproductionId, of.attemptId)]);
  const [shown, setShown] = useState<{ readonly line: number } | null>(null);
  const hunks = useMemo(() => diffLines(linesOf(before), linesOf(now)), [before, now]);
  const missing = useMemo(
    () => (before === of.base ? [] : diffLines(linesOf(now), linesOf(of.base))),
    [before, now, of.base],
  );
  const taken = new Set(history?.taken ?? []);
  const isTaken = (hunk: Hunk): boolean => taken.has(markOf(hunk));
  const count = hunks.filter(isTaken).length;

  /** What is held against stays, whatever becomes of the text. */
  const write = (text: string): void => {
    app.look({ compareWith: against.id });
    app.drafts.change(of, text);
  };
  const mark = (some: readonly Hunk[], on: boolean): void => {
    const marks = new Set(taken);
    for (const hunk of some) {
      if (on) marks.add(markOf(hunk));
      else marks.delete(markOf(hunk));
    }
    app.drafts.take(of, [...marks]);
  };

  return (
    <div className="changes">
      <ChangesEditor before={before} after={now} sideBySide={sideBySide} shown={shown} />
      <section className="hunks" aria-label={message('app.hunk.list')}>
        <div className="hunks-head">
          <span className="grow small quiet" role="status">
            {hunks.length === 0
              ? message('app.hunk.none')
              : `${message('app.hunk.count', { count: hunks.length })} · ${message('app.hunk.taken', { count })}`}
          </span>
          {history && history.done > 0 && (
            <Button className="button plain" onPress={() => app.drafts.move(of, history.done - 1)}>
              {message('app.hunk.undo')}
            </Button>
          )}
          {hunks.length > 0 && (
            <>
              <Button className="button" isDisabled={count === hunks.length} onPress={() => mark(hunks, true)}>
                <Icon name="check" />
                {message('app.hunk.takeAll')}
              </Button>
              <Button className="button" onPress={() => write(before)}>
                <Icon name="cross" />
                {message('app.hunk.leaveAll')}
              </Button>
            </>
          )}
        </div>
        <ul className="hunk-list scroll">
          {hunks.map((hunk, at) => (
            <HunkRow
              key={`in-${markOf(hunk)}-${hunk.newStart}`}
              hunk={hunk}
              number={at + 1}
              isTaken={isTaken(hunk)}
              onShow={() => setShown({ line: hunk.newStart })}
              onTake={() => mark([hunk], !isTaken(hunk))}
              onLeave={() => write(leaveOut(now, hunk))}
            />
          ))}
          {missing.map((hunk, at) => (
            <HunkRow
              key={`out-${markOf(hunk)}-${hunk.oldStart}`}
              hunk={hunk}
              number={at + 1}
              isOut
              onShow={() => setShown({ line: hunk.oldStart })}
              onTake={() => write(putBack(now, hunk))}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The text with what a hunk has in place of what stands there now. */
function putBack(now: string, { oldStart, oldLines, newLines }: Hunk): string {
  return leaveOut(now, { newStart: oldStart, newLines: oldLines, oldStart, oldLines: newLines });
}
