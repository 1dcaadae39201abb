import { describe, expect, test } from 'vitest';
import { bwrapArguments, type BwrapPlan } from '../../../../src/node/sandbox/bwrap-arguments';
import { planBinds } from '../../../../src/node/sandbox/plan-binds';
import { parseVersion } from '../../../../src/node/sandbox/probe-bubblewrap';

const plan: BwrapPlan = {
  confinement: {
    command: ['/env/bin/python', '-u', 'script.py', '--text', 'a b; $(c)'],
    workingFolder: '/data/case',
    readOnly: [],
    writable: [],
    network: 'none',
    environment: { PATH: '/env/bin:/usr/bin', HOME: '/home/reprise' },
    gpu: false,
    temporaryBytes: 1000,
    sharedMemoryBytes: 2000,
  },
  layout: { links: [{ path: '/bin', target: 'usr/bin' }], folders: ['/lib64'], levers: ['dynamic_debug'] },
  binds: [
    { source: '/env', path: '/env', writable: false },
    { source: '/data/case', path: '/data/case', writable: true },
  ],
  hidden: [
    { path: '/project/.env', kind: 'file' },
    { path: '/project/.git/hooks', kind: 'folder' },
  ],
  gpuDevices: [],
  sized: true,
  user: { kind: 'mapped' },
};

/** Arguments a line an option, as a person would read them. */
function lines(args: readonly string[]): readonly string[] {
  return args.join(' ').split(/ (?=--)/);
}

describe('the arguments of bubblewrap', () => {
  test('are an allow-list root, without network and capabilities, for nobody', () => {
    expect(lines(bwrapArguments(plan))).toMatchInlineSnapshot(`
      [
        "--unshare-all",
        "--cap-drop ALL",
        "--uid 65534",
        "--gid 65534",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
        "--ro-bind /usr /usr",
        "--symlink usr/bin /bin",
        "--ro-bind /lib64 /lib64",
        "--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache",
        "--ro-bind-try /etc/passwd /etc/passwd",
        "--ro-bind-try /etc/localtime /etc/localtime",
        "--ro-bind-try /etc/ssl/certs /etc/ssl/certs",
        "--ro-bind-try /etc/ssl/openssl.cnf /etc/ssl/openssl.cnf",
        "--ro-bind-try /etc/alternatives /etc/alternatives",
        "--proc /proc",
        "--ro-bind /proc/sys /proc/sys",
        "--dev /dev",
        "--ro-bind-try /proc/acpi /proc/acpi",
        "--ro-bind-try /proc/asound /proc/asound",
        "--ro-bind-try /proc/bus /proc/bus",
        "--ro-bind-try /proc/driver /proc/driver",
        "--ro-bind-try /proc/fs /proc/fs",
        "--ro-bind-try /proc/irq /proc/irq",
        "--ro-bind-try /proc/mtrr /proc/mtrr",
        "--ro-bind-try /proc/pressure /proc/pressure",
        "--ro-bind-try /proc/scsi /proc/scsi",
        "--ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger",
        "--ro-bind-try /proc/dynamic_debug /proc/dynamic_debug",
        "--perms 0555",
        "--tmpfs /proc/1",
        "--remount-ro /proc/1",
        "--ro-bind-try /sys/devices/system/cpu /sys/devices/system/cpu",
        "--ro-bind-try /sys/devices/system/node /sys/devices/system/node",
        "--perms 1777",
        "--size 1000",
        "--tmpfs /tmp",
        "--perms 0700",
        "--size 1000",
        "--tmpfs /home/reprise",
        "--perms 1777",
        "--size 2000",
        "--tmpfs /dev/shm",
        "--ro-bind /env /env",
        "--bind /data/case /data/case",
        "--dev-bind /dev/null /project/.env",
        "--tmpfs /project/.git/hooks",
        "--remount-ro /project/.git/hooks",
        "--remount-ro /dev",
        "--remount-ro /",
        "--setenv PATH /env/bin:/usr/bin",
        "--setenv HOME /home/reprise",
        "--chdir /data/case",
        "-- /env/bin/python -u script.py",
        "--text a b; $(c)",
      ]
    `);
  });

  test('share the network, and what names need, only when it is asked for', () => {
    const extra = (network: 'index' | 'open') => {
      const closed = new Set(bwrapArguments(plan));
      return bwrapArguments({ ...plan, confinement: { ...plan.confinement, network } }).filter(
        (arg) => !closed.has(arg),
      );
    };
    expect(extra('index')).toEqual(extra('open').filter((arg) => arg !== '--share-net'));
    expect([...new Set(extra('open'))]).toEqual([
      '--share-net',
      '/etc/resolv.conf',
      '/etc/hosts',
      '/etc/nsswitch.conf',
      '/etc/ca-certificates',
      '/etc/pki/tls/certs',
      '/etc/pki/ca-trust',
    ]);
  });

  test('let root change to nobody for good before the program starts', () => {
    const args = bwrapArguments({ ...plan, user: { kind: 'dropped', setpriv: '/usr/bin/setpriv' } });
    expect(args).not.toContain('--uid');
    expect(args).toContain('--unshare-net');
    expect(args.slice(args.indexOf('--') + 1)).toEqual([
      ...[
        '/usr/bin/setpriv',
        '--reuid=65534',
        '--regid=65534',
        '--clear-groups',
        '--inh-caps=-all',
        '--no-new-privs',
        '--',
      ],
      ...plan.confinement.command,
    ]);
  });

  test('bind the cards that are given, and no sizes where bubblewrap knows none', () => {
    const args = bwrapArguments({ ...plan, gpuDevices: ['/dev/nvidia0'], sized: false });
    expect(lines(args)).toContain('--dev-bind-try /dev/nvidia0 /dev/nvidia0');
    expect(args).not.toContain('--size');
  });

  test('show files of ours in a home in memory, whose folders stay the program’s', () => {
    const homeFiles = [{ source: '/data/list.json', path: '/home/reprise/.cache/matplotlib/list.json' }];
    const shown = lines(bwrapArguments({ ...plan, confinement: { ...plan.confinement, homeFiles } }));
    const at = shown.indexOf('--tmpfs /home/reprise');
    expect(shown.slice(at + 1).filter((line) => line.includes('.cache') || line === '--perms 0700')).toEqual([
      '--perms 0700',
      '--dir /home/reprise/.cache',
      '--perms 0700',
      '--dir /home/reprise/.cache/matplotlib',
      '--ro-bind-try /data/list.json /home/reprise/.cache/matplotlib/list.json',
    ]);
    const user = { kind: 'dropped', setpriv: '/usr/bin/setpriv' } as const;
    const dropped = lines(bwrapArguments({ ...plan, user, confinement: { ...plan.confinement, homeFiles } }));
    expect(dropped[dropped.indexOf('--dir /home/reprise/.cache') - 1]).toBe('--perms 0777');
  });
});

