import { isOffline } from '../../network/offline';
import type { Machine } from '../machine';

/** Variables by which a user's machine reaches the index: nothing else of theirs is handed on. */
const networkVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
const certificateVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'PIP_CERT'];
const windowsVariables = ['SystemRoot', 'SystemDrive', 'ComSpec', 'TEMP', 'TMP'];

export function isProxyVariable(name: string): boolean {
  return networkVariables.includes(name.toUpperCase());
}

/** The file of certificates that the variables name; null: none. */
export function certificateFileOf(block: Machine['environmentBlock']): string | null {
  return certificateVariables.map((name) => block[name]).find((value) => value !== undefined && value !== '') ?? null;
}

export interface InstallerBlock {
  readonly variables: Readonly<Record<string, string>>;
  /** Files and folders that the variables point to, to be shown in the sandbox. */
  readonly files: readonly string[];
}

/** The whole environment of an installer: built from nothing, with the user's proxies and certificates. */
export function installerBlock(machine: Pick<Machine, 'environmentBlock' | 'platform'>): InstallerBlock {
  const block = machine.environmentBlock;
  const pick = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = block[name];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    });
  const certificate = certificateFileOf(block) ?? undefined;
  const certificateFolder = block['SSL_CERT_DIR'];
  const variables = {
    ...Object.fromEntries(pick([...networkVariables, ...networkVariables.map((name) => name.toLowerCase())])),
    ...(machine.platform === 'win32' ? Object.fromEntries(pick(windowsVariables)) : {}),
    ...(certificate === undefined ? {} : { SSL_CERT_FILE: certificate }),
    ...(certificateFolder === undefined || certificateFolder === '' ? {} : { SSL_CERT_DIR: certificateFolder }),
    // uv takes from its cache alone then, and pip from nowhere.
    ...(isOffline(block) ? { UV_OFFLINE: '1', PIP_NO_INDEX: '1' } : {}),
    HOME: HOME_INSIDE,
    PATH: machine.platform === 'win32' ? `${block['SystemRoot'] ?? 'C:\\Windows'}\\System32` : '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
  };
  const files = [certificate, ...(certificateFolder ?? '').split(':')].flatMap((path) =>
    path === undefined || path === '' ? [] : [path],
  );
  return { variables, files };
}

/** An empty folder in memory; no file of the user's home is seen. */
const HOME_INSIDE = '/tmp/home';
