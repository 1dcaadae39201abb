import { copyFileSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { leaveOut } from './scripts/leave-out';

const fromRoot = (path: string): string => resolve(import.meta.dirname, path);

/** The parser's WebAssembly lies beside the bundles, since a bundle cannot find it in node_modules. */
const copyParser = {
  name: 'reprise:copy-parser',
  closeBundle(): void {
    mkdirSync(fromRoot('out/node'), { recursive: true });
    copyFileSync(
      fromRoot('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
      fromRoot('out/node/web-tree-sitter.wasm'),
    );
    copyFileSync(
      fromRoot('node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm'),
      fromRoot('out/node/tree-sitter-python.wasm'),
    );
  },
};

/**
 * Everything that runs on Node is bundled as CommonJS, ESM-only libraries included, because Electron 25's
 * Node 18 cannot `require` an ES module. Only node-pty stays outside: it is a native module.
 */
export default defineConfig({
  main: {
    // Set where a build is to offer signing in for gists.
    define: {
      REPRISE_BUILD_GIST_CLIENT_ID: JSON.stringify(process.env['REPRISE_GIST_CLIENT_ID'] ?? ''),
    },
    plugins: [copyParser],
    build: {
      outDir: 'out/node',
      target: 'node18.15',
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: fromRoot('src/main/index.ts'),
          cli: fromRoot('src/cli/index.ts'),
          'report-worker': fromRoot('src/node/report/report-worker.ts'),
          'context-worker': fromRoot('src/node/context/context-worker.ts'),
        },
        external: ['electron', 'node-pty', 'bufferutil', 'utf-8-validate'],
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          // Electron 25 imports nothing from an archive, but requires from one.
          dynamicImportInCjs: false,
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node18.15',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: fromRoot('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [leaveOut(), react()],
    worker: { plugins: () => [leaveOut('worker')] },
    build: {
      outDir: 'out/renderer',
      target: 'chrome114',
      minify: true,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        input: { index: fromRoot('src/renderer/index.html'), surface: fromRoot('src/renderer/surface.html') },
      },
    },
  },
});
