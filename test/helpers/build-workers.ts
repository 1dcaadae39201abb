import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Builds the report worker from its present source, with the parser's WebAssembly beside it, as the program ships them. */
export async function buildWorkers(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: resolve('src/node/report/report-worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node18',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'report-worker.cjs' } },
    },
  });
  const modules = resolve('node_modules');
  await copyFile(join(modules, 'web-tree-sitter', 'web-tree-sitter.wasm'), join(folder, 'web-tree-sitter.wasm'));
  await copyFile(
    join(modules, '@vscode', 'tree-sitter-wasm', 'wasm', 'tree-sitter-python.wasm'),
    join(folder, 'tree-sitter-python.wasm'),
  );
}
