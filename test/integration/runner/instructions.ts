/** One failing line for each kind of instruction, and the names that CPython's versions have for it. */
export const INSTRUCTIONS: Readonly<
  Record<string, { readonly source: string; readonly ops: RegExp; readonly since?: string }>
> = {
  raise: { source: 'raise ValueError("v")\n', ops: /^RAISE_VARARGS$/ },
  assert: { source: 'x = 1\nassert x == 2, "a"\n', ops: /^RAISE_VARARGS$/ },
  call: { source: 'int("x")\n', ops: /^CALL(_FUNCTION)?$/ },
  'call with keywords': { source: 'int("x", base=10)\n', ops: /^CALL(_FUNCTION|_FUNCTION_KW|_KW)?$/ },
  'call with unpacked arguments': { source: 'int(*["x"])\n', ops: /^CALL_FUNCTION(_VAR|_EX)$/ },
  'call of a method': { source: '[].remove(3)\n', ops: /^CALL(_FUNCTION|_METHOD)?$/ },
  'call of a function of the script': { source: 'def f(): pass\nf(1)\n', ops: /^CALL(_FUNCTION)?$/ },
  operator: { source: 'a = 1\na + "s"\n', ops: /^BINARY_(ADD|OP)$/ },
  'operator in place': { source: 'a = 1\na += "s"\n', ops: /^(INPLACE_ADD|BINARY_OP)$/ },
  'matrix product': { source: 'a = 1\na @ a\n', ops: /^BINARY_(MATRIX_MULTIPLY|OP)$/, since: '3.6' },
  comparison: { source: 'a = 1j\na < a\n', ops: /^COMPARE_OP$/ },
  subscript: { source: 'a = {}\na["k"]\n', ops: /^BINARY_(SUBSCR|OP)$/ },
  'subscript with a slice': { source: 'a = 1\na[1:2]\n', ops: /^(BINARY_SUBSCR|BINARY_SLICE|SLICE\+3)$/ },
  'assignment to a subscript': { source: 'a = ()\na[0] = 1\n', ops: /^STORE_SUBSCR$/ },
  attribute: { source: 'a = 1\na.nothing\n', ops: /^LOAD_ATTR$/ },
  method: { source: 'a = 1\na.nothing()\n', ops: /^LOAD_(ATTR|METHOD)$/ },
  import: { source: 'import not_to_be_found_anywhere\n', ops: /^IMPORT_NAME$/ },
  'import from': { source: 'from os import not_to_be_found\n', ops: /^IMPORT_FROM$/ },
  unpacking: { source: 'a, b = [1]\n', ops: /^UNPACK_SEQUENCE$/ },
  name: { source: 'not_defined\n', ops: /^LOAD_NAME$/ },
  iteration: { source: 'for x in 3: pass\n', ops: /^GET_ITER$/ },
};

/** The same line after so many names and constants that its argument needs EXTENDED_ARG (300) or, on 2.7, a wider one (70,000). */
export function afterManyNames(source: string, count: number): string {
  const names = Array.from({ length: count }, (_, index) => `n${index}=${index}`);
  return `${names.join(';')}\n${source}`;
}
