import { Fragment, lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';
import type { Result } from '../../protocol/methods';
import { assertNever } from '../../protocol/primitives';
import { Sheet } from '../components/sheet';
import { CallsDialog } from '../features/calls/calls-dialog';
import { NewReproduction } from '../features/reproductions/new-reproduction';
import { Palette } from '../features/palette/palette';
import { SymptomDialog } from '../features/report/symptom-dialog';
import { SteerDialog } from '../features/steering/steer-dialog';
import { OverruleDialog } from '../features/verdict/overrule';
import { useActs, useApp, useAppState } from './app-context';
import { formatBytes } from './format';

const SettingsDialog = lazy(async () => ({
  default: (await import('../features/settings/settings-dialog')).SettingsDialog,
}));
const BisectDialog = lazy(async () => ({ default: (await import('../features/bisect/bisect-dialog')).BisectDialog }));
const TourDialog = lazy(async () => ({ default: (await import('../features/tour/tour-dialog')).TourDialog }));

/** The dialog that is open, if any. */
export function Dialogs() {
  const dialog = useAppState((it) => it.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'palette':
      return <Palette key={dialog.scope} scope={dialog.scope} />;
    case 'steer':
      return <SteerDialog />;
    case 'calls':
      return <CallsDialog waiting={dialog.text} />;
    case 'bisect':
      return (
        <Suspense fallback={null}>
          <BisectDialog />
        </Suspense>
      );
    case 'settings':
      return (
        <Suspense fallback={null}>
          <SettingsDialog />
        </Suspense>
      );
    case 'tour':
      return (
        <Suspense fallback={null}>
          <TourDialog />
        </Suspense>
      );
    case 'new':
      return <NewReproduction name={dialog.name} text={dialog.text} />;
    case 'overrule':
      return <OverruleDialog attemptId={dialog.attemptId} />;
    case 'symptom':
      return <SymptomDialog symptomId={dialog.symptomId} />;
    case 'remove':
      return <RemoveDialog id={dialog.id} title={dialog.title} />;
    case 'link':
      return <LinkDialog address={dialog.address} />;
    default:
      return assertNever(dialog);
  }
}

function RemoveDialog({ id, title }: { readonly id: string; readonly title: string }) {
  const app = useApp();
  const acts = useActs();
  const [size, setSize] = useState<Result<'reproduction/measure'> | null>(null);
  useEffect(() => {
    void app.ask('reproduction/measure', { reproductionId: id }).then(setSize);
  }, [app, id]);
  return (
    <Confirm
      title={message('app.remove.title')}
      yes={message('app.remove.confirm')}
      look="danger"
      onYes={() => void acts.remove(id)}
    >
      <p>{message('app.remove.text', { title })}</p>
      {size && (
        <dl className="remove-parts small">
          {size.parts.map(({ part, bytes }) => (
            <Fragment key={part}>
              <dt className="quiet">{message(`app.remove.part.${part}`)}</dt>
              <dd>{formatBytes(bytes)}</dd>
            </Fragment>
          ))}
          <dt>{message('app.remove.all')}</dt>
          <dd>{formatBytes(size.bytes)}</dd>
        </dl>
      )}
      <p className="small quiet">{message('app.remove.trash')}</p>
    </Confirm>
  );
}

function LinkDialog({ address }: { readonly address: string }) {
  return (
    <Confirm
      title={message('app.link.title')}
      yes={message('app.link.open')}
      onYes={() => window.open(address, '_blank', 'noopener,noreferrer')}
    >
      <p>{message('app.link.text')}</p>
      <div className="box">
        <pre className="wrap">{address}</pre>
      </div>
    </Confirm>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly yes: string;
  readonly look?: 'danger';
  readonly onYes: () => void;
  readonly children: ReactNode;
}

/** Asks before something that is not undone by itself. The safe answer has the keyboard. */
function Confirm({ title, yes, look, onYes, children }: ConfirmProps) {
  const app = useApp();
  const close = (): void => app.dialog({ kind: 'none' });
  return (
    <Sheet role="alertdialog" title={title} onClose={close}>
      <div className="sheet-body">{children}</div>
      <div className="sheet-foot">
        <span className="grow" />
        <Button className="button" autoFocus onPress={close}>
          {message('app.cancel')}
        </Button>
        <Button
          className={`button ${look ?? ''}`}
          onPress={() => {
            close();
            onYes();
          }}
        >
          {yes}
        </Button>
      </div>
    </Sheet>
  );
}
