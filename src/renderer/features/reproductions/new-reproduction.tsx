import { useState, type ReactNode } from 'react';
import { Button, FileTrigger, Input, Label, TextArea, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { Key } from '../../app/header';
import { Icon } from '../../components/icon';
import { Sheet } from '../../components/sheet';
import { Refusal } from '../../components/sheet-end';
import { readReportFile } from './read-report-file';

const extras = ['project', 'environment', 'python', 'asOf'] as const;
type Extra = (typeof extras)[number];

/** Where a report is pasted or chosen, with what the user already knows about it. */
export function NewReproduction({ name, text }: { readonly name: string; readonly text: string }) {
  const app = useApp();
  const acts = useActs();
  const acting = useAppState((it) => it.acting);
  const [report, setShown] = useState(() =>
    text === '' ? (app.pasted.readPasted() ?? { name, text }) : { name, text },
  );
  const setReport = (next: typeof report): void => {
    setShown(next);
    app.pasted.writePasted(next.text === '' ? null : next);
  };
  const [more, setMore] = useState(false);
  const [known, setKnown] = useState<Readonly<Record<Extra, string>>>({
    project: '',
    environment: '',
    python: '',
    asOf: '',
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = (): void => app.dialog({ kind: 'none' });

  const choose = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (!file) return;
    const read = await readReportFile(file);
    if (read.kind === 'read') setReport({ name: read.name, text: read.text });
    setRefusal(read.kind === 'refused' ? read.message : null);
  };

  const create = async (start: boolean): Promise<void> => {
    if (report.text.trim() === '') return setRefusal(message('app.new.empty'));
    const options = Object.fromEntries(
      extras.filter((key) => known[key].trim() !== '').map((key) => [key, known[key].trim()]),
    );
    const given = isAddress(report.text) ? await acts.fetchIssue(report.text.trim()) : report;
    if (!given) return setRefusal(app.store.getState().problem);
    // What was fetched is shown in its place, also where it is not taken in the end.
    if (given !== report) setReport(given);
    const reportName = given.name === '' ? 'report.md' : given.name;
    if (await acts.create({ name: reportName, text: given.text, options }, start)) {
      app.pasted.writePasted(null);
      close();
    } else setRefusal(app.store.getState().problem);
  };

  return (
    <Sheet wide title={message('app.new.title')} onClose={close}>
      <div className="sheet-body scroll">
        <TextField
          className="field"
          autoFocus
          value={report.text}
          onChange={(value) => setReport({ name: report.name, text: value })}
          onKeyDown={(event) => {
            // The key of Start: in a text, Enter alone is a new line.
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void create(true);
            // Heard here, a key goes no further by itself; Escape must reach the dialog.
            else event.continuePropagation();
          }}
        >
          <Label>{message('app.new.report')}</Label>
          <TextArea className="input new-text" placeholder={message('app.new.placeholder')} spellCheck="false" />
        </TextField>
        <div className="new-more">
          <Button className="button plain" aria-expanded={more} onPress={() => setMore(!more)}>
            <Icon name={more ? 'minus' : 'plus'} />
            {message('app.new.more')}
          </Button>
        </div>
        {more && (
          <div className="new-pair">
            {extras.map((key) => (
              <Extra key={key} label={message(`app.new.${key}`)} hint={message(`app.new.${key}.hint`)}>
                <Input
                  className="input"
                  value={known[key]}
                  placeholder={message(`app.new.${key}.hint`)}
                  onChange={(event) => setKnown({ ...known, [key]: event.target.value })}
                />
              </Extra>
            ))}
          </div>
        )}
        <Refusal text={refusal} />
      </div>
      <div className="sheet-foot">
        <FileTrigger
          acceptedFileTypes={['.md', '.txt', '.rst', '.log', '.html', '.ipynb', 'text/*']}
          onSelect={(files) => void choose(files)}
        >
          <Button className="button">
            <Icon name="file" />
            {message('app.new.choose')}
          </Button>
        </FileTrigger>
        <span className="grow small faint">{report.name}</span>
        <Button className="button" onPress={() => void create(false)} isDisabled={acting !== null}>
          {message('app.new.create')}
        </Button>
        <Button className="button primary" onPress={() => void create(true)} isDisabled={acting !== null}>
          {message('app.new.start')} <Key command="start" />
        </Button>
      </div>
    </Sheet>
  );
}

/** A report that is nothing but an address is fetched from there. */
function isAddress(text: string): boolean {
  return /^\s*https?:\/\/\S{1,2000}\s*$/i.test(text);
}

function Extra({ label, children }: { readonly label: string; readonly hint: string; readonly children: ReactNode }) {
  return (
    <TextField className="field">
      <Label>{label}</Label>
      {children}
    </TextField>
  );
}
