import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const workers = [
  ['report-worker', 'src/node/report/report-worker.ts'],
  ['context-worker', 'src/node/context/context-worker.ts'],
] as const;

/** Builds the workers from their present source, with the parser's WebAssembly beside them, as the program ships them. */
export async function buildWorkers(folder: string): Promise<void> {
  for (const [name, source] of workers) {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: resolve(source),
        outDir: folder,
        emptyOutDir: false,
        target: 'node18',
        rolldownOptions: { output: { format: 'cjs', entryFileNames: `${name}.cjs` } },
      },
    });
  }
  const modules = resolve('node_modules');
  await copyFile(join(modules, 'web-tree-sitter', 'web-tree-sitter.wasm'), join(folder, 'web-tree-sitter.wasm'));
  await copyFile(
    join(modules, '@vscode', 'tree-sitter-wasm', 'wasm', 'tree-sitter-python.wasm'),
    join(folder, 'tree-sitter-python.wasm'),
  );
}
