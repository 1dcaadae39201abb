import { useState, type FormEvent } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { liesWithin, type ContextChange, type ContextChunk, type ContextHit } from '../../../protocol/context';
import { useApp } from '../../app/app-context';

const MOST_HITS = 12;

/** Looks through the project for words or names; a hit can be added to the context. */
export function ContextSearch({
  reproductionId,
  chunks,
  onAdd,
}: {
  readonly reproductionId: string;
  /** What is in the context: of it nothing can be added again. */
  readonly chunks: readonly ContextChunk[];
  readonly onAdd: (change: ContextChange) => void;
}) {
  const app = useApp();
  const [text, setText] = useState('');
  const [hits, setHits] = useState<readonly ContextHit[] | null>(null);
  const [busy, setBusy] = useState(false);
  const search = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '' || busy) return;
    setBusy(true);
    const found = await app.ask('context/search', { reproductionId, text: text.trim(), limit: MOST_HITS });
    setBusy(false);
    if (found) setHits(found.hits);
  };
  return (
    <search className="context-search">
      <form onSubmit={(event) => void search(event)}>
        <TextField aria-label={message('app.context.search')} value={text} onChange={setText} className="grow">
          <Input className="input" placeholder={message('app.context.search')} maxLength={2000} />
        </TextField>
        <Button className="button" type="submit" isDisabled={busy || text.trim() === ''}>
          {message(busy ? 'app.context.searching' : 'app.context.searchNow')}
        </Button>
      </form>
      <div role="status" className="small quiet">
        {hits !== null && message('app.context.hits', { count: hits.length })}
      </div>
      <ul>
        {(hits ?? []).map((hit) => (
          <li key={`${hit.file}:${hit.firstLine}`} className="small omitted-row">
            <span className="mono grow wrap">
              {hit.file}:{hit.firstLine}–{hit.lastLine} {hit.name}
            </span>
            <span className="faint wrap">{hit.reason}</span>
            {chunks.some((chunk) => liesWithin(hit, chunk)) ? (
              <span className="quiet">{message('app.context.isIn')}</span>
            ) : (
              <Button
                className="button plain"
                onPress={() => {
                  const { file, firstLine, lastLine, name } = hit;
                  onAdd({ kind: 'add', file, firstLine, lastLine, name });
                }}
              >
                {message('app.context.add')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </search>
  );
}
