import { useState } from 'react';
import { Button, Label, TextArea, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp, useAppState, useReproduction } from '../../app/app-context';
import { Sheet } from '../../components/sheet';
import { Refusal } from '../../components/sheet-end';
import { describeSteering } from './describe-wish';
import './steering.css';

/** Where the next step is told something. What was said earlier stands below, with what became of it. */
export function SteerDialog() {
  const app = useApp();
  const state = useReproduction();
  const acting = useAppState((it) => it.acting);
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!state) return null;
  const said = [...state.steerings].reverse();
  const close = (): void => app.dialog({ kind: 'none' });

  const say = async (): Promise<void> => {
    if (text.trim() === '') return setRefusal(message('app.steer.empty'));
    const answer = await app.ask('steering/say', { reproductionId: state.id, text });
    setRefusal(answer ? null : app.store.getState().problem);
    if (answer) setText('');
  };

  return (
    <Sheet title={message('app.steer.title')} onClose={close}>
      <div className="sheet-body scroll">
        <TextField
          className="field"
          autoFocus
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            // In a text, Enter alone is a new line.
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void say();
            else event.continuePropagation();
          }}
        >
          <Label>{message('app.steer.label')}</Label>
          <TextArea className="input steer-text" placeholder={message('app.steer.placeholder')} />
        </TextField>
        <p className="small quiet">{message('app.steer.hint')}</p>
        <Refusal text={refusal} />
        {said.length > 0 && (
          <>
            <h3 className="label">{message('app.steer.said')}</h3>
            <ol className="steer-list" aria-live="polite">
              {said.map((one) => (
                <li key={one.id} className="steer-one">
                  <span className="wrap">{one.text}</span>
                  <span className="small quiet wrap">{describeSteering(one)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
      <div className="sheet-foot">
        <span className="grow" />
        <Button className="button" onPress={close}>
          {message('app.close')}
        </Button>
        <Button className="button primary" isDisabled={acting !== null} onPress={() => void say()}>
          {message('app.steer.say')}
        </Button>
      </div>
    </Sheet>
  );
}
