import { describe, expect, test } from 'vitest';
import { startBubblewrap } from '../../../../src/node/sandbox/start-bubblewrap';
import { systemCallFilter } from '../../../../src/node/sandbox/system-call-filter';

const ALLOWED = 'allowed';
const refused = (error: number): string => `error ${error}`;
const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 };
const NEW_USER = 0x10000000;

/** What the kernel would answer: the language of linux/filter.h, as far as our programs use it. */
function ask(program: Uint8Array, audit: number, number: number, ...args: readonly number[]): string {
  const view = new DataView(program.buffer);
  const call = new DataView(new ArrayBuffer(64));
  call.setUint32(0, number, true);
  call.setUint32(4, audit, true);
  args.forEach((value, index) => call.setUint32(16 + index * 8, value, true));
  let held = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const [code, value] = [view.getUint16(at * 8, true), view.getUint32(at * 8 + 4, true)];
    const jump = (isTrue: boolean): number => view.getUint8(at * 8 + (isTrue ? 2 : 3));
    if (code === 0x20) held = call.getUint32(value, true);
    else if (code === 0x15) at += jump(held === value);
    else if (code === 0x35) at += jump(held >= value);
    else if (code === 0x45) at += jump((held & value) !== 0);
    else if (code === 0x06) return value === 0x7fff0000 ? ALLOWED : refused(value & 0xffff);
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the program has no end');
}

describe.each([
  [
    'x64',
    {
      read: 0,
      ptrace: 101,
      mount: 165,
      clone: 56,
      unshare: 272,
      ioctl: 16,
      socket: 41,
      keyctl: 250,
      execve: 59,
      shmget: 29,
    },
  ],
  [
    'arm64',
    {
      read: 63,
      ptrace: 117,
      mount: 40,
      clone: 220,
      unshare: 97,
      ioctl: 29,
      socket: 198,
      keyctl: 219,
      execve: 221,
      shmget: 194,
    },
  ],
] as const)('the filter of system calls for %s', (processor, calls) => {
  const full = systemCallFilter(processor, { nested: false }) ?? new Uint8Array();
  const nested = systemCallFilter(processor, { nested: true }) ?? new Uint8Array();
  const answer = (number: number, ...args: readonly number[]) => ask(full, AUDIT[processor], number, ...args);

  test('lets programs read, start others and make threads', () => {
    expect([answer(calls.read), answer(calls.execve), answer(calls.clone, 0x3d0f00)]).toEqual([
      ALLOWED,
      ALLOWED,
      ALLOWED,
    ]);
    // A file table of one's own is no namespace.
    expect(answer(calls.unshare, 0x400)).toBe(ALLOWED);
  });

  test('refuses keys, traces, mounts and namespaces of one’s own', () => {
    expect([answer(calls.keyctl), answer(calls.ptrace), answer(calls.mount)]).toEqual([1, 1, 1].map(refused));
    expect([answer(calls.clone, NEW_USER | 17), answer(calls.unshare, NEW_USER)]).toEqual([1, 1].map(refused));
    expect(answer(calls.shmget)).toBe(refused(38));
    // The newer way to make a process cannot be looked at: programs take the older one.
    expect(answer(435)).toBe(refused(38));
  });

  test('lets a warm parent mount and make namespaces, and nothing else more', () => {
    const other = (number: number, ...args: readonly number[]) => ask(nested, AUDIT[processor], number, ...args);
    expect([other(calls.mount), other(calls.clone, NEW_USER), other(calls.unshare, NEW_USER)]).toEqual([
      ALLOWED,
      ALLOWED,
      ALLOWED,
    ]);
    expect([other(calls.keyctl), other(calls.ptrace), other(435)]).toEqual([refused(1), refused(1), refused(38)]);
  });

  test('lets sockets of the net and of this machine be made, and no others', () => {
    expect([1, 2, 10, 16].map((family) => answer(calls.socket, family))).toEqual([1, 2, 3, 4].map(() => ALLOWED));
    expect([38, 40, 17].map((family) => answer(calls.socket, family))).toEqual([97, 97, 97].map(refused));
  });

  test('keeps keys from being pushed into a terminal', () => {
    expect([answer(calls.ioctl, 0, 0x5412), answer(calls.ioctl, 0, 0x541c)]).toEqual([refused(1), refused(1)]);
    expect(answer(calls.ioctl, 0, 0x5413)).toBe(ALLOWED);
  });

  test('answers calls of another processor as unknown', () => {
    expect(ask(full, 0x40000003, calls.read)).toBe(refused(38));
    if (processor === 'x64') expect(answer(0x40000000 + calls.ptrace)).toBe(refused(38));
  });
});

test('there is none for a processor whose numbers are not known', () => {
  expect(systemCallFilter('riscv64', { nested: false })).toBeNull();
});

test('bubblewrap is started by a fixed line: what it is given stays arguments', () => {
  const given = ['/usr/bin/bwrap', '--', '$(touch x); `y`'];
  const { program, arguments: args } = startBubblewrap(given, '/proc/1/fd/20');
  expect([program, args[0]]).toEqual(['/bin/sh', '-c']);
  expect(args[1]).toBe('ulimit -c 0; exec 9<"$0" || exit 1; exec "$@"');
  expect(args.slice(2)).toEqual(['/proc/1/fd/20', '/usr/bin/bwrap', '--seccomp', '9', '--', '$(touch x); `y`']);
  expect(startBubblewrap(given, null).arguments.slice(1)).toEqual(['ulimit -c 0; exec "$@"', 'sh', ...given]);
});
