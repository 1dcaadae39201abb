import { message } from '../../protocol/catalogue/catalogue';
import type { Missing } from '../../protocol/verdict';
import type { FinishedExecution } from './judge-input';
import { chainOf } from './observe';

/** What kept a run from reaching the symptom, where its end says so. Null: it says something about the script itself. */
export function whatIsMissing(execution: FinishedExecution): Missing | null {
  const { end } = execution.result;
  if (end.kind === 'couldNotStart') return missing('other', 'start', 'verdict.missingStart', { reason: end.reason });
  if (end.kind === 'timeLimit') return missing('time', 'time', 'verdict.missingTime', { seconds: end.seconds });
  const [ended] = chainOf(execution);
  if (!ended) return null;
  const names = [ended.type, ...ended.bases];
  const quoted = /'([^']{1,300})'/.exec(ended.message)?.[1] ?? '';
  if (names.includes('ImportError') && /No module named/.test(ended.message)) {
    const module = quoted || (/named (\S+)/.exec(ended.message)?.[1] ?? '');
    return missing('package', module, 'verdict.missingPackage', { module });
  }
  if (names.includes('FileNotFoundError') || (names.includes('OSError') && /No such file/.test(ended.message))) {
    return missing('dataset', quoted, 'verdict.missingFile', { file: quoted });
  }
  if (/NVIDIA driver|not compiled with CUDA|No CUDA GPUs|CUDA-capable device|no CUDA-capable/i.test(ended.message)) {
    return missing('gpu', 'gpu', 'verdict.missingGpu');
  }
  if (/(?:URLError|ConnectionError|gaierror|MaxRetryError|LocalEntryNotFoundError)/.test(names.join(' '))) {
    return missing('network', 'network', 'verdict.missingNetwork');
  }
  return null;
}

function missing(
  kind: Missing['kind'],
  name: string,
  key: Parameters<typeof message>[0],
  args: Parameters<typeof message>[1] = {},
): Missing {
  return { kind, name, message: message(key, args) };
}
