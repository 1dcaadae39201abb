import { useRef, useState } from 'react';
import { Button, FieldError, Input, Label, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution } from '../../../protocol/environment';
import type { ReproductionOptions } from '../../../protocol/reproduction/options';
import { assertNever } from '../../../protocol/primitives';
import type { Params } from '../../../protocol/methods';
import { IconButton } from '../../components/icon-button';
import { Refusal } from '../../components/sheet-end';
import {
  choiceOf,
  draftOf,
  problemsOf,
  withAdded,
  withRow,
  type DraftRow,
  type Problem,
  type TableDraft,
} from './table-draft';

interface TableEditorProps {
  readonly resolution: EnvironmentResolution;
  readonly options: ReproductionOptions;
  readonly isActing: boolean;
  readonly onChoose: (choice: Omit<Params<'environment/choose'>, 'reproductionId'>) => void;
  readonly onCancel: () => void;
}

/** The table of the environment with a field for each row. What is typed is checked by the rules of the command line. */
export function TableEditor({ resolution, options, isActing, onChoose, onCancel }: TableEditorProps) {
  const [draft, setDraft] = useState<TableDraft>(() => draftOf(resolution, options));
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft);
  const shown = tried ? problems : [];
  const choose = (): void => {
    setTried(true);
    if (problems.length === 0) onChoose(choiceOf(draft));
  };
  return (
    <form
      className="environment-edit"
      aria-label={message('app.environment.edit.heading')}
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <p className="small quiet">{message('app.environment.edit.text')}</p>
      <div className="environment-edit-top">
        <Typed
          label={message('app.environment.edit.python')}
          hint={`${message('app.environment.edit.pythonHint')} (${resolution.python.version})`}
          value={draft.python}
          problem={shown.find(({ kind }) => kind === 'python')}
          autoFocus
          onChange={(python) => setDraft({ ...draft, python })}
        />
        <Typed
          label={message('app.environment.edit.asOf')}
          hint={`${message('app.environment.edit.asOfHint')} (${resolution.asOf ?? message('app.environment.any')})`}
          value={draft.asOf}
          problem={shown.find(({ kind }) => kind === 'day')}
          onChange={(asOf) => setDraft({ ...draft, asOf })}
        />
      </div>
      <ul className="environment-edit-rows">
        {draft.rows.map((row) => (
          <EditRow
            key={row.name}
            row={row}
            problem={shown.find((one) => one.kind === 'version' && one.name === row.name)}
            onChange={(change) => setDraft(withRow(draft, row.name, change))}
          />
        ))}
      </ul>
      <AddRow draft={draft} onAdded={setDraft} />
      <div className="environment-edit-foot">
        <Button type="submit" className="button primary" isDisabled={isActing}>
          {message(isActing ? 'app.environment.edit.choosing' : 'app.environment.edit.apply')}
        </Button>
        <Button className="button" onPress={onCancel}>
          {message('app.environment.edit.cancel')}
        </Button>
        <span className="grow" />
        <Button
          className="button plain"
          isDisabled={isActing}
          onPress={() => onChoose({ packages: [], leaveOut: [], python: null, asOf: null })}
        >
          {message('app.environment.edit.reset')}
        </Button>
      </div>
    </form>
  );
}

function EditRow(props: {
  readonly row: DraftRow;
  readonly problem: Problem | undefined;
  readonly onChange: (change: Partial<DraftRow>) => void;
}) {
  const { row, problem, onChange } = props;
  const { name, typed, isLeft } = row;
  return (
    <li className={isLeft ? 'left' : ''}>
      <span className="mono wrap">{name}</span>
      {isLeft ? (
        <span className="quiet">{message('app.environment.edit.left')}</span>
      ) : (
        <Typed
          label={message('app.environment.edit.versionOf', { name })}
          isLabelHidden
          hint={message('app.environment.any')}
          value={typed}
          problem={problem}
          onChange={(text) => onChange({ typed: text })}
        />
      )}
      <IconButton
        icon={isLeft ? 'plus' : 'cross'}
        label={message(isLeft ? 'app.environment.edit.putBack' : 'app.environment.edit.remove', { name })}
        onPress={() => onChange({ isLeft: !isLeft })}
      />
    </li>
  );
}

function AddRow({ draft, onAdded }: { readonly draft: TableDraft; readonly onAdded: (next: TableDraft) => void }) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const add = (): void => {
    const next = withAdded(draft, text);
    if (next === null) return setRefused(message('app.environment.bad.requirement', { text }));
    if ('twice' in next) return setRefused(message('app.environment.bad.twice', { name: next.twice }));
    setRefused(null);
    setText('');
    onAdded(next);
    field.current?.focus();
  };
  return (
    <>
      <div className="environment-edit-add">
        <TextField className="field grow" value={text} onChange={setText}>
          <Label>{message('app.environment.edit.add')}</Label>
          <Input
            ref={field}
            className="input"
            placeholder={message('app.environment.edit.addHint')}
            spellCheck="false"
            maxLength={300}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || text.trim() === '') return;
              // The key adds the row; an empty field leaves it to the form.
              event.preventDefault();
              add();
            }}
          />
        </TextField>
        <Button className="button" isDisabled={text.trim() === ''} onPress={add}>
          {message('app.environment.edit.addAct')}
        </Button>
      </div>
      <Refusal text={refused} />
    </>
  );
}

function Typed(props: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly hint: string;
  readonly value: string;
  readonly problem: Problem | undefined;
  readonly autoFocus?: boolean;
  readonly onChange: (text: string) => void;
}) {
  const { label, isLabelHidden = false, hint, value, problem, autoFocus = false, onChange } = props;
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={problem !== undefined}
      autoFocus={autoFocus}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {!isLabelHidden && <Label>{label}</Label>}
      <Input className="input mono" placeholder={hint} spellCheck="false" maxLength={200} />
      <FieldError className="tone-bad small">{problem === undefined ? '' : wordsOf(problem)}</FieldError>
    </TextField>
  );
}

function wordsOf(problem: Problem): string {
  switch (problem.kind) {
    case 'version':
      return message('app.environment.bad.version', { name: problem.name, specifier: problem.specifier });
    case 'python':
      return message('app.environment.bad.python', { python: problem.python });
    case 'day':
      return message('app.environment.bad.day', { text: problem.text });
    default:
      return assertNever(problem);
  }
}
