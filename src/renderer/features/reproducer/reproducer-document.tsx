import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Result } from '../../../protocol/methods';
import { isRunning } from '../../../protocol/reproduction/next-act';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { ShareForm } from '../../../protocol/sharing';
import { useApp, useAppState, useReproduction } from '../../app/app-context';
import { ChoiceSelect } from '../../components/choice-select';
import { CopyButton } from '../../components/copy-button';
import { FileTabs } from './file-tabs';
import { LeakList } from './leak-list';
import { PublishRow } from './publish-row';
import { saveFile } from './save-file';
import './reproducer.css';

const forms: readonly ShareForm[] = ['folder', 'zip', 'pytest', 'notebook', 'markdown', 'gist'];

type Preview = Result<'reproducer/share'>;
type Loaded = { readonly of: string; readonly preview: Preview | null };

/** The bundle to share in each of its forms: every file as it would leave, and what was found in it. */
export function ReproducerDocument() {
  const state = useReproduction();
  if (!state?.reproducer) return <div className="empty">{message('app.reproducer.none')}</div>;
  return <Share key={`${state.id} ${state.reproducer.attemptId}`} state={state} written={state.reproducer} />;
}

interface ShareProps {
  readonly state: ReproductionState;
  readonly written: NonNullable<ReproductionState['reproducer']>;
}

function Share({ state, written }: ShareProps) {
  const app = useApp();
  const connected = useAppState((it) => it.connection.kind === 'open');
  const [form, setForm] = useState<ShareForm>('folder');
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const reproductionId = state.id;
  const of = `${form} ${written.folder} ${written.files.join()}`;
  useEffect(() => {
    let current = true;
    void app.ask('reproducer/share', { reproductionId, form }).then((preview) => {
      if (current) setLoaded({ of, preview });
    });
    return () => {
      current = false;
    };
  }, [app, reproductionId, form, of]);
  const preview = loaded?.of === of ? loaded.preview : undefined;
  const isRefused = preview?.leaks.some(({ treatment }) => treatment === 'refused') === true;
  const save = async (digest: string): Promise<void> => {
    const packed = await app.ask('reproducer/pack', { reproductionId, form, digest });
    if (packed) saveFile(document, packed);
  };
  return (
    <section className="reproducer" aria-label={message('app.document.reproducer')}>
      <div className="reproducer-head">
        <ChoiceSelect
          quiet
          label={message('app.share.form')}
          options={forms.map((id) => ({ id, words: message(`app.share.form.${id}`) }))}
          value={form}
          onChange={setForm}
        />
        <span className="small quiet grow">{message(`app.share.form.${form}.hint`)}</span>
        {form === 'markdown' && preview && !isRefused && (
          <CopyButton text={() => preview.files[0]?.text ?? ''} label={message('app.share.copyComment')} />
        )}
        {form !== 'folder' && form !== 'gist' && (
          <Button
            className="button"
            isDisabled={!preview || isRefused || !connected}
            onPress={() => preview && void save(preview.digest)}
          >
            {message('app.share.save')}
          </Button>
        )}
        <Button
          className="button"
          isDisabled={isRunning(state) || !connected}
          onPress={() => app.askAside({ kind: 'minimise', reproductionId })}
        >
          {message('app.share.shorten')}
        </Button>
      </div>
      {form === 'folder' && (
        <div className="reproducer-head">
          <span className="quiet small">{message('app.reproducer.folder')}</span>
          <code className="grow reproducer-folder" title={written.folder}>
            {written.folder}
          </code>
          <CopyButton text={() => written.folder} label={message('app.reproducer.copyFolder')} />
        </div>
      )}
      {form === 'gist' && preview && <PublishRow reproductionId={reproductionId} isRefused={isRefused} />}
      {preview && <LeakList leaks={preview.leaks} />}
      {preview && <FileTabs key={of} files={preview.files} />}
      {preview === null && <div className="empty">{message('app.share.notInThisForm')}</div>}
      {preview === undefined && <div className="empty">{message('app.loading')}</div>}
    </section>
  );
}
