import type { FrameRecord } from '../../protocol/record/record';

/**
 * What a frame was doing when an exception went through it. `raising`: a statement of its own raised it. `delivered`: it
 * stood at a `yield` and was handed the exception from outside. `operation`: a call, an operator, a subscript, an
 * attribute, an import, an unpacking or a name, as errors of C code and of the interpreter look like.
 */
type InstructionKind = 'raising' | 'delivered' | 'operation' | 'unknown';

/** Names of CPython 2.7 and 3.6 to 3.14. Data tables. */
const raising: ReadonlySet<string> = new Set([
  'RAISE_VARARGS',
  'RERAISE',
  'LOAD_ASSERTION_ERROR',
  'LOAD_COMMON_CONSTANT',
  'END_FINALLY',
  'EXEC_STMT',
]);
const delivered = /^(?:YIELD_|SEND|RESUME$|RETURN_GENERATOR|GEN_START|END_SEND|CLEANUP_THROW|END_ASYNC_FOR)/;
const operation =
  /^(?:CALL|PRECALL|PUSH_NULL|KW_NAMES|BINARY_|INPLACE_|UNARY_|COMPARE_OP|CONTAINS_OP|IS_OP|IMPORT_|UNPACK_|LOAD_|STORE_|DELETE_|GET_ITER|GET_LEN|GET_YIELD_FROM_ITER|GET_AITER|GET_ANEXT|GET_AWAITABLE|FOR_ITER|MATCH_|TO_BOOL|POP_JUMP_|JUMP_IF_|FORMAT_|CONVERT_VALUE|BUILD_|LIST_|SET_|DICT_|MAP_ADD|BEFORE_|SETUP_WITH|SETUP_ASYNC_WITH|WITH_|SLICE|PRINT_|EXPAND_)/;

/** Reads the instruction of a frame; where there is none, the line's own text. */
export function instructionKind(frame: FrameRecord): InstructionKind {
  const op = frame.instruction?.op.replace(/^INSTRUMENTED_/, '');
  if (op === undefined) {
    if (frame.code === null) return 'unknown';
    return /^\s*(?:raise|assert|exec)\b/.test(frame.code) ? 'raising' : 'unknown';
  }
  if (raising.has(op)) return 'raising';
  if (delivered.test(op)) return 'delivered';
  return operation.test(op) ? 'operation' : 'unknown';
}
