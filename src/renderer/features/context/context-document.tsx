import { useRef } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ContextChange, ContextChunk, OmittedChunk } from '../../../protocol/context';
import { useApp, useReproduction } from '../../app/app-context';
import { IconButton } from '../../components/icon-button';
import { ContextSearch } from './context-search';
import './context.css';

/** What was retrieved from the project, piece by piece, with score and reason; to pin, drop and add to. */
export function ContextDocument() {
  const app = useApp();
  const state = useReproduction();
  const context = state?.context;
  const place = useRef<HTMLDivElement>(null);
  if (!state || !context) return <div className="empty">{message('app.context.none')}</div>;
  const change = (wanted: ContextChange): void => {
    void app.ask('context/change', { reproductionId: state.id, change: wanted });
    // The row that was pressed goes, and the keyboard would start at the top of the page.
    if (wanted.kind !== 'pin') place.current?.focus();
  };
  const omitted = context.omitted ?? [];
  return (
    <div className="context scroll" ref={place} tabIndex={0} role="region" aria-label={message('app.document.context')}>
      {state.options.project !== null && (
        <ContextSearch reproductionId={state.id} chunks={context.chunks} onAdd={change} />
      )}
      {context.budget !== undefined && (
        <p className="small quiet">
          {message('app.context.tokens', { tokens: context.tokens ?? 0, budget: context.budget })}
        </p>
      )}
      {context.chunks.length === 0 && <p className="quiet">{message('app.context.none')}</p>}
      <ol className="chunks">
        {context.chunks.map((chunk) => (
          <Chunk key={chunk.id} chunk={chunk} onChange={change} />
        ))}
      </ol>
      {omitted.length > 0 && (
        <details className="omitted">
          <summary className="small">{message('app.context.omitted', { count: omitted.length })}</summary>
          <ul>
            {omitted.map((item) => (
              <Omitted key={`${item.file}:${item.firstLine}`} item={item} onChange={change} />
            ))}
          </ul>
        </details>
      )}
      {context.leftOut.map((line) => (
        <p key={line} className="small quiet wrap">
          {line}
        </p>
      ))}
    </div>
  );
}

function Chunk({
  chunk,
  onChange,
}: {
  readonly chunk: ContextChunk;
  readonly onChange: (change: ContextChange) => void;
}) {
  const pinned = chunk.pinned === true;
  return (
    <li className="chunk">
      <div className="chunk-head">
        <span className="mono grow wrap">
          {chunk.file}:{chunk.firstLine}–{chunk.lastLine} {chunk.name}
        </span>
        <span className="small faint">
          {message('app.context.score', { score: chunk.score.toFixed(2) })}
          {chunk.tokens !== undefined && ` · ${message('app.context.size', { count: chunk.tokens })}`}
        </span>
        <IconButton
          icon={pinned ? 'lock' : 'unlock'}
          label={message(pinned ? 'app.context.unpin' : 'app.context.pin')}
          pressed={pinned}
          onPress={() => onChange({ kind: 'pin', chunkId: chunk.id, pinned: !pinned })}
        />
        <IconButton
          icon="trash"
          label={message('app.context.drop')}
          onPress={() => onChange({ kind: 'drop', chunkId: chunk.id })}
        />
      </div>
      <p className="small quiet chunk-reason wrap">{chunk.reason}</p>
      <pre className="chunk-text scroll" tabIndex={0}>
        {chunk.text}
      </pre>
    </li>
  );
}

function Omitted({
  item,
  onChange,
}: {
  readonly item: OmittedChunk;
  readonly onChange: (change: ContextChange) => void;
}) {
  const { file, firstLine, lastLine, name } = item;
  return (
    <li className="small omitted-row">
      <span className="mono grow wrap">
        {file}:{firstLine}–{lastLine} {name}
      </span>
      <span className="faint">
        {message('app.context.size', { count: item.tokens })} · {message(`app.context.why.${item.why}`)}
      </span>
      <Button className="button plain" onPress={() => onChange({ kind: 'add', file, firstLine, lastLine, name })}>
        {message('app.context.add')}
      </Button>
    </li>
  );
}
