import { Button, ListBox, ListBoxItem } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp, useAppState, useReproduction } from '../../app/app-context';
import { followDocument, lookedAtAttempt } from '../../app/follow-document';
import { firstLine } from '../../app/format';
import { useShape } from '../../app/use-shape';
import { Icon } from '../../components/icon';
import { describeSteering } from '../steering/describe-wish';
import { listSteps, type StepLine } from './list-steps';
import './steps.css';
import '../steering/steering.css';

/** The steps of the open reproduction. Choosing one shows its document. */
export function Steps() {
  const app = useApp();
  const state = useReproduction();
  const view = useAppState((it) => it.view);
  const { evidence } = useShape();
  if (!state) return null;
  const lines = listSteps(state);
  const document = view.document ?? followDocument(state);
  const attempt = lookedAtAttempt(state, view);
  const last = state.steerings.at(-1);
  const selected = document === 'script' && attempt ? attempt.id : document;

  const choose = (line: StepLine): void => {
    if (line.attemptId !== null) app.look({ document: 'script', attemptId: line.attemptId, output: null });
    else if (line.document === 'verdict' && evidence) window.document.getElementById('verdict-panel')?.focus();
    else app.look({ document: line.document });
  };

  return (
    <nav className="steps" aria-label={message('app.steps')}>
      <h2 className="steps-heading">{message('app.steps')}</h2>
      <ListBox
        className="step-list scroll"
        aria-label={message('app.steps')}
        items={lines}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={[selected]}
        onAction={(key) => {
          const line = lines.find((it) => it.id === key);
          if (line) choose(line);
        }}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys];
          const line = lines.find((it) => it.id === key);
          if (line) choose(line);
        }}
      >
        {(line) => (
          <ListBoxItem
            id={line.id}
            className={`step depth-${line.depth}`}
            textValue={`${line.label}, ${line.status} ${line.detail}`}
          >
            {line.icon && <Icon name={line.icon} className={`tone-${line.tone}`} />}
            <span className="step-label">{line.label}</span>
            <span
              className={`step-detail small ${line.icon ? 'faint' : `tone-${line.tone}`}`}
              title={line.hint === '' ? line.detail : line.hint}
            >
              {line.detail}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
      <div className="steps-foot">
        <Button className="button plain" onPress={() => app.dialog({ kind: 'steer' })}>
          <Icon name="speech" />
          {message('app.steer.open')}
        </Button>
        {last && (
          <span className="small faint steps-said" title={`${last.text}\n${describeSteering(last)}`}>
            {message(last.isTaken || last.wishes.length === 0 ? 'app.steer.last' : 'app.steer.lastWaits', {
              text: firstLine(last.text, 60),
            })}
          </span>
        )}
      </div>
    </nav>
  );
}
