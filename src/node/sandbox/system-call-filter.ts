/** Processors whose numbers of system calls are known here, as `process.arch` names them. */
export type Processor = 'x64' | 'arm64';

const AUDIT: Readonly<Record<Processor, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Numbers of calls: x64, arm64. No right goes with most of them: they reach what namespaces do not divide, or much of the kernel. */
const REFUSED: Readonly<Record<string, readonly [number, number]>> = {
  acct: [163, 89],
  // Keys are the user's, and a session's that we were started in.
  add_key: [248, 217],
  bpf: [321, 280],
  delete_module: [176, 106],
  fanotify_init: [300, 262],
  finit_module: [313, 273],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  open_by_handle_at: [304, 265],
  perf_event_open: [298, 241],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  reboot: [169, 142],
  request_key: [249, 218],
  setns: [308, 268],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  userfaultfd: [323, 282],
};
/** Memory to share that stays when all are gone who use it, and that no process is charged for. Answered as unknown. */
const SHARED: readonly [number, number] = [29, 194];
/** Answered as by a kernel that does not have them, so that programs take the older way, whose flags can be looked at. */
const UNKNOWN: readonly number[] = [
  428, // open_tree
  429, // move_mount
  430, // fsopen
  431, // fsconfig
  432, // fsmount
  433, // fspick
  435, // clone3
  442, // mount_setattr
];
const MOUNT: readonly (readonly [number, number])[] = [
  [165, 40],
  [166, 39],
];
const CLONE: readonly [number, number] = [56, 220];
const UNSHARE: readonly [number, number] = [272, 97];
const IOCTL: readonly [number, number] = [16, 29];
const SOCKET: readonly [number, number] = [41, 198];
/** All flags that make a namespace. The one for time is told by another word of `clone`, and by this one of `unshare`. */
const NAMESPACES = 0x7e020000;
const NEW_TIME = 0x80;
/** Keys pushed into a terminal. */
const PUSHES = [0x5412, 0x541c];
/** Unix, both protocols of the net, and netlink, by which libraries list interfaces. */
const FAMILIES = [1, 2, 10, 16];

/**
 * The program of a system call filter (seccomp(2)), as the kernel takes it: eight bytes an instruction, little-endian. `nested`: for a
 * warm parent, which makes the namespaces of its forks itself; each fork then takes the full one. Null: numbers not known. Pure.
 */
export function systemCallFilter(processor: string, { nested }: { readonly nested: boolean }): Uint8Array | null {
  if (processor !== 'x64' && processor !== 'arm64') return null;
  const column = processor === 'x64' ? 0 : 1;
  const words: Instruction[] = [
    load(4),
    ...unless(equals(AUDIT[processor]), [answer(ENOSYS)]),
    load(0),
    // A second way to call the same: its numbers are others.
    ...(processor === 'x64' ? when(atLeast(0x40000000), [answer(ENOSYS)]) : []),
    ...Object.values(REFUSED).flatMap((numbers) => when(equals(numbers[column] ?? -1), [answer(EPERM)])),
    ...when(equals(SHARED[column]), [answer(ENOSYS)]),
    ...UNKNOWN.flatMap((number) => when(equals(number), [answer(ENOSYS)])),
    ...(nested ? [] : MOUNT.flatMap((numbers) => when(equals(numbers[column] ?? -1), [answer(EPERM)]))),
    ...(nested ? [] : when(equals(CLONE[column]), [load(16), ...when(has(NAMESPACES), [answer(EPERM)]), allow])),
    ...(nested
      ? []
      : when(equals(UNSHARE[column]), [load(16), ...when(has(NAMESPACES | NEW_TIME), [answer(EPERM)]), allow])),
    ...when(equals(IOCTL[column]), [load(24), ...PUSHES.flatMap((way) => when(equals(way), [answer(EPERM)])), allow]),
    ...when(equals(SOCKET[column]), [
      load(16),
      ...FAMILIES.flatMap((family) => when(equals(family), [allow])),
      answer(EAFNOSUPPORT),
    ]),
    allow,
  ];
  const bytes = new DataView(new ArrayBuffer(words.length * 8));
  words.forEach(({ code, ifTrue, ifFalse, value }, index) => {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, ifTrue);
    bytes.setUint8(index * 8 + 3, ifFalse);
    bytes.setUint32(index * 8 + 4, value, true);
  });
  return new Uint8Array(bytes.buffer);
}

/** One of the kernel's small language (linux/filter.h): the jumps count instructions that are passed over. */
interface Instruction {
  readonly code: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly value: number;
}
type Test = Pick<Instruction, 'code' | 'value'>;

/** Loads four bytes of what is known of a call: its number at 0, the processor's kind at 4, arguments of eight bytes from 16 on. */
const load = (offset: number): Instruction => ({ code: 0x20, ifTrue: 0, ifFalse: 0, value: offset });
const give = (value: number): Instruction => ({ code: 0x06, ifTrue: 0, ifFalse: 0, value });
const allow = give(0x7fff0000);
const answer = (error: number): Instruction => give(0x00050000 | error);
const equals = (value: number): Test => ({ code: 0x15, value });
const atLeast = (value: number): Test => ({ code: 0x35, value });
const has = (bits: number): Test => ({ code: 0x45, value: bits });

function when(test: Test, then: readonly Instruction[]): readonly Instruction[] {
  return [{ ...test, ifTrue: 0, ifFalse: then.length }, ...then];
}

function unless(test: Test, then: readonly Instruction[]): readonly Instruction[] {
  return [{ ...test, ifTrue: then.length, ifFalse: 0 }, ...then];
}
