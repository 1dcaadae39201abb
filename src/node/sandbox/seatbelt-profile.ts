import type { Confinement } from '../../core/ports/sandbox';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { parentsOf, type Bind } from './plan-binds';

export interface SeatbeltPlan {
  readonly confinement: Pick<Confinement, 'network' | 'gpu'>;
  /** As bubblewrap's: what is shown, by its real path, and whether it may be written. */
  readonly binds: readonly Bind[];
  /** Real paths inside the binds that are put out of sight. */
  readonly hidden: readonly { readonly path: string; readonly kind: 'file' | 'folder' }[];
}

/** The system's own programs, libraries and settings, which every program loads. Neither keys nor anything of a user's. */
const SYSTEM_FOLDERS = [
  ...['/System/Library', '/System/Volumes/Preboot/Cryptexes', '/System/Cryptexes', '/Library/Apple'],
  ...['/usr/lib', '/usr/bin', '/usr/sbin', '/usr/libexec', '/usr/share', '/bin', '/sbin'],
  ...['/private/etc/ssl', '/private/var/db/timezone', '/private/var/db/dyld'],
];
const SYSTEM_FILES = ['/', '/private/etc/localtime', '/dev/autofs_nowait', '/dev/fd'];
const NETWORK_FILES = ['/private/etc/resolv.conf', '/private/etc/hosts', '/private/var/run/resolv.conf'];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/tty'];
const WRITTEN_DEVICES = ['/dev/null', '/dev/zero', '/dev/tty'];
/** Without these the C library does not know its user, and no locale. */
const SERVICES = ['com.apple.system.opendirectoryd.libinfo', 'com.apple.system.notification_center'];
const NETWORK_SERVICES = ['com.apple.SystemConfiguration.configd', 'com.apple.dnssd.service'];
const GPU_SERVICES = ['com.apple.MTLCompilerService', 'com.apple.CARenderServer'];
const GPU_CLASSES = ['AGXDeviceUserClient', 'AGXCommandQueue', 'IOSurfaceRootUserClient'];
/** Names of what Python's and torch's own processes share; the names are the machine's, so no others. */
const SHARED_NAMES = '^/(mp-|psm_|wnsm_|torch_|loky-)';

/**
 * The profile of macOS's own sandbox for a confinement: nothing is allowed but what is named, by the same plan as bubblewrap's arguments. A later
 * rule wins over an earlier one. Pure. Errors: `badInput` for a path that cannot be quoted safely.
 */
export function seatbeltProfile({ confinement, binds, hidden }: SeatbeltPlan): string {
  const shown = binds.map(({ source }) => source);
  const written = binds.filter(({ writable }) => writable).map(({ source }) => source);
  const readable = [...SYSTEM_FOLDERS, ...shown];
  const above = [
    ...new Set(binds.flatMap(({ source, path }) => [...parentsOf(source), ...parentsOf(path), path])),
  ].sort();
  const rules = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    rule('process-exec', paths('subpath', readable)),
    '(allow signal process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    rule('file-read*', [...paths('subpath', readable), ...paths('literal', [...SYSTEM_FILES, ...DEVICES])]),
    // To walk to a folder, each one above it has to be looked at; none of them can be listed.
    rule('file-read-metadata', paths('literal', ['/private', '/var', '/tmp', '/etc', '/usr', '/System', ...above])),
    ...(written.length === 0 ? [] : [rule('file-write*', paths('subpath', written))]),
    rule('file-write-data file-ioctl', paths('literal', WRITTEN_DEVICES)),
    rule('mach-lookup', SERVICES.map(named)),
    `(allow ipc-posix-sem ipc-posix-shm (ipc-posix-name-regex #"${SHARED_NAMES}"))`,
    ...network(confinement.network, shown),
    ...(confinement.gpu ? gpu() : []),
    // What a plan lays over the rest comes last.
    ...hidden.map(({ path, kind }) =>
      rule('file-read* file-write*', paths(kind === 'folder' ? 'subpath' : 'literal', [path]), 'deny'),
    ),
    rule('file-write-setugid', ['(subpath "/")'], 'deny'),
  ];
  return `${rules.join('\n')}\n`;
}

/** `index`: what is shown may hold a socket that leads there, and the way to it begins on loopback, which is the machine's here. */
function network(wanted: Confinement['network'], shown: readonly string[]): readonly string[] {
  if (wanted === 'none') return [];
  const certificates = rule('mach-lookup', [named('com.apple.trustd')]);
  if (wanted === 'index') {
    return [
      '(allow system-socket)',
      rule('network*', ['(local ip "localhost:*")', '(remote ip "localhost:*")']),
      rule('network-outbound', paths('subpath', shown)),
      rule('file-read*', paths('literal', ['/private/etc/hosts'])),
      certificates,
    ];
  }
  return [
    '(allow network-outbound network-inbound system-socket)',
    rule('file-read*', paths('literal', NETWORK_FILES)),
    rule('mach-lookup', NETWORK_SERVICES.map(named)),
    certificates,
  ];
}

function gpu(): readonly string[] {
  const classes = GPU_CLASSES.map((name) => `(iokit-user-client-class ${quote(name)})`);
  return [rule('iokit-open', classes), rule('mach-lookup', GPU_SERVICES.map(named))];
}

function rule(what: string, filters: readonly string[], answer: 'allow' | 'deny' = 'allow'): string {
  return `(${answer} ${what}${filters.map((filter) => `\n  ${filter}`).join('')})`;
}

function paths(filter: 'subpath' | 'literal', all: readonly string[]): readonly string[] {
  return all.map((path) => `(${filter} ${quote(path)})`);
}

function named(service: string): string {
  return `(global-name ${quote(service)})`;
}

/** A profile is a program: what could end a string, or hide in one, is refused rather than escaped. */
function quote(text: string): string {
  if (/["\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) {
    throw new RepriseError('badInput', message('sandbox.pathUnquotable', { path: JSON.stringify(text) }), {
      field: null,
    });
  }
  return `"${text}"`;
}
