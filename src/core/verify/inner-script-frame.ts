import type { ExceptionRecord, FrameRecord } from '../../protocol/record/record';
import type { PrintedFrame } from '../../protocol/report';
import { innerFrames } from '../report/inner-frames';
import type { TracedScript } from './judge-input';

/** Files of libraries whose messages hold the frames of what they wrap. A data table. */
const wrappers =
  /\/tensorflow\/python\/|\/keras\/|autograph\/impl\/|__autograph_generated_file|\/torch\/(?:_dynamo|_inductor|fx|jit)\/|\/torch\/utils\/data\/|\/torch\/(?:multiprocessing|distributed)\/|\/torch\/_utils\.py$|\/jax\/|\/multiprocessing\/pool\.py$|\/concurrent\/futures\//;
/** TorchScript runs below Python, so no frame of it is to be seen. */
const torchScript = /^The following operation failed in the TorchScript interpreter\./;

/** The frames that a wrapper tells of: in its message, or, of a pool's worker, in the cause that the pool adds to what it hands on. */
export function wrappedFrames(exception: ExceptionRecord, chain: readonly ExceptionRecord[]): readonly PrintedFrame[] {
  const remote = chain.find(({ type, relation }) => relation === 'cause' && /^_?RemoteTraceback$/.test(type));
  const own = innerFrames(exception.message);
  return own.length > 0 || !remote ? own : innerFrames(remote.message);
}

/** Before Python 3.9 a script prints the path that it was started with, where the record has the whole of it. */
export function isSameFile(printed: string, recorded: string | undefined): boolean {
  return (
    recorded !== undefined && (printed === recorded || (!/[\\/]/.test(printed) && recorded.endsWith(`/${printed}`)))
  );
}

/** The innermost line of the script that a wrapper tells of, as a frame. Null: nothing is wrapped. */
export function innerScriptFrame(
  exception: ExceptionRecord,
  chain: readonly ExceptionRecord[],
  script: TracedScript,
): FrameRecord | null {
  const own = exception.frames.find(({ place }) => place === 'script');
  const isWrapped =
    torchScript.test(exception.message) ||
    exception.frames.some(({ file, place }) => place !== 'script' && wrappers.test(file.replace(/\\/g, '/')));
  if (!own || !isWrapped) return null;
  const inner = [...wrappedFrames(exception, chain)].reverse().find(({ file }) => isSameFile(file, own.file));
  const text = inner ? script.lines[inner.line - 1] : undefined;
  if (!inner || text === undefined) return null;
  return {
    ...own,
    line: inner.line,
    function: inner.function ?? own.function,
    code: text.trim(),
    instruction: null,
    tensors: [],
  };
}
