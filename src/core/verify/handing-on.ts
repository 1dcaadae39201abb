import type { FrameRecord } from '../../protocol/record/record';

interface Entry {
  readonly file: RegExp;
  readonly function: RegExp;
  /** `filter`: shortens the traceback of an exception that was raised below. `delivery`: raises one that it was handed. */
  readonly role: 'filter' | 'delivery';
}

/** Frames that only hand an exception on, by the end of their path and their function. A data table. */
const entries: readonly Entry[] = [
  { file: /keras\/(?:src\/)?utils\/traceback_utils\.py$/, function: /^(?:error_handler|inject_\w+)$/, role: 'filter' },
  { file: /tensorflow\/python\/util\/traceback_utils\.py$/, function: /^error_handler$/, role: 'filter' },
  { file: /jax\/_src\/traceback_util\.py$/, function: /^reraise_with_filtered_traceback$/, role: 'filter' },
  { file: /autograph\/impl\/api\.py$|__autograph_generated_file\w*\.py$/, function: /./, role: 'filter' },
  {
    file: /tensorflow\/python\/(?:framework\/func_graph|eager\/polymorphic_function\/autograph_util)\.py$/,
    function: /^autograph_handler$/,
    role: 'filter',
  },
  { file: /^<__array_function__ internals>$|^<eval_with_key>/, function: /./, role: 'filter' },
  { file: /\/six\.py$/, function: /^(?:reraise|raise_from)$/, role: 'delivery' },
  { file: /torch\/_utils\.py$/, function: /^reraise$/, role: 'delivery' },
  { file: /concurrent\/futures\/(?:_base|thread|process)\.py$/, function: /./, role: 'delivery' },
  { file: /asyncio\/(?:futures|tasks|base_events|runners)\.py$/, function: /./, role: 'delivery' },
  { file: /multiprocessing\/(?:pool|managers|connection)\.py$/, function: /./, role: 'delivery' },
  { file: /(?:unittest\/|\/mock\/)mock\.py$/, function: /./, role: 'delivery' },
  { file: /contextlib\.py$/, function: /./, role: 'delivery' },
  { file: /functools\.py$/, function: /^(?:wrapper|__get__|__call__|_method)$/, role: 'delivery' },
  { file: /joblib\/(?:parallel|_parallel_backends)\.py$/, function: /./, role: 'delivery' },
  { file: /(?:^|\/)(?:threading|queue|socketserver)\.py$/, function: /^(?:run|_bootstrap\w*|get)$/, role: 'delivery' },
];

/** The role of a frame in handing an exception on, or null where it is a frame like any other. */
export function handingOn(frame: FrameRecord): Entry['role'] | null {
  if (frame.place === 'script' || frame.place === 'project') return null;
  const file = frame.file.replace(/\\/g, '/');
  return entries.find((entry) => entry.file.test(file) && entry.function.test(frame.function))?.role ?? null;
}
