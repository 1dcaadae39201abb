import { useState } from 'react';
import { Button, TextArea, TextField, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { PlanStepKind, type PlanStep } from '../../../protocol/plan';
import { useActs, useApp, useReproduction } from '../../app/app-context';
import { Icon } from '../../components/icon';
import { MemoryLine } from '../environment/memory-line';
import { addStep } from './edit-steps';
import { PlanCard } from './plan-card';
import './plan.css';

/** The plan as cards. Nothing runs before it is accepted. */
export function PlanDocument() {
  const state = useReproduction();
  const plan = state?.plan;
  if (!state || !plan) return <div className="empty">{message('app.plan.none')}</div>;
  const editable = state.phase === 'awaitingPlan';
  return (
    <div className="plan">
      <div className="plan-scroll scroll">
        <p className="plan-lead quiet">{message(editable ? 'app.plan.lead' : 'app.plan.accepted')}</p>
        {editable && <p className="plan-lead quiet">{message('app.plan.covers')}</p>}
        <ol className="plan-cards">
          {plan.steps.map((step, at) => (
            <PlanCard key={step.id} step={step} number={at + 1} steps={plan.steps} editable={editable} />
          ))}
        </ol>
        <MemoryLine className="plan-lead" />
        {editable && <AddStep steps={plan.steps} />}
      </div>
    </div>
  );
}

function AddStep({ steps }: { readonly steps: readonly PlanStep[] }) {
  const acts = useActs();
  const app = useApp();
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<PlanStepKind>('data');
  const [text, setText] = useState('');
  if (!open) {
    return (
      <Button className="button plain plan-add" onPress={() => setOpen(true)}>
        <Icon name="plus" />
        {message('app.plan.add')}
      </Button>
    );
  }
  const add = async (): Promise<void> => {
    if (text.trim() === '') return app.report(message('app.plan.emptyStep'));
    if (await acts.editPlan(addStep(steps, kind, text.trim()))) {
      setOpen(false);
      setText('');
    }
  };
  return (
    <div className="plan-new box">
      <ToggleButtonGroup
        className="segmented"
        aria-label={message('app.plan.kind')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[kind]}
        onSelectionChange={([chosen]) => setKind(PlanStepKind.parse(chosen))}
      >
        {PlanStepKind.options.map((option) => (
          <ToggleButton key={option} id={option}>
            {message(`app.plan.kind.${option}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField aria-label={message('app.plan.text')} autoFocus value={text} onChange={setText}>
        <TextArea className="input" rows={2} maxLength={2000} placeholder={message('app.plan.placeholder')} />
      </TextField>
      <div className="plan-new-foot">
        <Button className="button" onPress={() => setOpen(false)}>
          {message('app.cancel')}
        </Button>
        <Button className="button" onPress={() => void add()}>
          {message('app.plan.addThis')}
        </Button>
      </div>
    </div>
  );
}
