export { isLoopback } from './listen-on-loopback';
export { readRuntimeFile } from './runtime-file';
export { serveWeb, type WebServer } from './serve-web';
