import { describe, expect, it } from 'vitest';
import {
  minorOfFileName,
  parsePyvenvCfg,
  versionOfCondaMeta,
  versionOfPatchlevel,
  versionOfPyvenvCfg,
} from '../../../../src/node/python/discover/parse-version-files';
import { minorOf, minorRank } from '../../../../src/node/python/minor-version';
import { isVersionFrom } from '../../../../src/node/python/prepare/ensure-uv';
import { readPythonWish } from '../../../../src/node/python/resolve/python-wish';

describe('versions that files tell', () => {
  it.each([
    ['home = /opt/py/bin\nversion = 3.8.10\n', '3.8.10'],
    ['home = /opt/py/bin\r\nimplementation = CPython\r\nversion_info = 3.11.7.final.0\r\n', '3.11.7'],
    ['home = /opt/py/bin\nuv = 0.13.9\nversion_info = 3.12.1\n', '3.12.1'],
    ['version_info = 3.14.0rc1.candidate.1\n', '3.14.0rc1'],
    ['home = /opt/py/bin\n', null],
    ['version = unknown\n', null],
  ])('reads %j', (text, version) => {
    expect(versionOfPyvenvCfg(parsePyvenvCfg(text))).toBe(version);
  });

  it('reads patchlevel.h, also of a build after a release', () => {
    expect(versionOfPatchlevel('/* x */\n#define PY_VERSION      \t"3.6.15"\n')).toBe('3.6.15');
    expect(versionOfPatchlevel('#define PY_VERSION "3.9.2+"\n')).toBe('3.9.2');
    expect(versionOfPatchlevel('#define PY_MAJOR_VERSION 3\n')).toBeNull();
  });

  it('reads conda metadata, and takes no other package for the interpreter', () => {
    expect(versionOfCondaMeta(['numpy-1.26.4-py311h1_0.json', 'python-3.11.5-h955ad1f_0.json'])).toBe('3.11.5');
    expect(versionOfCondaMeta(['python-dateutil-2.8.2-pyhd3eb1b0_0.json', 'python_abi-3.11-2_cp311.json'])).toBeNull();
  });

  it.each([
    ['python3.11', '3.11'],
    ['python2.7', '2.7'],
    ['python3.6m', '3.6'],
    ['python3.10.exe', '3.10'],
    ['python3', null],
    ['python3.11-config', null],
    ['pythonw', null],
  ])('reads the file name %s', (name, minor) => {
    expect(minorOfFileName(name)).toBe(minor);
  });
});

describe('orders and wishes', () => {
  it('orders 3.9 before 3.11', () => {
    expect(minorRank('3.9')).toBeLessThan(minorRank('3.11'));
    expect(minorRank('2.7')).toBeLessThan(minorRank('3.0'));
    expect(minorOf('3.11.7')).toBe('3.11');
    expect(minorOf('x')).toBeNull();
  });

  it.each([
    ['3.9', { kind: 'release', release: '3.9' }],
    [' Python 3.9.18 ', { kind: 'release', release: '3.9.18' }],
    ['/opt/py/bin/python', { kind: 'path', path: '/opt/py/bin/python' }],
    ['newest', { kind: 'words' }],
    ['3', { kind: 'words' }],
    ['../python', { kind: 'words' }],
  ])('reads the wish %j', (given, wish) => {
    expect(readPythonWish(given)).toEqual(wish);
  });

  it('tells a uv that is new enough', () => {
    expect(isVersionFrom('uv 0.13.9 (x86_64-unknown-linux-gnu)\n', [0, 5])).toBe(true);
    expect(isVersionFrom('uv 0.4.30\n', [0, 5])).toBe(false);
    expect(isVersionFrom('uv 1.0.0\n', [0, 5])).toBe(true);
    expect(isVersionFrom('pyenv: uv: command not found\n', [0, 5])).toBe(false);
  });
});
