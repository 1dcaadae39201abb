export { isLoopback } from './listen-on-loopback';
export { readRuntimeFile, type RuntimeFile } from './runtime-file';
export { serveWeb, type WebOptions, type WebServer } from './serve-web';
