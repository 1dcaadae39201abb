import { useEffect, useMemo, useState } from 'react';
import { Button, Label, Radio, RadioGroup } from 'react-aria-components';
import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useApp, useAppState } from '../../app/app-context';
import { mergedText, mergeThree, type Choice, type MergePart } from './merge-three';

interface MergeProps {
  readonly state: ReproductionState;
  readonly attempt: Attempt;
  readonly newerId: string;
  /** The script that both began with. */
  readonly base: string;
  readonly mine: string;
  readonly onEnd: (none: null) => void;
}

/** Lines of an unchanged stretch that are shown at each of its ends. */
const EDGE = 3;

/** Three texts beside each other: the user's, what comes of both, and Reprise's. */
export function Merge({ state, attempt, newerId, base, mine, onEnd }: MergeProps) {
  const app = useApp();
  const newer = state.attempts.find(({ id }) => id === newerId);
  const theirs = useAppState((it) => (newer ? it.scripts[newer.scriptDigest]?.text : undefined));
  const [choices, setChoices] = useState<readonly (Choice | null)[]>([]);
  const parts = useMemo(() => (theirs === undefined ? [] : mergeThree(base, mine, theirs)), [base, mine, theirs]);
  useEffect(() => {
    if (newer) app.readScript(state.id, newer.scriptDigest);
  }, [app, state.id, newer]);
  if (!newer || theirs === undefined) return <div className="empty">{message('app.loading')}</div>;
  const conflicts = parts.filter(({ kind }) => kind === 'conflict').length;
  const open = Array.from({ length: conflicts }).filter((_, at) => (choices[at] ?? null) === null).length;

  const finish = (): void => {
    const of = { reproductionId: state.id, attemptId: newer.id, base: theirs };
    app.drafts.open(of);
    app.drafts.change(of, mergedText(parts, choices));
    app.drafts.write(state.id, attempt.id, null);
    app.look({ attemptId: newer.id, scriptMode: 'sideBySide', compareWith: newer.id });
    onEnd(null);
  };

  return (
    <section className="merge" aria-label={message('app.merge.title', { number: String(newer.number) })}>
      <div className="change">
        <span className="tag warn">{message('app.merge.tag')}</span>
        <span className="small quiet grow wrap" role="status">
          {conflicts === 0
            ? message('app.merge.clean')
            : message('app.merge.conflicts', { count: conflicts, open: String(open) })}
        </span>
        <Button className="button plain" onPress={() => onEnd(null)}>
          {message('app.cancel')}
        </Button>
        <Button className="button" isDisabled={open > 0} onPress={finish}>
          {message('app.merge.take')}
        </Button>
      </div>
      <div className="merge-heads" aria-hidden="true">
        <span>{message('app.merge.mine', { number: String(attempt.number) })}</span>
        <span>{message('app.merge.result')}</span>
        <span>{message('app.merge.theirs', { number: String(newer.number) })}</span>
      </div>
      <div className="merge-parts scroll" tabIndex={0} role="region" aria-label={message('app.merge.texts')}>
        {parts.map((part, at) => {
          if (part.kind === 'settled') return <Settled key={at} part={part} />;
          const place = parts.slice(0, at).filter(({ kind }) => kind === 'conflict').length;
          return (
            <Conflict
              key={at}
              part={part}
              number={place + 1}
              choice={choices[place] ?? null}
              onChoose={(choice) =>
                setChoices(
                  Array.from({ length: conflicts }, (_, one) => (one === place ? choice : (choices[one] ?? null))),
                )
              }
            />
          );
        })}
      </div>
    </section>
  );
}

function Settled({ part }: { readonly part: Extract<MergePart, { kind: 'settled' }> }) {
  const { lines, from } = part;
  const hidden = from === 'base' && lines.length > 2 * EDGE + 2 ? lines.length - 2 * EDGE : 0;
  if (hidden === 0) {
    return (
      <div className={`merge-part from-${from}`}>
        <Lines lines={from === 'theirs' ? [] : lines} />
        <Lines lines={lines} label={from === 'base' ? null : message(`app.merge.from.${from}`)} />
        <Lines lines={from === 'mine' ? [] : lines} />
      </div>
    );
  }
  return (
    <>
      <Settled part={{ kind: 'settled', from: 'base', lines: lines.slice(0, EDGE) }} />
      <p className="small faint merge-fold">{message('app.merge.unchanged', { count: hidden })}</p>
      <Settled part={{ kind: 'settled', from: 'base', lines: lines.slice(-EDGE) }} />
    </>
  );
}

interface ConflictProps {
  readonly part: Extract<MergePart, { kind: 'conflict' }>;
  readonly number: number;
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

function Conflict({ part, number, choice, onChoose }: ConflictProps) {
  const lines = mergedText([part], [choice]);
  return (
    <div className={`merge-part conflict ${choice === null ? 'open' : ''}`}>
      <Lines lines={part.mine} />
      <div>
        <RadioGroup
          className="merge-choice"
          value={choice}
          onChange={(value) => onChoose(value === 'theirs' || value === 'both' ? value : 'mine')}
        >
          <Label className="small">{message('app.merge.conflict', { number: String(number) })}</Label>
          <span className="segmented">
            <Radio value="mine">{message('app.merge.choice.mine')}</Radio>
            <Radio value="theirs">{message('app.merge.choice.theirs')}</Radio>
            <Radio value="both">{message('app.merge.choice.both')}</Radio>
          </span>
        </RadioGroup>
        {choice !== null && <Lines lines={lines.split('\n')} />}
      </div>
      <Lines lines={part.theirs} />
    </div>
  );
}

function Lines({ lines, label = null }: { readonly lines: readonly string[]; readonly label?: string | null }) {
  return (
    <pre tabIndex={0} className="merge-lines">
      {label !== null && <span className="visually-hidden">{label}</span>}
      {lines.join('\n')}
    </pre>
  );
}
