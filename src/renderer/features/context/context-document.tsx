import { message } from '../../../protocol/catalogue/catalogue';
import { useReproduction } from '../../app/app-context';
import './context.css';

/** What was retrieved from the project, piece by piece, with its reason. */
export function ContextDocument() {
  const context = useReproduction()?.context;
  if (!context || context.chunks.length === 0) return <div className="empty">{message('app.context.none')}</div>;
  return (
    <div className="context scroll" tabIndex={0} role="region" aria-label={message('app.document.context')}>
      <ol className="chunks">
        {context.chunks.map((chunk) => (
          <li key={chunk.id} className="chunk">
            <div className="chunk-head">
              <span className="mono grow">
                {chunk.file}:{chunk.firstLine}–{chunk.lastLine}
              </span>
              <span className="small faint">{message('app.context.score', { score: chunk.score.toFixed(2) })}</span>
            </div>
            <p className="small quiet chunk-reason">{chunk.reason}</p>
            <pre className="chunk-text scroll">{chunk.text}</pre>
          </li>
        ))}
      </ol>
      {context.leftOut.length > 0 && (
        <p className="small quiet">{message('app.context.leftOut', { what: context.leftOut.join(', ') })}</p>
      )}
    </div>
  );
}
