import { Button } from 'react-aria-components';
import type { BisectAnswer } from '../../../protocol/bisection';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useApp, useAppState } from '../../app/app-context';
import type { Tone } from '../../app/describe-state';
import { Icon, type IconName } from '../../components/icon';
import { lastBisection, mayBisect, triedReleases, type TriedRelease } from './list-releases';
import './bisect.css';

const looks: Readonly<Record<BisectAnswer, { readonly icon: IconName; readonly tone: Tone }>> = {
  shows: { icon: 'cross', tone: 'bad' },
  clean: { icon: 'check', tone: 'good' },
  untestable: { icon: 'circle', tone: 'still' },
};

/** The release that the fault came with, and what each release that was tried showed. Nothing where none was asked for. */
export function Bisections({ state }: { readonly state: ReproductionState }) {
  const last = lastBisection(state);
  if (!last) return null;
  const { job, bisection } = last;
  const told = job.status.kind === 'running' ? job.status.note : job.status.summary;
  return (
    <section aria-label={message('app.bisect.title', { name: bisection.wish.package })}>
      <h2 className="verdict-heading">{message('app.bisect.title', { name: bisection.wish.package })}</h2>
      <p className="verdict-note wrap" role="status">
        {told}
      </p>
      <ul className="releases">
        {triedReleases(bisection).map((release) => (
          <Release key={release.probe.version} release={release} />
        ))}
      </ul>
    </section>
  );
}

/** The way to the search. It runs nothing by itself. */
export function AskForRelease({ state }: { readonly state: ReproductionState }) {
  const app = useApp();
  const connected = useAppState((it) => it.connection.kind === 'open');
  if (!mayBisect(state)) return null;
  return (
    <p className="verdict-note">
      <Button className="button aside-button" isDisabled={!connected} onPress={() => app.dialog({ kind: 'bisect' })}>
        {message('app.bisect.open')}
      </Button>
    </p>
  );
}

function Release({ release: { probe, day, isBorder } }: { readonly release: TriedRelease }) {
  const { icon, tone } = looks[probe.answer];
  return (
    <li className={isBorder ? 'release border' : 'release'}>
      <Icon name={icon} className={`tone-${tone}`} />
      <div>
        <p>
          <b className="mono">{probe.version}</b> {day !== null && <span className="small faint">{day}</span>}{' '}
          <span className={`small tone-${tone}`}>{message(`app.bisect.${probe.answer}`)}</span>
        </p>
        {probe.text !== '' && <p className="small quiet wrap">{probe.text}</p>}
      </div>
    </li>
  );
}
