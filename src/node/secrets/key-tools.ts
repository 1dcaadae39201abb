/** One call of a tool. `input`: what it reads; null: nothing. */
export interface KeyCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly input: string | null;
}

/** A tool that the system brings for its key store. */
export interface KeyTool {
  readonly name: string;
  /** What to install where it is absent. */
  readonly package: string;
  /** The environment variable without which there is no session to ask; null: none is needed. */
  readonly session: string | null;
  readonly read: (name: string) => KeyCommand;
  readonly write: (name: string, value: string) => KeyCommand;
  readonly remove: (name: string) => KeyCommand;
  /** Whether a failure says no more than that there is no such key. */
  readonly isMissing: (stderr: string) => boolean;
}

const SERVICE = 'reprise';

/** man secret-tool(1), of libsecret. It fails without a word where there is no such key. */
const secretTool: KeyTool = {
  name: 'secret-tool',
  package: 'libsecret-tools',
  session: 'DBUS_SESSION_BUS_ADDRESS',
  read: (name) => ({ program: 'secret-tool', arguments: ['lookup', 'service', SERVICE, 'key', name], input: null }),
  write: (name, value) => ({
    program: 'secret-tool',
    arguments: ['store', '--label', `Reprise: ${name}`, 'service', SERVICE, 'key', name],
    input: value,
  }),
  remove: (name) => ({ program: 'secret-tool', arguments: ['clear', 'service', SERVICE, 'key', name], input: null }),
  isMissing: (stderr) => stderr.trim() === '',
};

/** man security(1). Its interactive form takes whole commands from its input, so that no key is among arguments. */
const security: KeyTool = {
  name: 'security',
  package: 'security',
  session: null,
  read: (name) => ({
    program: '/usr/bin/security',
    arguments: ['find-generic-password', '-s', SERVICE, '-a', name, '-w'],
    input: null,
  }),
  write: (name, value) => ({
    program: '/usr/bin/security',
    arguments: ['-i'],
    input: `add-generic-password -U -s ${SERVICE} -a ${name} -w "${value.replace(/["\\]/g, '\\$&')}"\n`,
  }),
  remove: (name) => ({
    program: '/usr/bin/security',
    arguments: ['delete-generic-password', '-s', SERVICE, '-a', name],
    input: null,
  }),
  isMissing: (stderr) => /could not be found/i.test(stderr),
};

/** By platform. Where there is none, keys come from environment variables alone. */
export const keyTools: Partial<Readonly<Record<NodeJS.Platform, KeyTool>>> = { linux: secretTool, darwin: security };
