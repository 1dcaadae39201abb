import type { Evidence } from '../../protocol/verdict';
import { fileName } from './crash-place';
import { inScript, said } from './evidence';
import type { FinishedExecution } from './judge-input';

/**
 * Where a run stood when a limit ended it, as its process told it: the line of the script, and the function below it that waited.
 * Told for people; it decides nothing, since any code of that process can tell it.
 */
export function stoppedAt(execution: FinishedExecution): readonly Evidence[] {
  const { end, record } = execution.result;
  if (end.kind === 'memoryLimit') return [said('verdict.memoryHasNoPlace')];
  const lines = record?.lines ?? [];
  const header = lines[0];
  const script = fileName(header?.type === 'header' ? (header.argv[0] ?? '') : '');
  const threads = lines.flatMap((line) => (line.type === 'threads' ? line.threads : []));
  const stacks = [...threads.filter(({ current }) => current), ...threads.filter(({ current }) => !current)];
  for (const { frames } of stacks) {
    const [innermost] = frames;
    const own = frames.find(({ file }) => script !== '' && fileName(file) === script);
    if (!innermost || !own) continue;
    return own === innermost
      ? [inScript(own.line, 'verdict.stoodAtLine')]
      : [inScript(own.line, 'verdict.stoodIn', { function: innermost.function, file: fileName(innermost.file) })];
  }
  return [];
}
