import type { Confinement } from '../../core/ports/sandbox';
import { parentsOf, type Bind } from './plan-binds';

/** Number that the program sees itself as, and on a host where Reprise is root also runs as: nobody. */
export const NOBODY = 65534;

/** What the top of this machine's file system looks like: `/bin` and its like are links or folders. */
export interface RootLayout {
  readonly links: readonly { readonly path: string; readonly target: string }[];
  readonly folders: readonly string[];
  /** Names in /proc that this kernel offers for writing, besides the usual ones. */
  readonly levers: readonly string[];
}

export interface BwrapPlan {
  readonly confinement: Confinement;
  readonly layout: RootLayout;
  /** Parents before children. */
  readonly binds: readonly Bind[];
  /** Real paths inside the binds that are put out of sight. */
  readonly hidden: readonly { readonly path: string; readonly kind: 'file' | 'folder' }[];
  readonly gpuDevices: readonly string[];
  /** Whether this bubblewrap can limit the size of a memory-backed folder (0.7 and newer). */
  readonly sized: boolean;
  /** `mapped`: the host's user, shown as nobody inside. Else root drops to nobody by this `setpriv`. */
  readonly user: { readonly kind: 'mapped' } | { readonly kind: 'dropped'; readonly setpriv: string };
}

/** Of /etc, what libraries need to start. Not all of /etc/ssl: its `private` folder holds keys. */
const ETC = ['ld.so.cache', 'passwd', 'localtime', 'ssl/certs', 'ssl/openssl.cnf', 'alternatives'];
/** And what is needed to find and trust a server. */
const ETC_FOR_NETWORK = ['resolv.conf', 'hosts', 'nsswitch.conf', 'ca-certificates', 'pki/tls/certs', 'pki/ca-trust'];
/** Levers of the machine below /proc that belong to root, or to all: shown, but not to be moved. */
export const PROC = ['acpi', 'asound', 'bus', 'driver', 'fs', 'irq', 'mtrr', 'pressure', 'scsi', 'sysrq-trigger'];
/** Counts of processors; without them libraries print errors or fall to one thread. Nothing else of /sys. */
const SYS = ['/sys/devices/system/cpu', '/sys/devices/system/node'];

/** The arguments of bubblewrap for a confinement: an empty root to which only what is named is added. Pure. */
export function bwrapArguments(plan: BwrapPlan): readonly string[] {
  const { confinement, user } = plan;
  const { wholeProc } = confinement;
  return [
    ...namespaces(plan),
    ...['--die-with-parent', '--new-session', '--clearenv'],
    ...systemFolders(plan),
    ...memoryFolders(plan),
    ...homeFiles(plan),
    ...openFolders(
      plan,
      plan.binds.map(({ path }) => path),
    ),
    ...plan.binds.flatMap(({ source, path, writable }) => [writable ? '--bind' : '--ro-bind', source, path]),
    ...plan.hidden.flatMap(({ path, kind }) =>
      kind === 'folder' ? ['--tmpfs', path, '--remount-ro', path] : ['--dev-bind', '/dev/null', path],
    ),
    ...(user.kind === 'mapped' && wholeProc !== undefined ? ['--proc', wholeProc] : []),
    ...plan.gpuDevices.flatMap((device) => ['--dev-bind-try', device, device]),
    // Both are folders in memory without a bound, and the program's own where it is mapped.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...Object.entries(confinement.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', confinement.workingFolder, '--'],
    ...(user.kind === 'dropped' && wholeProc !== undefined ? mountProc(wholeProc) : []),
    ...dropToNobody(plan),
    ...confinement.command,
  ];
}

