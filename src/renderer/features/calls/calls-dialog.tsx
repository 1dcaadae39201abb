import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ModelCall } from '../../../protocol/model';
import { useApp, useReproduction } from '../../app/app-context';
import { Sheet } from '../../components/sheet';
import { spentOn } from './spent-on';
import './calls.css';

/** What was asked of the model, what it cost, and each question with its answer. `waiting`: a question that is not sent yet. */
export function CallsDialog({ waiting }: { readonly waiting: string | null }) {
  const app = useApp();
  const state = useReproduction();
  const [shown, setShown] = useState<string | null>(waiting);
  const [text, setText] = useState('');
  const reproductionId = state?.id ?? null;
  useEffect(() => {
    if (reproductionId === null || shown === null) return;
    let isCurrent = true;
    void app.ask('script/read', { reproductionId, digest: shown }).then((answer) => {
      if (isCurrent && answer) setText(answer.script.text);
    });
    return () => {
      isCurrent = false;
    };
  }, [app, reproductionId, shown]);
  if (!state) return null;
  const calls = state.modelCalls ?? [];
  const close = (): void => app.dialog({ kind: 'none' });
  return (
    <Sheet title={message('app.calls.title')} onClose={close} wide>
      <div className="sheet-body scroll">
        <p className="small quiet">{calls.length === 0 ? message('app.calls.none') : spentOn(calls)}</p>
        {calls.length > 0 && <CallTable calls={calls} shown={shown} onShow={setShown} />}
        {shown !== null && (
          <section className="calls-text" aria-label={message('app.calls.text')}>
            <p className="small quiet">{message(shown === waiting ? 'app.calls.waiting' : 'app.calls.text')}</p>
            <pre className="box wrap" tabIndex={0}>
              {text}
            </pre>
          </section>
        )}
      </div>
      <div className="sheet-foot">
        <span className="grow" />
        <Button className="button" autoFocus onPress={close}>
          {message('app.close')}
        </Button>
      </div>
    </Sheet>
  );
}

function CallTable({
  calls,
  shown,
  onShow,
}: {
  readonly calls: readonly ModelCall[];
  readonly shown: string | null;
  readonly onShow: (text: string) => void;
}) {
  return (
    <table className="calls">
      <thead>
        <tr>
          {(['purpose', 'model', 'tokens', 'cost', 'seconds', 'outcome'] as const).map((column) => (
            <th key={column} scope="col">
              {message(`app.calls.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calls.map((call, at) => (
          <tr key={call.id} aria-selected={call.text === shown}>
            <td>
              <Button
                className="button link"
                aria-label={message('app.calls.show', { number: String(at + 1) })}
                onPress={() => onShow(call.text)}
              >
                {message(`app.calls.purpose.${call.purpose}`)}
              </Button>
            </td>
            <td className="wrap">{call.model}</td>
            <td>{tokensOf(call)}</td>
            <td>{call.cost === null ? message('app.calls.noCost') : `$${call.cost.toFixed(4)}`}</td>
            <td title={message('app.calls.requests', { count: call.requests })}>
              {(call.durationMs / 1000).toFixed(1)}
            </td>
            <td className={`wrap ${call.failure === null ? '' : 'tone-warn'}`}>{call.outcome}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function tokensOf({ inputTokens, outputTokens, estimated }: ModelCall): string {
  const tokens = `${inputTokens}, ${outputTokens}`;
  return estimated ? message('app.calls.estimated', { tokens }) : tokens;
}
