import { Button } from 'react-aria-components';
import type { Job } from '../../protocol/attempt';
import { message } from '../../protocol/catalogue/catalogue';
import { isRunning } from '../../protocol/reproduction/next-act';
import { Icon } from '../components/icon';
import { IconButton } from '../components/icon-button';
import { useApp, useAppState, useReproduction } from './app-context';

/** What went wrong last, and the newest warning of the reproduction. */
export function Notices() {
  const state = useReproduction();
  const warning = state?.conclusion ? null : state?.notices.findLast((notice) => notice.level === 'warning');
  const job = state && isRunning(state) ? state.jobs.findLast(isAsked) : undefined;
  return (
    <>
      {job?.status.kind === 'running' && (
        <div className="notice" role="status">
          <Icon name="running" />
          <span className="grow">
            <b>{message(`app.job.${job.kind}`)}</b> · {job.status.note}{' '}
            <span className="quiet">{message(`app.job.${job.kind}.stop`)}</span>
          </span>
        </div>
      )}
      {warning && (
        <div className="notice warn">
          <Icon name="warning" />
          <span className="grow">{warning.text}</span>
        </div>
      )}
    </>
  );
}

type AskedJob = Job & { readonly kind: 'minimise' | 'bisect' };

/** Whether a job that a person asked for runs. */
function isAsked(job: Job): job is AskedJob {
  return (job.kind === 'minimise' || job.kind === 'bisect') && job.status.kind === 'running';
}

/** A refusal, told once, where it is seen and heard. */
export function Problem() {
  const app = useApp();
  const problem = useAppState((it) => it.problem);
  if (problem === null) return null;
  return (
    <div className="notice bad" role="alert">
      <Icon name="warning" />
      <span className="grow">{problem}</span>
      <IconButton icon="cross" label={message('app.close')} onPress={() => app.report(null)} />
    </div>
  );
}

/** Says that the host is away, and offers what helps. */
export function ConnectionNotice() {
  const connection = useAppState((it) => it.connection);
  if (connection.kind !== 'waiting' && connection.kind !== 'refused') return null;
  if (connection.kind === 'waiting' && connection.attempt < 3) return null;
  return (
    <div className="notice warn" role="status">
      <Icon name="warning" />
      <span className="grow">
        {connection.kind === 'refused' ? connection.message : message('app.connection.lost')}
      </span>
      <Button className="button" onPress={() => location.reload()}>
        {message('app.connection.reload')}
      </Button>
    </div>
  );
}
