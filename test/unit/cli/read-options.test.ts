import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions, type TypedOptions } from '../../../src/cli/input/read-options';

let workingFolder: string;
beforeAll(async () => {
  workingFolder = await mkdtemp(path.join(tmpdir(), 'reprise-options-'));
  await mkdir(path.join(workingFolder, 'project'));
  await writeFile(path.join(workingFolder, 'python3'), '');
});
afterAll(() => rm(workingFolder, { recursive: true, force: true }));

const read = (typed: TypedOptions, interactive = false) => readOptions(typed, { workingFolder, interactive });

describe('what is typed', () => {
  it('becomes options with absolute paths, and only what was typed', async () => {
    expect(await read({})).toEqual({ autonomy: 'auto' });
    const typed = {
      project: 'project',
      data: 'project',
      environment: './python3',
      python: './python3',
      asOf: '2020-02-29',
      timeLimit: '1.5',
      repeats: '3',
      sandbox: 'off',
      allowPackage: ['Tensorflow_CPU', 'torch'],
      withoutPackage: ['Scikit_Learn'],
    };
    expect(await read(typed)).toEqual({
      autonomy: 'auto',
      project: path.join(workingFolder, 'project'),
      data: path.join(workingFolder, 'project'),
      environment: path.join(workingFolder, 'python3'),
      python: path.join(workingFolder, 'python3'),
      asOf: '2020-02-29',
      timeLimit: 1.5,
      repeats: 3,
      sandbox: 'off',
      allowPackages: ['tensorflow-cpu', 'torch'],
      leaveOut: ['scikit-learn'],
    });
    expect(await read({ python: '3.11' })).toMatchObject({ python: '3.11' });
    expect(await read({ guide: true }, true)).toEqual({ autonomy: 'guide' });
  });

  it.each<[TypedOptions, string]>([
    [{ project: 'nowhere' }, 'nowhere'],
    [{ project: 'python3' }, 'not a folder'],
    [{ environment: 'nowhere' }, '--environment'],
    [{ data: 'python3' }, '--data'],
    [{ python: 'three' }, '--python'],
    [{ python: './nowhere' }, '--python'],
    [{ asOf: '2021-02-29' }, '--as-of'],
    [{ withoutPackage: ['../x'] }, '--without-package'],
    [{ timeLimit: '0' }, '--time-limit'],
    [{ timeLimit: 'long' }, '--time-limit'],
    [{ timeLimit: '1e9' }, '--time-limit'],
    [{ repeats: '1.5' }, '--repeats'],
    [{ repeats: '101' }, '--repeats'],
    [{ sandbox: 'none' }, '--sandbox'],
    [{ allowPackage: ['--index-url=http://evil'] }, '--allow-package'],
    [{ allowPackage: ['torch @ http://evil'] }, '--allow-package'],
    [{ auto: true, guide: true }, 'not both'],
    [{ guide: true }, 'no terminal'],
    [{ baseUrl: 'http://127.0.0.1:1/v1' }, 'Which model?'],
    [{ model: 'm', baseUrl: 'file:///etc/passwd' }, 'no address of a model endpoint'],
    [{ model: 'm', baseUrl: 'https://key@host/v1' }, 'no address of a model endpoint'],
    [{ model: 'm', maxCalls: '0' }, '--max-calls'],
    [{ model: 'm', maxCost: '1' }, 'needs a price'],
    [{ model: 'm', maxCost: '-1', price: '1/2' }, 'no amount of dollars'],
    [{ model: 'm', price: '1' }, 'no price'],
    [{ model: 'm', without: 'plan,verdict' }, 'cannot be left out'],
  ])('%j is refused with a sentence that says what to do', async (typed, words) => {
    await expect(read(typed)).rejects.toMatchObject({ code: 'badInput', message: expect.stringContaining(words) });
  });
});
