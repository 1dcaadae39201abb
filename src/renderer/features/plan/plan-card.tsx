import { useState } from 'react';
import { Button, TextArea, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Citation, PlanStep } from '../../../protocol/plan';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';
import { tellingLine } from '../../app/format';
import { IconButton } from '../../components/icon-button';
import { changeStep, moveStep, removeStep } from './edit-steps';

interface PlanCardProps {
  readonly step: PlanStep;
  readonly number: number;
  readonly steps: readonly PlanStep[];
  readonly editable: boolean;
}

/** One step of the plan: what, why, and where it comes from. */
export function PlanCard({ step, number, steps, editable }: PlanCardProps) {
  const [editing, setEditing] = useState(false);
  return (
    <li className={`plan-card ${step.locked ? 'locked' : ''}`} aria-label={message('app.plan.step', { number })}>
      <span className="plan-number faint">{number}</span>
      <div className="plan-words">
        <div className="plan-kind">
          <span className="tag still">{message(`app.plan.kind.${step.kind}`)}</span>
          {step.author !== 'reprise' && (
            <span className="small faint">{message(`app.plan.author.${step.author}`)}</span>
          )}
        </div>
        {editing ? (
          <EditText step={step} steps={steps} onDone={() => setEditing(false)} />
        ) : (
          <p className="plan-text wrap">{step.text}</p>
        )}
        {step.comment && <p className="small quiet wrap">{step.comment}</p>}
        <Citations cites={step.cites} />
      </div>
      {editable && !editing && <CardActs step={step} steps={steps} onEdit={() => setEditing(true)} />}
    </li>
  );
}

function CardActs({
  step,
  steps,
  onEdit,
}: {
  readonly step: PlanStep;
  readonly steps: readonly PlanStep[];
  readonly onEdit: () => void;
}) {
  const acts = useActs();
  const acting = useAppState((it) => it.acting);
  const change = (next: readonly PlanStep[]): void => {
    if (next !== steps) void acts.editPlan(next);
  };
  const fixed = (by: -1 | 1): boolean => moveStep(steps, step.id, by) === steps;
  return (
    <div className="plan-acts">
      <IconButton
        icon="up"
        label={message('app.plan.up')}
        isDisabled={fixed(-1)}
        onPress={() => change(moveStep(steps, step.id, -1))}
      />
      <IconButton
        icon="down"
        label={message('app.plan.down')}
        isDisabled={fixed(1)}
        onPress={() => change(moveStep(steps, step.id, 1))}
      />
      <IconButton
        icon={step.locked ? 'lock' : 'unlock'}
        label={message(step.locked ? 'app.plan.unlock' : 'app.plan.lock')}
        pressed={step.locked}
        onPress={() => change(changeStep(steps, step.id, { locked: !step.locked }))}
      />
      <IconButton
        icon="trash"
        label={message('app.plan.delete')}
        isDisabled={step.locked}
        onPress={() => change(removeStep(steps, step.id))}
      />
      <Button
        className="button plain"
        isDisabled={step.locked || acting !== null}
        onPress={() => void acts.regenerateStep(step.id)}
      >
        {message(acting === 'regenerate' ? 'app.plan.regenerating' : 'app.plan.regenerate')}
      </Button>
      <Button className="button plain" isDisabled={step.locked} onPress={onEdit}>
        {message('app.plan.edit')}
      </Button>
    </div>
  );
}

function EditText({
  step,
  steps,
  onDone,
}: {
  readonly step: PlanStep;
  readonly steps: readonly PlanStep[];
  readonly onDone: () => void;
}) {
  const acts = useActs();
  const app = useApp();
  const [text, setText] = useState(step.text);
  const [comment, setComment] = useState(step.comment ?? '');
  const save = async (): Promise<void> => {
    if (text.trim() === '') return app.report(message('app.plan.emptyStep'));
    const change = { text: text.trim(), comment: comment.trim() === '' ? null : comment.trim() };
    const isSame = change.text === step.text && change.comment === step.comment;
    if (isSame || (await acts.editPlan(changeStep(steps, step.id, change)))) onDone();
  };
  return (
    <div className="plan-edit">
      <TextField
        aria-label={message('app.plan.text')}
        autoFocus
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      >
        <TextArea className="input" rows={3} maxLength={2000} />
      </TextField>
      <TextField
        aria-label={message('app.plan.comment')}
        value={comment}
        onChange={setComment}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      >
        <TextArea className="input" rows={1} maxLength={2000} placeholder={message('app.plan.commentHint')} />
      </TextField>
      <div className="plan-new-foot">
        <Button className="button" onPress={onDone}>
          {message('app.cancel')}
        </Button>
        <Button className="button" onPress={() => void save()}>
          {message('app.plan.save')}
        </Button>
      </div>
    </div>
  );
}

function Citations({ cites }: { readonly cites: readonly Citation[] }) {
  const app = useApp();
  const state = useReproduction();
  const report = useAppState((it) => (state ? it.reports[state.id] : undefined));
  if (cites.length === 0) return null;
  return (
    <ul className="plan-cites">
      {cites.map((cite, at) =>
        cite.kind === 'report' ? (
          <li key={at}>
            <Button
              className="button link calm small"
              onPress={() => app.look({ document: 'report', reportSpan: { span: cite.span, turn: Date.now() } })}
            >
              {message('app.plan.citesReport', {
                text: tellingLine(report?.slice(cite.span.start, cite.span.end) ?? '', 72),
              })}
            </Button>
          </li>
        ) : (
          <li key={at}>
            <Button className="button link calm small" onPress={() => app.look({ document: 'context' })}>
              {message('app.plan.citesContext', {
                file: state?.context?.chunks.find((chunk) => chunk.id === cite.chunkId)?.file ?? cite.chunkId,
              })}
            </Button>
          </li>
        ),
      )}
    </ul>
  );
}
