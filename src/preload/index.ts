import { contextBridge, ipcRenderer } from 'electron';

// Runs in the page and in the Run surface; which of the two asks is found out by main, not told from here.

/** Hands over a port and the menu's commands, and nothing else. No method of the host has a name here. */
contextBridge.exposeInMainWorld('reprise', { host: 'window' });

window.addEventListener('message', ({ source, data }: MessageEvent<{ readonly kind?: unknown } | null>) => {
  if (source === window && data?.kind === 'reprise:ready') ipcRenderer.send('reprise:connect');
});

ipcRenderer.on('reprise:port', ({ ports }) => {
  window.postMessage({ kind: 'reprise:port' }, location.origin, [...ports]);
});

ipcRenderer.on('reprise:command', (_event, id: string) => {
  window.postMessage({ kind: 'reprise:command', id }, location.origin);
});
