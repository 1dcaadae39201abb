import { useState } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { isRunning } from '../../../protocol/reproduction/next-act';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';
import { formatBytes } from '../../app/format';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icon';

/** What is in the chosen environment, and what can be done with it, or with all that are chosen. */
export function EnvironmentDetails({ chosen }: { readonly chosen: readonly EnvironmentSummary[] }) {
  const [one] = chosen;
  if (!one) return <p className="machine-hint faint">{message('app.machine.choose')}</p>;
  return (
    <section className="machine-section" aria-label={one.name}>
      {chosen.length > 1 ? (
        <>
          <h2>{message('app.machine.chosen', { count: chosen.length })}</h2>
          <ul className="small wrap">
            {chosen.map(({ id, name, bytes }) => (
              <li key={id}>
                {name} {bytes !== undefined && <span className="quiet">{formatBytes(bytes)}</span>}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Facts one={one} />
      )}
      <div className="machine-acts">
        {chosen.length === 1 && <Use one={one} />}
        <LeaveOut chosen={chosen} />
        <Remove chosen={chosen} />
      </div>
      {chosen.length === 1 && !one.ours && <p className="small faint">{message('app.machine.removeHint')}</p>}
    </section>
  );
}

function Facts({ one }: { readonly one: EnvironmentSummary }) {
  const unknown = message('app.machine.unknown');
  const cuda = one.cuda === undefined ? null : one.cuda === null ? 'app.machine.noCuda' : 'app.machine.cuda';
  const facts = [
    ['kind', message(`app.environment.kind.${one.kind}`) + (one.added ? `, ${message('app.machine.added')}` : '')],
    ['madeBy', one.madeBy ?? unknown],
    ['python', one.pythonVersion ?? unknown],
    ...(one.frameworks.length === 0
      ? []
      : [['frameworks', one.frameworks.map((item) => `${item.name} ${item.version}`).join('\n')] as const]),
    ...(cuda === null ? [] : [['cuda', message(cuda, { version: one.cuda ?? '' })] as const]),
    ['size', one.bytes === undefined ? unknown : formatBytes(one.bytes)],
    ['lastUse', one.lastUsedAt === undefined ? message('app.machine.never') : one.lastUsedAt.slice(0, 10)],
    ['place', one.prefix],
    ['interpreter', one.interpreter === '' ? unknown : one.interpreter],
  ] as const;
  return (
    <>
      <div className="machine-title">
        <h2 className="grow wrap machine-name">{one.name}</h2>
        <CopyButton text={() => one.interpreter} label={message('app.machine.copyInterpreter')} />
      </div>
      {one.broken !== null && (
        <div className="notice bad">
          <Icon name="warning" />
          <span className="grow wrap">{one.broken}</span>
        </div>
      )}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="machine-fact">
            <dt className="quiet">{message(`app.machine.fact.${name}`)}</dt>
            <dd className={name === 'place' || name === 'interpreter' ? 'mono wrap' : 'wrap'}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The environment of the open reproduction's next run; the host refuses while runs go on, and this says so before. */
function Use({ one }: { readonly one: EnvironmentSummary }) {
  const app = useApp();
  const state = useReproduction();
  const [acting, setActing] = useState(false);
  if (!state) return <p className="small faint">{message('app.machine.useNone')}</p>;
  const isUsed = state.options.environment === one.prefix;
  const waits = isRunning(state) && state.phase !== 'awaitingPlan';
  const choose = async (environment: string | null): Promise<void> => {
    setActing(true);
    await app.ask('environment/choose', { reproductionId: state.id, environment });
    setActing(false);
  };
  return (
    <>
      <Button
        className={`button ${isUsed ? '' : 'primary'}`}
        isDisabled={acting || waits || (one.broken !== null && !isUsed)}
        onPress={() => void choose(isUsed ? null : one.prefix)}
      >
        {message(isUsed ? 'app.machine.unuse' : 'app.machine.use')}
      </Button>
      {isUsed && (
        <p className="small quiet machine-note" role="status">
          {message('app.machine.used')}
        </p>
      )}
    </>
  );
}

function LeaveOut({ chosen }: { readonly chosen: readonly EnvironmentSummary[] }) {
  const acts = useActs();
  const places = useAppState((it) => it.settings.environmentPlaces) ?? { include: [], exclude: [] };
  const theirs = chosen.filter(({ ours }) => !ours).map(({ prefix }) => prefix);
  if (theirs.length === 0) return null;
  const exclude = [...new Set([...places.exclude, ...theirs])];
  const include = places.include.filter((path) => !theirs.includes(path));
  return (
    <Button className="button" onPress={() => void acts.settings({ environmentPlaces: { include, exclude } })}>
      {message('app.machine.exclude')}
    </Button>
  );
}

/** What goes is shown and pressed in the Run surface. */
function Remove({ chosen }: { readonly chosen: readonly EnvironmentSummary[] }) {
  const app = useApp();
  const ours = chosen.filter((one) => one.ours).map(({ name }) => name);
  if (ours.length === 0) return null;
  return (
    <Button className="button" onPress={() => app.askRemoval({ kind: 'environments', remove: ours.slice(0, 20) })}>
      <Icon name="trash" />
      {message('app.machine.remove')}
    </Button>
  );
}
