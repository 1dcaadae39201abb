import { minorOf } from '../minor-version';

/** What a wheel has to fit. `arch` as Node tells it. */
export interface WheelPlace {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

const architectures: Readonly<Record<string, readonly string[]>> = {
  x64: ['x86_64', 'amd64'],
  arm64: ['aarch64', 'arm64'],
  ia32: ['i686', 'i386', 'win32'],
};

/** The tags of a wheel's name (PEP 427), and the version that stands in it. Null: it is no wheel. */
export function readWheelName(
  file: string,
): { readonly version: string; readonly tags: readonly (readonly [string, string, string])[] } | null {
  if (!file.endsWith('.whl')) return null;
  const parts = file.slice(0, -'.whl'.length).split('-');
  if (parts.length !== 5 && parts.length !== 6) return null;
  const [pythons = '', abis = '', platforms = ''] = parts.slice(-3);
  const tags = pythons
    .split('.')
    .flatMap((python) =>
      abis.split('.').flatMap((abi) => platforms.split('.').map((platform) => [python, abi, platform] as const)),
    );
  return { version: parts[1] ?? '', tags };
}

/** Whether a wheel with this tag runs on CPython of a version, such as `3.11.7`, on this machine. The installer has the last word. */
export function fitsMachine(
  [python, abi, platform]: readonly [string, string, string],
  version: string,
  place: WheelPlace,
): boolean {
  return fitsPython(python, abi, minorOf(version) ?? '') && fitsPlatform(platform, place);
}

function fitsPython(python: string, abi: string, minor: string): boolean {
  const [major = 0, second = 0] = minor.split('.').map(Number);
  const [, kind, taggedMajor, taggedSecond] = /^(py|cp)(\d)(\d*)$/.exec(python) ?? [];
  if (kind === undefined || Number(taggedMajor) !== major) return false;
  if (taggedSecond === '') return abi === 'none';
  const isOlder = Number(taggedSecond) <= second;
  if (abi === 'none') return kind === 'py' ? isOlder : Number(taggedSecond) === second;
  if (abi === 'abi3') return kind === 'cp' && isOlder;
  return kind === 'cp' && Number(taggedSecond) === second && new RegExp(`^cp${major}${second}(?:m|mu)?$`).test(abi);
}

function fitsPlatform(tag: string, { platform, arch }: WheelPlace): boolean {
  if (tag === 'any') return true;
  const machine = architectures[arch] ?? [arch];
  const ends = (names: readonly string[]): boolean => names.some((name) => tag.endsWith(`_${name}`) || tag === name);
  if (platform === 'linux') return /^(?:manylinux|linux)/.test(tag) && ends(machine);
  if (platform === 'darwin') return tag.startsWith('macosx_') && ends([...machine, 'universal2', 'universal', 'intel']);
  return platform === 'win32' && tag.startsWith('win') && ends(machine);
}
