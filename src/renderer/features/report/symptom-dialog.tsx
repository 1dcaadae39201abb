import { useState } from 'react';
import { Input, Label, TextArea, TextField } from 'react-aria-components';
import { message, type MessageKey } from '../../../protocol/catalogue/catalogue';
import { symptomFields, type SymptomField, type SymptomKind } from '../../../protocol/symptom-fields';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';
import { ChoiceSelect } from '../../components/choice-select';
import { Sheet } from '../../components/sheet';
import { KeepOrCancel, Refusal } from '../../components/sheet-end';
import { nextSymptomId, symptomOf, valuesOf, type SymptomValues } from './symptom-fields';

const kinds = Object.keys(symptomFields) as SymptomKind[];

/** Words for an option of a field. Signs of comparison speak for themselves. */
function wordsOf(name: SymptomField['name'], option: string): string {
  const areas: Partial<Record<SymptomField['name'], string>> = {
    where: 'app.symptom.where',
    what: 'app.symptom.what',
    direction: 'app.symptom.direction',
    between: 'app.symptom.gap',
  };
  const area = areas[name];
  return area === undefined ? option : message(`${area}.${option}` as MessageKey);
}

/** Where a symptom is corrected or said for the first time. What was judged by the old one is judged anew. */
export function SymptomDialog({ symptomId }: { readonly symptomId: string | null }) {
  const app = useApp();
  const acts = useActs();
  const state = useReproduction();
  const acting = useAppState((it) => it.acting);
  const before = state?.symptoms.find(({ id }) => id === symptomId) ?? null;
  const [kind, setKind] = useState<SymptomKind>(before?.kind ?? 'exception');
  const [values, setValues] = useState<SymptomValues>(before ? valuesOf(before) : {});
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = (): void => app.dialog({ kind: 'none' });
  if (!state) return null;

  const keep = async (): Promise<void> => {
    const edited = symptomOf({ kind, values, before, id: nextSymptomId(state.symptoms) });
    if (!edited) return setRefusal(message('app.symptom.edit.incomplete'));
    const others = state.symptoms.filter(({ id }) => id !== symptomId);
    // The first is the one that a verdict is about.
    if (await acts.editSymptoms([edited, ...others])) close();
    else setRefusal(app.store.getState().problem);
  };

  return (
    <Sheet title={message(before ? 'app.symptom.edit' : 'app.symptom.add')} onClose={close}>
      <div className="sheet-body scroll">
        <p className="quiet">{message('app.symptom.edit.lead')}</p>
        <ChoiceSelect
          label={message('app.symptom.kind')}
          options={kinds.map((id) => ({ id, words: message(`app.symptom.${id}`) }))}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setValues(before?.kind === next ? valuesOf(before) : {});
          }}
        />
        {symptomFields[kind].map((field) => (
          <Field
            key={`${kind}-${field.name}`}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <Refusal text={refusal} />
      </div>
      <KeepOrCancel
        keepLabel={message('app.symptom.keep')}
        isActing={acting !== null}
        onKeep={() => void keep()}
        onCancel={close}
      />
    </Sheet>
  );
}

interface FieldProps {
  readonly field: SymptomField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ field, value, onChange }: FieldProps) {
  const label = message(`app.symptom.field.${field.name}`);
  if (field.kind === 'choice') {
    return (
      <ChoiceSelect
        label={label}
        options={field.options.map((id) => ({ id, words: wordsOf(field.name, id) }))}
        value={value === '' ? null : value}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField className="field" value={value} onChange={onChange} isRequired={field.required}>
      <Label>{field.required ? label : message('app.symptom.field.optional', { label })}</Label>
      {field.kind === 'long' ? (
        <TextArea className="input mono" rows={4} maxLength={20_000} spellCheck="false" />
      ) : (
        <Input
          className="input mono"
          maxLength={500}
          spellCheck="false"
          inputMode={field.kind === 'number' ? 'decimal' : 'text'}
        />
      )}
    </TextField>
  );
}
