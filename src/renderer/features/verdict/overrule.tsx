import { useState } from 'react';
import { Button, Label, TextArea, TextField, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Verdict } from '../../../protocol/verdict';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';
import { describeOutcome } from '../../app/describe-state';
import { Icon } from '../../components/icon';
import { Sheet } from '../../components/sheet';
import { KeepOrCancel, Refusal } from '../../components/sheet-end';
import { overruleOf } from './overrule-of';

const outcomes = ['reproduced', 'notReproduced', 'inconclusive'] as const;

/** The user's word against an attempt's verdict, or the way to say it. */
export function Overruled({ state, attempt }: { readonly state: ReproductionState; readonly attempt: Attempt }) {
  const app = useApp();
  const acts = useActs();
  const { verdict } = attempt;
  if (!verdict) return null;
  const overrule = overruleOf(state, attempt);
  if (!overrule) {
    return (
      <p className="verdict-note">
        <Button className="button aside-button" onPress={() => app.dialog({ kind: 'overrule', attemptId: attempt.id })}>
          {message('app.overrule.open')}
        </Button>
      </p>
    );
  }
  const { icon, text } = describeOutcome(overrule.outcome);
  return (
    <section className="overruled" aria-label={message('app.overrule.title')}>
      <p className="conclusion-head">
        <Icon name={icon} />
        <b>{message('app.overrule.said', { outcome: text })}</b>
      </p>
      <p className="wrap">{overrule.reason}</p>
      <p className="small quiet">
        {message('app.overrule.kept', { outcome: describeOutcome(overrule.of).text })}{' '}
        <Button
          className="button link small"
          onPress={() => void acts.overrule({ attemptId: attempt.id, of: verdict.outcome, outcome: null, reason: '' })}
        >
          {message('app.overrule.takeBack')}
        </Button>
      </p>
    </section>
  );
}

/** Where a verdict is overruled: what instead, and why. */
export function OverruleDialog({ attemptId }: { readonly attemptId: string }) {
  const app = useApp();
  const acts = useActs();
  const attempt = useReproduction()?.attempts.find(({ id }) => id === attemptId);
  const acting = useAppState((it) => it.acting);
  const others = outcomes.filter((outcome) => outcome !== attempt?.verdict?.outcome);
  const [outcome, setOutcome] = useState<Verdict['outcome']>(others[0] ?? 'inconclusive');
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = (): void => app.dialog({ kind: 'none' });
  if (!attempt?.verdict) return null;
  const of = attempt.verdict.outcome;
  const keep = async (): Promise<void> => {
    if (reason.trim() === '') return setRefusal(message('app.overrule.noReason'));
    if (await acts.overrule({ attemptId, of, outcome, reason: reason.trim() })) close();
    else setRefusal(app.store.getState().problem);
  };
  return (
    <Sheet title={message('app.overrule.title')} onClose={close}>
      <div className="sheet-body scroll">
        <p className="quiet">{message('app.overrule.lead', { outcome: describeOutcome(of).text })}</p>
        <ToggleButtonGroup
          className="segmented overrule-choice"
          aria-label={message('app.overrule.instead')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[outcome]}
          onSelectionChange={([chosen]) => {
            const next = others.find((other) => other === chosen);
            if (next) setOutcome(next);
          }}
        >
          {others.map((other) => (
            <ToggleButton key={other} id={other}>
              {describeOutcome(other).text}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <TextField className="field" autoFocus value={reason} onChange={setReason}>
          <Label>{message('app.overrule.reason')}</Label>
          <TextArea className="input" rows={4} maxLength={2000} />
        </TextField>
        <Refusal text={refusal} />
      </div>
      <KeepOrCancel
        keepLabel={message('app.overrule.keep')}
        isActing={acting !== null}
        onKeep={() => void keep()}
        onCancel={close}
      />
    </Sheet>
  );
}
