import type { FrameRecord } from '../../protocol/record/record';

/** Functions whose purpose is to raise what they are handed, by file and function. A data table. */
const byFrame: readonly { readonly file: RegExp; readonly function: RegExp }[] = [
  { file: /\/torch\/__init__\.py$/, function: /^_check\w*$/ },
  { file: /\/torch\/_(?:check|prims_common\/\w+)\.py$/, function: /^(?:_?check\w*|_maybe_\w+)$/ },
  {
    file: /\/(?:torch|numpy|pandas|jax|keras(?:\/src)?|chex|unittest)\/(?:_?testing|_testing)(?:\/|\.py|_)/,
    function: /./,
  },
  { file: /\/numpy\/(?:ma\/)?(?:_private\/)?testutils\.py$|\/numpy\/testing\//, function: /./ },
  { file: /\/unittest\/(?!mock)\w+\.py$/, function: /./ },
  {
    file: /\/tensorflow\/python\/(?:ops\/(?:check_ops|control_flow_assert|control_flow_ops)|debug\/.*)\.py$/,
    function: /^(?:_?assert\w*|Assert|_binary_assert|ensure_shape|_unary_assert\w*)$/i,
  },
  {
    file: /\/tensorflow\/python\/framework\/errors_impl\.py$|\/tensorflow\/python\/framework\/errors\.py$/,
    function: /./,
  },
  { file: /\/chex\/|\/beartype\/|\/typeguard\/|\/jaxtyping\//, function: /^(?:_?assert\w*|check\w*)$/ },
  { file: /\/(?:sklearn\/utils\/_testing|scipy\/_lib\/_testutils)\.py$/, function: /./ },
  { file: /(?:^|\/)(?:argparse|optparse)\.py$/, function: /^(?:error|exit)$/ },
  { file: /(?:^|\/)warnings\.py$/, function: /^warn\w*$/ },
  {
    file: /(?:^|\/)(?:codeop|code|runpy|importlib\/\w+|pickle|copyreg|types|pdb|bdb|trace|cProfile|doctest)\.py$/,
    function: /^(?:run\w*|exec\w*|interact|compile\w*|__init__)$/,
  },
];

/** Calls that raise what they are handed though no Python frame of theirs shows it: they are written in C. */
const byCall: ReadonlySet<string> = new Set([
  'throw',
  'athrow',
  'set_exception',
  'exec',
  'eval',
  'execfile',
  'compile',
  'exit',
  'quit',
  '_exit',
  'abort',
  'raise_signal',
  'kill',
  'warn',
  'warn_explicit',
  'PyErr_SetString',
  'PyErr_SetObject',
  'PyThreadState_SetAsyncExc',
  'interrupt_main',
  'fail',
  'skipTest',
  '_check',
  '_check_with',
  '_check_value',
  '_check_type',
  '_check_index',
  '_check_is_size',
  '_check_not_implemented',
  '_assert',
  '_assert_async',
  'Assert',
  'reraise',
  'raise_from',
  'with_traceback',
]);

/** Whether the frame is that of a function whose purpose is to raise what it is handed. */
export function isRaisingHelper(frame: FrameRecord): boolean {
  if (frame.place === 'script' || frame.place === 'project') return false;
  const file = `/${frame.file.replace(/\\/g, '/')}`;
  return byFrame.some((entry) => entry.file.test(file) && entry.function.test(frame.function));
}

/** Whether a call by this name raises what it is handed. */
export function isRaisingCall(name: string): boolean {
  return byCall.has(name) || /^(?:assert|assert_)\w*$/.test(name);
}
