import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, ReadyEnvironment } from '../../../protocol/environment';
import { useApp, useReproduction } from '../../app/app-context';
import { formatBytes } from '../../app/format';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icon';
import './environment.css';

/** Which environment was chosen and why, what is in it, and how it was installed. */
export function EnvironmentDocument() {
  const app = useApp();
  const state = useReproduction();
  if (!state) return null;
  const { resolution, ready, failure, terminalId } = state.environment;
  if (!resolution && !ready && failure === null) return <div className="empty">{message('app.environment.none')}</div>;
  return (
    <div className="environment scroll" tabIndex={0} role="region" aria-label={message('app.document.environment')}>
      {failure !== null && (
        <div className="notice bad">
          <Icon name="warning" />
          <span className="grow wrap">{failure}</span>
        </div>
      )}
      {resolution && <Resolution resolution={resolution} />}
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

function Resolution({ resolution }: { readonly resolution: EnvironmentResolution }) {
  const { python, rows, asOf, existing, heavy, unknown } = resolution;
  return (
    <>
      <h2 className="environment-heading">{message('app.environment.resolution')}</h2>
      {asOf !== null && (
        <p className="environment-note quiet">{message('app.environment.asOf.text', { date: asOf })}</p>
      )}
      {existing && (
        <p className="environment-note quiet wrap">
          {message('app.environment.existing', { name: existing.name, prefix: existing.prefix })}
        </p>
      )}
      <table className="resolution">
        <thead>
          <tr>
            <th>{message('app.environment.name')}</th>
            <th>{message('app.environment.version')}</th>
            <th>{message('app.environment.from')}</th>
            <th>{message('app.environment.reason')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="mono">python</td>
            <td className="mono">{python.version}</td>
            <td>
              <span className="tag still">{message(`app.environment.step.${python.step}`)}</span>
            </td>
            <td className="wrap">{python.reason}</td>
          </tr>
          {rows.map((row) => (
            <tr key={row.name}>
              <td className="mono">{row.name}</td>
              <td className="mono">{row.specifier === '' ? message('app.environment.any') : row.specifier}</td>
              <td>
                <span className="tag still">{message(`app.environment.step.${row.step}`)}</span>
              </td>
              <td className="wrap">{row.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {heavy.length > 0 && (
        <p className="environment-note">
          {message('app.environment.heavy', {
            names: heavy.map((item) => `${item.name} (${formatBytes(item.bytes)})`).join(', '),
          })}
        </p>
      )}
      {unknown.length > 0 && (
        <p className="environment-note">{message('app.environment.unknown', { names: unknown.join(', ') })}</p>
      )}
    </>
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
