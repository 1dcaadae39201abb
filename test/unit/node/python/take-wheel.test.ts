import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { takeWheel } from '../../../../src/node/python/prepare/take-wheel';
import { readWheelMetadata } from '../../../../src/node/python/prepare/wheel-metadata';
import { temporaryFolder } from '../../../helpers/temporary-folder';

const NAME = 'absl_py-0.8.0-py3-none-any.whl';
const wanted = { name: 'absl-py', version: '0.8.0' };
const metadata = (lines: readonly string[]) =>
  `Metadata-Version: 2.1\nName: absl-py\n${lines.join('\n')}\n\nAbout it.\n`;
const wheelOf = (lines: readonly string[], more: Record<string, Uint8Array> = {}) =>
  zipSync({ 'absl_py-0.8.0.dist-info/METADATA': strToU8(metadata(lines)), ...more });
const whole = wheelOf(['Requires-Dist: six']);

/** uv's cache, with the wheel where uv keeps it. */
async function cacheWith(files: Readonly<Record<string, Uint8Array>>): Promise<{ cache: string; place: string }> {
  const cache = await temporaryFolder();
  const place = join(cache, 'sdists-v11', 'index', 'ab12', 'absl-py', '0.8.0', 'Wx');
  await mkdir(place, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), content);
  }
  return { cache, place };
}

describe('takeWheel', () => {
  it('takes the one wheel of that name and version, and no wheel of the source beside it', async () => {
    const { cache } = await cacheWith({ [NAME]: whole, [`src/dist/${NAME}`]: whole });
    expect(await takeWheel(cache, wanted)).toMatchObject({ file: NAME, requires: ['six'], extras: [] });
    expect(await takeWheel(cache, { ...wanted, version: '0.8.1' })).toBeNull();
    expect(await takeWheel(cache, { ...wanted, name: 'absl' })).toBeNull();
  });

  it('takes none of two, and nothing that is no wheel', async () => {
    const { cache } = await cacheWith({ [NAME]: whole, 'other-1.0-py3-none-any.whl': whole });
    expect(await takeWheel(cache, wanted)).toBeNull();
    expect(await takeWheel((await cacheWith({ [NAME]: strToU8('no zip') })).cache, wanted)).toBeNull();
    expect(await takeWheel((await cacheWith({})).cache, wanted)).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('follows no link and waits for no pipe', async () => {
    const linked = await cacheWith({ 'secret.bin': whole });
    await symlink(join(linked.place, 'secret.bin'), join(linked.place, NAME));
    expect(await takeWheel(linked.cache, wanted)).toBeNull();

    const piped = await cacheWith({});
    execFileSync('mkfifo', [join(piped.place, NAME)]);
    expect(await takeWheel(piped.cache, wanted)).toBeNull();

    const { cache } = await cacheWith({ [NAME]: whole });
    const around = await temporaryFolder();
    await symlink(join(cache, 'sdists-v11'), join(around, 'sdists-v11'));
    expect(await takeWheel(around, wanted)).toBeNull();
  });

  it('gives up on a tree without an end', async () => {
    const { cache, place } = await cacheWith({ [NAME]: whole });
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => mkdir(join(place, `d${at}`))));
    expect(await takeWheel(cache, wanted)).toBeNull();
  });
});

describe('readWheelMetadata', () => {
  it('reads what is required, with conditions and extras', () => {
    const requires = ['six (>=1.0)', 'enum34 ; python_version < "3.4"', "h5py[all] (>=2,<3) ; extra == 'h5'"];
    const lines = [...requires.map((one) => `Requires-Dist: ${one}`), 'provides-extra: h5'];
    expect(readWheelMetadata(wheelOf(lines))).toEqual({ requires, extras: ['h5'] });
    expect(readWheelMetadata(wheelOf([]))).toEqual({ requires: [], extras: [] });
  });

  it.each([
    'six @ https://elsewhere.example/six.zip',
    'six @ file:///tmp/six',
    'git+https://elsewhere.example/six',
    '../six',
    '-e .',
    `six${'x'.repeat(2000)}`,
  ])('takes nothing of a wheel that requires %j', (line) => {
    expect(readWheelMetadata(wheelOf([`Requires-Dist: ${line}`]))).toBeNull();
  });

  it('takes nothing of two lists, or of one that is larger than it says', () => {
    expect(readWheelMetadata(wheelOf([], { 'other-1.dist-info/METADATA': strToU8(metadata([])) }))).toBeNull();
    expect(readWheelMetadata(wheelOf(['x'.repeat(2_000_000)]))).toBeNull();
    expect(readWheelMetadata(new Uint8Array())).toBeNull();
  });
});
