import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { questions } from '../../../protocol/reproduction/next-act';
import { useApp, useReproduction } from '../../app/app-context';
import { Icon } from '../../components/icon';
import './approvals.css';

/** Says that a question is open. It is told and answered in the Run surface; here is only what helps to answer it. */
export function Approvals() {
  const app = useApp();
  const state = useReproduction();
  const [request] = state && state.phase !== 'concluded' ? questions(state) : [];
  if (!state || !request) return null;
  const { scope } = request;
  const attempt = scope.kind === 'script' ? state.attempts.find((it) => it.scriptDigest === scope.scriptDigest) : null;
  return (
    <section className="approval" aria-label={message('app.approval.title')}>
      <Icon name="question" className="tone-warn" />
      <p className="approval-words">{message('app.approval.waits')}</p>
      {attempt && (
        <Button
          className="button plain"
          onPress={() => app.look({ document: 'script', attemptId: attempt.id, output: null })}
        >
          {message('app.approval.show')}
        </Button>
      )}
      {scope.kind === 'prompt' && (
        <Button className="button plain" onPress={() => app.dialog({ kind: 'calls', text: scope.text })}>
          {message('app.approval.showPrompt')}
        </Button>
      )}
      <Button className="button" onPress={() => app.toSurface('approve')}>
        {message('app.approval.go')}
      </Button>
    </section>
  );
}
