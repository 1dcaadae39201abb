import { message } from '../../../protocol/catalogue/catalogue';
import type { RecordLine, ThreadRecord } from '../../../protocol/record/record';

/** Rows of a stack that are shown. */
const MOST_FRAMES = 40;

/** Where each thread stood when a limit ended the run; the one that ran first. */
export function Threads({ lines }: { readonly lines: readonly RecordLine[] }) {
  const threads = lines.flatMap((line) => (line.type === 'threads' ? line.threads : []));
  if (threads.length === 0) return null;
  const ordered = [...threads].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <h2 className="observation-heading">{message('app.observed.threads', { count: threads.length })}</h2>
      {ordered.map((thread) => (
        <Stack key={thread.id} thread={thread} />
      ))}
    </>
  );
}

function Stack({ thread: { id, current, frames } }: { readonly thread: ThreadRecord }) {
  const name = message(current ? 'app.observed.currentThread' : 'app.observed.thread', { id });
  return (
    <section aria-label={name}>
      <h3 className="thread-name small quiet">{name}</h3>
      <ol className="observation-list">
        {frames.slice(0, MOST_FRAMES).map((frame, at) => (
          <li key={at} className="wrap">
            <span className="mono">{frame.function}</span>{' '}
            <span className="small faint">
              {frame.file}
              {frame.line !== null && `:${frame.line}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
