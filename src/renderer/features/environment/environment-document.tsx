import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReadyEnvironment } from '../../../protocol/environment';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useApp, useReproduction } from '../../app/app-context';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icon';
import { Refusal } from '../../components/sheet-end';
import { ChosenTable } from './chosen-table';
import { MemoryLine } from './memory-line';
import { mayChoose, useChoosing, type Choosing } from './use-choosing';
import './environment.css';

/** Which environment was chosen and why, what is in it, and how it was installed. */
export function EnvironmentDocument() {
  const state = useReproduction();
  return state === null ? null : <OfReproduction key={state.id} state={state} />;
}

function OfReproduction({ state }: { readonly state: ReproductionState }) {
  const app = useApp();
  const choosing = useChoosing(state);
  const { ready, failure, terminalId } = state.environment;
  // Between two events of one choice there is none: the table that is looked at stays.
  const resolution = state.environment.resolution ?? choosing.before;
  if (!resolution && !ready && failure === null) return <NotChosen state={state} choosing={choosing} />;
  return (
    <div className="environment scroll" tabIndex={0} role="region" aria-label={message('app.document.environment')}>
      {failure !== null && (
        <div className="notice bad">
          <Icon name="warning" />
          <span className="grow wrap">{failure}</span>
        </div>
      )}
      {resolution ? (
        <>
          <ChosenTable state={state} resolution={resolution} choosing={choosing} />
          <MemoryLine className="environment-note" />
        </>
      ) : (
        <NotChosen state={state} choosing={choosing} />
      )}
      {ready && <Ready environment={ready} />}
      {terminalId !== null && (
        <p className="environment-note">
          <Button className="button" onPress={() => app.look({ below: 'output', output: 'installation' })}>
            {message('app.environment.showInstallation')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Nothing is chosen yet: it can be, for a look ahead, once the report was read. */
function NotChosen({ state, choosing }: { readonly state: ReproductionState; readonly choosing: Choosing }) {
  const isOpen = state.report.readOut !== null && mayChoose(state);
  return (
    <div className="empty">
      <div className="environment-ahead">
        <p>{message('app.environment.none')}</p>
        <MemoryLine />
        {isOpen && (
          <>
            <p className="small quiet">{message('app.environment.chooseNow.text')}</p>
            <Button className="button" isDisabled={choosing.isActing} onPress={() => void choosing.choose({})}>
              {message(choosing.isActing ? 'app.environment.edit.choosing' : 'app.environment.chooseNow')}
            </Button>
            <Refusal text={choosing.refused} />
          </>
        )}
      </div>
    </div>
  );
}

function Ready({ environment }: { readonly environment: ReadyEnvironment }) {
  return (
    <>
      <h2 className="environment-heading">{message('app.environment.ready')}</h2>
      <dl className="facts">
        <dt className="quiet">{message('app.environment.interpreter')}</dt>
        <dd className="mono wrap">{environment.interpreter}</dd>
        <dt className="quiet">{message('app.environment.kind')}</dt>
        <dd>
          {message(`app.environment.kind.${environment.kind}`)} ·{' '}
          {message(environment.reused ? 'app.environment.reused' : 'app.environment.made')}
        </dd>
        <dt className="quiet">{message('app.environment.lock')}</dt>
        <dd className="mono">{environment.lockDigest.slice(0, 12)}</dd>
        <dt className="quiet">{message('app.environment.differences')}</dt>
        <dd>
          {environment.differences.length === 0 ? (
            <>
              <Icon name="check" className="tone-good" /> {message('app.environment.met')}
            </>
          ) : (
            <ul>
              {environment.differences.map((difference) => (
                <li key={difference} className="wrap">
                  {difference}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
      <details className="packages">
        <summary>{message('app.environment.packages', { count: environment.packages.length })}</summary>
        <CopyButton text={() => environment.lock} label={message('app.environment.copyLock')} />
        <ul className="package-list mono">
          {environment.packages.map((item) => (
            <li key={item.name}>
              {item.name}
              <span className="faint">=={item.version}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