function namespaces({ confinement, user }: BwrapPlan): readonly string[] {
  const shared = confinement.network === 'open';
  if (user.kind === 'mapped') {
    const identity = ['--uid', String(NOBODY), '--gid', String(NOBODY)];
    return ['--unshare-all', ...(shared ? ['--share-net'] : []), '--cap-drop', 'ALL', ...identity];
  }
  // Without a user namespace: the change to nobody is then one of the host, so that files of root are out of reach too.
  const all = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'];
  const mounts = confinement.wholeProc === undefined ? [] : ['--cap-add', 'CAP_SYS_ADMIN'];
  const capabilities = ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', ...mounts];
  return [...all, ...(shared ? [] : ['--unshare-net']), ...capabilities];
}

/** bubblewrap of root covers parts of every proc; this one is mounted by the system's own program before root drops to nobody. */
function mountProc(folder: string): readonly string[] {
  const script = '/bin/mount -i -n -t proc -o nosuid,nodev,noexec proc "$0" && exec "$@"';
  return ['/bin/sh', '-c', script, folder];
}

function dropToNobody({ user }: BwrapPlan): readonly string[] {
  if (user.kind === 'mapped') return [];
  const identity = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all', '--no-new-privs'];
  return [user.setpriv, ...identity, '--'];
}

function systemFolders(plan: BwrapPlan): readonly string[] {
  const { confinement, layout } = plan;
  const etc = confinement.network === 'none' ? ETC : [...ETC, ...ETC_FOR_NETWORK];
  return [
    ...openFolders(plan, ['/etc/ssl/certs', ...SYS]),
    ...['--ro-bind', '/usr', '/usr'],
    ...layout.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...layout.folders.flatMap((path) => ['--ro-bind', path, path]),
    ...etc.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev'],
    ...[...PROC, ...layout.levers].flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    // bubblewrap's own process: it ends the others when we end, so its memory is not for the program.
    ...['--perms', '0555', '--tmpfs', '/proc/1', '--remount-ro', '/proc/1'],
    ...SYS.flatMap((path) => ['--ro-bind-try', path, path]),
  ];
}

/** With the folders above them that lie in the home, which stay the program's to write in. */
function homeFiles({ confinement, user }: BwrapPlan): readonly string[] {
  const home = confinement.environment['HOME'];
  const files = confinement.homeFiles ?? [];
  if (home === undefined || files.length === 0) return [];
  const above = new Set(files.flatMap(({ path }) => parentsOf(path).filter((one) => one.startsWith(`${home}/`))));
  return [
    ...[...above].sort().flatMap((path) => ['--perms', user.kind === 'mapped' ? '0700' : '0777', '--dir', path]),
    ...files.flatMap(({ source, path }) => ['--ro-bind-try', source, path]),
  ];
}

/** The folders above a path are made by bubblewrap for root alone, which shuts nobody out of what lies in them. */
function openFolders({ user, binds }: BwrapPlan, paths: readonly string[]): readonly string[] {
  if (user.kind === 'mapped') return [];
  const shown = new Set(binds.map(({ path }) => path));
  const made = new Set(
    paths.flatMap((path) => {
      const parents = parentsOf(path);
      const covering = parents.findIndex((parent) => parent === '/usr' || shown.has(parent));
      return covering === -1 ? parents : parents.slice(0, covering);
    }),
  );
  return [...made].sort().flatMap((path) => ['--perms', '0755', '--dir', path]);
}

function memoryFolders(plan: BwrapPlan): readonly string[] {
  const { confinement, sized, user } = plan;
  const home = confinement.environment['HOME'];
  const { temporaryBytes, sharedMemoryBytes } = confinement;
  const folder = (path: string, bytes: number, permissions: string) => [
    ...['--perms', permissions],
    ...(sized ? ['--size', String(bytes)] : []),
    ...['--tmpfs', path],
  ];
  return [
    ...folder('/tmp', temporaryBytes, '1777'),
    ...(home === undefined ? [] : openFolders(plan, [home])),
    ...(home === undefined ? [] : folder(home, temporaryBytes, user.kind === 'mapped' ? '0700' : '0777')),
    ...folder('/dev/shm', sharedMemoryBytes, '1777'),
  ];
}