describe('binds', () => {
  const read = (path: string, real = path) => ({ path, real, writable: false });
  const write = (path: string) => ({ path, real: path, writable: true });

  test('come parents first, each once, without what a parent shows alike', () => {
    const binds = planBinds([write('/p/case'), read('/p/lib/x'), read('/p'), read('/p'), read('/a')]);
    expect(binds.map(({ path, writable }) => `${writable ? 'rw' : 'ro'} ${path}`)).toEqual([
      'ro /a',
      'ro /p',
      'rw /p/case',
    ]);
  });

  test('keep a read-only folder inside a writable one', () => {
    expect(planBinds([write('/c'), read('/c/data')]).map(({ path, writable }) => [path, writable])).toEqual([
      ['/c', true],
      ['/c/data', false],
    ]);
  });

  test('show a link under both names, unless its parent shows it as the link it is', () => {
    expect(planBinds([read('/home/u/env', '/disk/env')]).map(({ source, path }) => [source, path])).toEqual([
      ['/disk/env', '/disk/env'],
      ['/disk/env', '/home/u/env'],
    ]);
    expect(planBinds([read('/home/u'), read('/home/u/env', '/disk/env')]).map(({ path }) => path)).toEqual([
      '/disk/env',
      '/home/u',
    ]);
  });

  test('leave out what every confinement shows, but not a writable part of it', () => {
    expect(planBinds([read('/usr/lib/python3'), read('/bin/x', '/usr/bin/x'), write('/usr/local/env')])).toEqual([
      { source: '/usr/local/env', path: '/usr/local/env', writable: true },
    ]);
  });

  test('are not confused by names that begin alike', () => {
    expect(planBinds([read('/p'), read('/p-other')]).map(({ path }) => path)).toEqual(['/p', '/p-other']);
  });
});

test('versions of bubblewrap are put in order', () => {
  expect(
    ['bubblewrap 0.4.1', 'bubblewrap 0.8.0', 'bubblewrap 0.11.0', 'bubblewrap 1.2.0', 'x'].map(parseVersion),
  ).toEqual([4, 8, 11, 1002, null]);
});
