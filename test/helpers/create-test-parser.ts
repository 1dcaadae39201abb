import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PythonParser } from '../../src/core/ports/python-parser';
import { createPythonParser } from '../../src/node/parser/create-python-parser';

/** The real parser, from the packages' own files. */
export async function createTestParser(): Promise<PythonParser> {
  const require = createRequire(import.meta.url);
  const grammars = join(dirname(require.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');
  const folder = await mkdtemp(join(tmpdir(), 'reprise-parser-'));
  try {
    await copyFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm'), join(folder, 'web-tree-sitter.wasm'));
    await copyFile(join(grammars, 'tree-sitter-python.wasm'), join(folder, 'tree-sitter-python.wasm'));
    return await createPythonParser({ wasmFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
