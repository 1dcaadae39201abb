import { useState } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { commandRegistry, type CommandName } from '../../../protocol/commands';
import { useActs, useApp } from '../../app/app-context';
import { isApple, printAccelerator } from '../../app/keys';
import { Sheet } from '../../components/sheet';
import './tour.css';

/** What is shown, in the order of the work; each with the command that leads to it. */
const stops = [
  { id: 'report', command: 'newReproduction' },
  { id: 'plan', command: 'showPlan' },
  { id: 'run', command: 'acceptPlan' },
  { id: 'verdict', command: 'goToVerdict' },
  { id: 'palette', command: 'palette' },
] as const satisfies readonly { readonly id: string; readonly command: CommandName }[];

/** Five short texts on what is where. Any way out of it counts as seen. */
export function TourDialog() {
  const app = useApp();
  const acts = useActs();
  const [at, setAt] = useState(0);
  const stop = stops[at] ?? stops[0];
  const close = (): void => {
    app.dialog({ kind: 'none' });
    void acts.settings({ tourSeen: true });
  };
  const { key } = commandRegistry[stop.command];
  const isLast = at === stops.length - 1;
  return (
    <Sheet title={message(`app.tour.${stop.id}.title`)} onClose={close}>
      <div className="sheet-body tour" aria-live="polite">
        <p>{message(`app.tour.${stop.id}.text`)}</p>
        {key !== null && (
          <p className="small quiet">
            {message(commandRegistry[stop.command].title)}{' '}
            <kbd>{printAccelerator(key, isApple(navigator.platform))}</kbd>
          </p>
        )}
      </div>
      <div className="sheet-foot">
        <span className="small quiet grow">
          {message('app.tour.at', { number: String(at + 1), of: String(stops.length) })}
        </span>
        <Button className="button" onPress={close}>
          {message('app.tour.skip')}
        </Button>
        <Button className="button" isDisabled={at === 0} onPress={() => setAt(at - 1)}>
          {message('app.tour.back')}
        </Button>
        <Button className="button primary" autoFocus onPress={() => (isLast ? close() : setAt(at + 1))}>
          {message(isLast ? 'app.done' : 'app.tour.next')}
        </Button>
      </div>
    </Sheet>
  );
}
