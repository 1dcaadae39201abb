import { useState } from 'react';
import { Button, Label, TextArea, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { assertNever } from '../../../protocol/primitives';
import { useActs, useAppState } from '../../app/app-context';
import { readSettingsText, settingsText, type SettingsFault } from './find-settings';

/** All settings as one text. Nothing of a text with a fault is taken. */
export function SettingsJson() {
  const acts = useActs();
  const settings = useAppState((it) => it.settings);
  const saved = settingsText(settings);
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? saved;
  const read = readSettingsText(shown, settings);
  const faults = read.kind === 'faulty' ? read.faults : [];
  const isChanged = read.kind === 'read' && Object.keys(read.change).length > 0;
  const save = async (): Promise<void> => {
    if (read.kind !== 'read') return;
    await acts.settings(read.change);
    setText(null);
  };
  return (
    <>
      <TextField className="field" value={shown} onChange={setText} isInvalid={faults.length > 0}>
        <Label>{message('app.settings.json')}</Label>
        <TextArea className="input settings-json mono" spellCheck={false} rows={18} />
      </TextField>
      <div role="status">
        <ul className="settings-faults small">
          {faults.map((fault, at) => (
            <li key={at} className="tone-bad">
              {describeFault(fault)}
            </li>
          ))}
        </ul>
      </div>
      <div className="settings-json-acts">
        <span className="small quiet grow">{message('app.settings.json.hint')}</span>
        <Button className="button" isDisabled={text === null} onPress={() => setText(null)}>
          {message('app.settings.json.leave')}
        </Button>
        <Button className="button" isDisabled={!isChanged} onPress={() => void save()}>
          {message('app.settings.json.save')}
        </Button>
      </div>
    </>
  );
}

function describeFault(fault: SettingsFault): string {
  switch (fault.kind) {
    case 'noJson':
      return message('app.settings.fault.noJson', { said: fault.said });
    case 'unknown':
      return message('app.settings.fault.unknown', { name: fault.name });
    case 'oneOf':
      return message('app.settings.fault.oneOf', { name: fault.name, values: fault.values.join(', ') });
    case 'type':
      return fault.name === ''
        ? message('app.settings.fault.whole')
        : message('app.settings.fault.type', { name: fault.name, wanted: fault.wanted });
    case 'least':
    case 'most':
      return message(`app.settings.fault.${fault.kind}`, { name: fault.name, bound: fault.bound });
    case 'invalid':
      return message('app.settings.fault.invalid', { name: fault.name });
    default:
      return assertNever(fault);
  }
}
