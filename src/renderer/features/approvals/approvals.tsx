import { Button } from 'react-aria-components';
import type { ApprovalRequest, ApprovalScope } from '../../../protocol/approval';
import { message } from '../../../protocol/catalogue/catalogue';
import { assertNever } from '../../../protocol/primitives';
import { useActs, useApp, useAppState, useReproduction } from '../../app/app-context';
import { formatBytes } from '../../app/format';
import { questions } from '../../app/next-act';
import { Icon } from '../../components/icon';
import { questionsElementId } from '../../store/acts';
import './approvals.css';

/** The open questions, above everything else of the reproduction. */
export function Approvals() {
  const state = useReproduction();
  const open = state && state.phase !== 'concluded' ? questions(state) : [];
  if (open.length === 0) return null;
  return (
    <section id={questionsElementId} className="approvals" tabIndex={-1} aria-label={message('app.approval.title')}>
      {open.map((request) => (
        <Question key={request.id} request={request} />
      ))}
    </section>
  );
}

function Question({ request }: { readonly request: ApprovalRequest }) {
  const acts = useActs();
  const app = useApp();
  const acting = useAppState((it) => it.acting);
  const state = useReproduction();
  const { scope } = request;
  const attempt = scope.kind === 'script' ? state?.attempts.find((it) => it.scriptDigest === scope.scriptDigest) : null;
  return (
    <div className="approval">
      <Icon name="question" className="tone-warn" />
      <div className="approval-words">
        <p className="approval-question">{request.question}</p>
        <p className="small quiet">{message('app.approval.covers', { what: describeScope(scope) })}</p>
      </div>
      {attempt && (
        <Button
          className="button plain"
          onPress={() => app.look({ document: 'script', attemptId: attempt.id, output: null })}
        >
          {message('app.approval.show')}
        </Button>
      )}
      <Button className="button" isDisabled={acting !== null} onPress={() => void acts.answer(request.id, 'refused')}>
        {message('app.approval.refuse')}
      </Button>
      <Button
        className="button primary"
        isDisabled={acting !== null}
        onPress={() => void acts.answer(request.id, 'approved')}
      >
        {message('app.approval.approve')}
      </Button>
    </div>
  );
}

/** What a yes covers, so that nobody says yes to more than they know. */
export function describeScope(scope: ApprovalScope): string {
  switch (scope.kind) {
    case 'plan':
      return message('app.approval.scope.plan');
    case 'script':
      return message('app.approval.scope.script', { digest: scope.scriptDigest.slice(0, 12) });
    case 'packages': {
      const names = scope.names.join(', ');
      return scope.bytes === null
        ? message('app.approval.scope.packages', { names })
        : message('app.approval.scope.packagesOfSize', { names, size: formatBytes(scope.bytes) });
    }
    case 'network':
      return message('app.approval.scope.network', { purpose: scope.purpose });
    case 'data':
      return message('app.approval.scope.data', { what: scope.what });
    case 'weakerSandbox':
      return message('app.approval.scope.weakerSandbox', { reason: scope.reason });
    default:
      return assertNever(scope);
  }
}
