import type { ExceptionRecord } from '../../protocol/record/record';
import type { Execution } from '../../protocol/execution';

/** What stopped a script before the symptom. Each kind is what some edit action knows to repair. */
export type Diagnosis =
  | { readonly kind: 'missingName'; readonly name: string }
  | { readonly kind: 'missingModule'; readonly module: string }
  /** A module or class lacks an attribute, or a module a name that is imported from it. */
  | { readonly kind: 'missingAttribute'; readonly owner: string; readonly attribute: string }
  /** A call does not take a named argument. */
  | { readonly kind: 'rejectedArgument'; readonly argument: string }
  | { readonly kind: 'missingFile'; readonly file: string; readonly line: number | null }
  /** It found no files where it looked for some. */
  | { readonly kind: 'noFiles' }
  /** It wants to fetch something. */
  | { readonly kind: 'noNetwork'; readonly line: number | null }
  /** The machine has no accelerator of the kind that the code asks for. */
  | { readonly kind: 'noDevice' }
  /** A script that starts processes runs again in each of them. */
  | { readonly kind: 'noMainGuard' }
  /** It asks at the keyboard, where nobody sits. */
  | { readonly kind: 'noInput' }
  /** It was ended by its limit of time. */
  | { readonly kind: 'tooLong' }
  /** It ran to its end without an exception. */
  | { readonly kind: 'nothing' }
  /** `line` counts from 1; null where Python does not say. */
  | { readonly kind: 'syntax'; readonly type: string; readonly message: string; readonly line: number | null };

const syntaxTypes: ReadonlySet<string> = new Set(['SyntaxError', 'IndentationError', 'TabError']);

function missingModuleOf(message: string): string | null {
  const module =
    /^No module named '?([A-Za-z_]\w*)'?(?:$|[;,])/.exec(message)?.[1] ??
    /^Missing optional dependency '([A-Za-z_]\w*)'/.exec(message)?.[1];
  return module ?? null;
}

/** The exception that ended a recorded execution, or null. */
export function lastException(execution: Execution): ExceptionRecord | null {
  const lines = execution.result?.record?.lines ?? [];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    if (line?.type === 'exception') return line.chain[0] ?? null;
  }
  return null;
}

/** Line of the script that led to an exception, from 1. */
function scriptLine(exception: ExceptionRecord): number | null {
  const frames = exception.frames.filter(({ place }) => place === 'script');
  return frames.at(-1)?.line ?? null;
}

