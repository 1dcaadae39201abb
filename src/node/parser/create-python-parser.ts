import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import type { PythonParser, SyntaxNode } from '../../core/ports/python-parser';
import { emptyModule } from './empty-module';
import { keepLatest } from './keep-latest';
import { wrapNode } from './wrap-node';

/** Files that must lie in the wasm folder: the engine, from web-tree-sitter, and the grammar, from @vscode/tree-sitter-wasm. */
export const parserFiles = ['web-tree-sitter.wasm', 'tree-sitter-python.wasm'] as const;

/** Tree-sitter counts columns in 32 bits and keeps the whole text; longer sources are not code that a person wrote. */
const LONGEST_SOURCE = 8 * 1024 * 1024;

/** Characters of texts whose trees are kept: one script is looked at by every rule, many times. */
const MOST_KEPT = 400_000;

/**
 * Loads tree-sitter with the grammar of Python. `wasmFolder` holds `parserFiles`.
 * Errors: rejects where a file is absent or no WebAssembly module; `parse` itself never throws.
 */
export async function createPythonParser({ wasmFolder }: { readonly wasmFolder: string }): Promise<PythonParser> {
  // One after the other, so that an error names the first that is absent, always the same.
  const engine = await readFile(join(wasmFolder, parserFiles[0]));
  const grammar = await readFile(join(wasmFolder, parserFiles[1]));
  await Parser.init({ wasmBinary: engine });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  const parse = (source: string): SyntaxNode => {
    if (source.length > LONGEST_SOURCE) return emptyModule(source);
    try {
      // A tree is memory of the engine; nodes are read lazily from it, and it is freed when the last of them is gone.
      const tree = parser.parse(source);
      return tree ? wrapNode(tree.rootNode, null) : emptyModule(source);
    } catch {
      // The engine is out of memory for this text; a fresh start of its parser serves the next one.
      parser.reset();
      return emptyModule(source);
    }
  };
  return { parse: keepLatest(parse, MOST_KEPT) };
}