function missingAttributeOf(message: string): Diagnosis | null {
  const [, owner, attribute] =
    /^(?:partially initialized )?(?:module|type object) '([^']+)' has no attribute '([^']+)'/.exec(message) ??
    /^`(\w+)\.(\w+)` was removed in /.exec(message) ??
    /^'(\w+)' object has no attribute '(\w+)'/.exec(message) ??
    [];
  return owner === undefined || attribute === undefined ? null : { kind: 'missingAttribute', owner, attribute };
}

/** Words with which calls refuse a named argument: Python's own, and those of Keras. */
function rejectedArgumentOf(message: string): Diagnosis | null {
  const argument =
    /got (?:an|some) unexpected keyword arguments?:? \[?'(\w+)'/.exec(message)?.[1] ??
    /[Uu]nrecognized keyword arguments?[^{:]*:?\s*\{'(\w+)'/.exec(message)?.[1] ??
    /[Aa]rgument\(s\) not recognized: \{'(\w+)'/.exec(message)?.[1] ??
    /Keyword argument not understood: \(?'?(\w+)'/.exec(message)?.[1] ??
    /\b(\w+) is deprecated in the new Keras optimizer/.exec(message)?.[1] ??
    // A layer that takes anything by name says only that the argument under its present name is missing.
    /^[A-Z]\w*\.__init__\(\) missing \d+ required positional arguments?: '(\w+)'/.exec(message)?.[1];
  return argument === undefined ? null : { kind: 'rejectedArgument', argument };
}

function missingFileOf(exception: ExceptionRecord): Diagnosis | null {
  const { message } = exception;
  const file =
    /No such file or directory: '([^']{1,300})'/.exec(message)?.[1] ??
    /(?:[Uu]nable to (?:synchronously )?open file|File not found)[^']{0,60}?(?:name = |filepath=|: (?!filepath|name = ))'?([^\s',)]{1,300}?)\.?(?=[\s',)]|$)/.exec(
      message,
    )?.[1] ??
    /^([^\s'"]{1,300}) not found\.?$/.exec(message)?.[1] ??
    /([^\s;'"]{1,300}); No such file or directory/.exec(message)?.[1];
  return file === undefined ? null : { kind: 'missingFile', file, line: scriptLine(exception) };
}

/** Words with which frameworks say that there is no accelerator. */
export function isDeviceFault(message: string): boolean {
  return /not compiled with CUDA|no NVIDIA driver|No CUDA GPUs|CUDA unavailable|CUDA is not available|torch\.cuda\.is_available\(\) is False|Cannot find backend for (?:gpu|cuda)|(?:MPS|XPU|HIP) (?:backend|device)\b.{0,40}not|No supported gpu backend|Could not satisfy device specification|requested GPUs|does not match any device/i.test(
    message,
  );
}

/** Words with which libraries say that they could not fetch something. */
export function isNetworkFault(type: string, message: string): boolean {
  return (
    /(?:^|\.)(?:URLError|ConnectionError|gaierror|ConnectTimeout|MaxRetryError|LocalEntryNotFoundError|OfflineModeIsEnabled|NewConnectionError|ProxyError)$/.test(
      type,
    ) ||
    /URL fetch failure|Temporary failure in name resolution|Name or service not known|urlopen error|couldn't connect to|Can(?:'|no)t (?:load|reach|find).{0,80}(?:huggingface|Hub|https?:)|is not a local folder and is not a valid model identifier|Max retries exceeded|Failed to download|Network is unreachable|No internet|Dataset not found(?: or corrupted)?\. You can use download/i.test(
      message,
    )
  );
}

/** Words with which libraries say that they were given nothing at all. */
function isEmptyFault(message: string): boolean {
  return /num_samples=0|need at least one array to|Found array with 0 (?:sample|feature)|[Ee]xpected a non-empty|empty (?:sequence|range|list|iterable|TensorList)|Found 0 (?:files|images)|n_samples=0|is an empty dataset|No objects to concatenate/.test(
    message,
  );
}

/** Words with which `multiprocessing` says that the script starts its processes again in each of them. */
export function isGuardFault(message: string): boolean {
  return /finished its bootstrapping phase|start a new process before the\s+current process|freeze_support\(\)/.test(
    message,
  );
}

/** Reads what stopped an execution from its record. Null: nothing that an edit action knows. */
export function diagnose(execution: Execution): Diagnosis | null {
  const exception = lastException(execution);
  if (!exception) {
    const end = execution.result?.end;
    if (end?.kind === 'timeLimit') return { kind: 'tooLong' };
    return end?.kind === 'exited' && end.code === 0 ? { kind: 'nothing' } : null;
  }
  const { message } = exception;
  if (syntaxTypes.has(exception.type)) {
    const line = /\(.*line (\d+)\)$/.exec(message)?.[1];
    return {
      kind: 'syntax',
      type: exception.type,
      message,
      line: line === undefined ? scriptLine(exception) : Number(line),
    };
  }
  if (exception.type === 'NameError' || exception.type === 'UnboundLocalError') {
    const name = /(?:^|\n|global )name '([^']+)' is not defined/.exec(message)?.[1];
    return name === undefined ? null : { kind: 'missingName', name };
  }
  if (exception.type === 'ModuleNotFoundError' || exception.type === 'ImportError') {
    const module = missingModuleOf(message);
    if (module !== null) return { kind: 'missingModule', module };
    // A file beside the script, which nobody has here.
    if (/attempted relative import/.test(message)) return { kind: 'missingModule', module: '.' };
    const [, attribute, owner] =
      /^cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'/.exec(message) ?? [];
    if (attribute !== undefined && owner !== undefined) return { kind: 'missingAttribute', owner, attribute };
    // A module inside one that is there: it was moved, no package brings it.
    const [, outer, inner] = /^No module named '?((?:\w+\.)+)(\w+)'?/.exec(message) ?? [];
    return outer === undefined || inner === undefined
      ? null
      : { kind: 'missingAttribute', owner: outer.slice(0, -1), attribute: inner };
  }
  if (exception.type === 'EOFError' && /reading a line/.test(message)) return { kind: 'noInput' };
  if (isDeviceFault(message)) return { kind: 'noDevice' };
  if (isGuardFault(message)) return { kind: 'noMainGuard' };
  if (isNetworkFault(exception.type, message)) return { kind: 'noNetwork', line: scriptLine(exception) };
  // What PyTorch gave as a tensor of one element before 0.4 has no axis any more.
  if (exception.type === 'IndexError' && /invalid index of a 0-dim tensor/.test(message))
    return { kind: 'missingAttribute', owner: 'Tensor', attribute: 'data[0]' };
  if (exception.type === 'AttributeError') return missingAttributeOf(message);
  if (isEmptyFault(message)) return { kind: 'noFiles' };
  return rejectedArgumentOf(message) ?? missingFileOf(exception);
}
