import { describe, expect, it } from 'vitest';
import { resolve } from 'node:path';
import { readKnowledge } from '../../../../src/node/python/knowledge/read-knowledge';
import { withdrawnOfTheDay } from '../../../../src/node/python/prepare/compile-lock';
import { laterReleases } from '../../../../src/node/python/prepare/later-releases';
import { ownSettings } from '../../../../src/node/python/prepare/own-settings';
import {
  buildCommand,
  compileCommand,
  installCommand,
  type UvCall,
} from '../../../../src/node/python/prepare/uv-commands';
import { fromFirstRelease } from '../../../../src/node/python/resolve/first-release';
import { servesAsItIs } from '../../../../src/node/python/resolve/serves-as-it-is';
import { withUndeclared } from '../../../../src/node/python/resolve/undeclared';
import type { EnvironmentSummary, ResolutionRow } from '../../../../src/protocol/environment';

const knowledge = readKnowledge(resolve(import.meta.dirname, '../../../../resources'));
const row = (name: string, specifier = ''): ResolutionRow => ({ name, specifier, step: 'date', reason: '' });
const call = (asOf: string | null, later: Record<string, string> = {}): UvCall => ({
  ...{ uv: 'uv', interpreter: 'python', workFolder: '/work', asOf, later },
  ...{ fromSource: ['keras'], cpuIndex: null },
});
const exempt = (command: readonly string[]) => command.filter((_, at) => command[at - 1] === '--exclude-newer-package');

describe('the commands of an earlier day', () => {
  it('let in build tools that uv can build with, where the day had none', () => {
    expect(exempt(compileCommand(call('2017-11-12')))).toEqual(['setuptools=2019-03-31T23:59:59Z']);
    expect(exempt(buildCommand(call('2017-11-12')))).toEqual(['setuptools=2019-03-31T23:59:59Z']);
    expect(exempt(compileCommand(call('2020-01-01')))).toEqual([]);
    expect(compileCommand(call(null)).join(' ')).not.toContain('--exclude-newer');
  });

  it('let in one release that came later, up to its own day', () => {
    expect(laterReleases([row('torch', '==1.0.0'), row('numpy', '==1.14.0')], '2018-06-01', knowledge)).toEqual({
      torch: '2018-12-07',
    });
    expect(laterReleases([row('torch', '==1.0.0')], null, knowledge)).toEqual({});
    expect(exempt(compileCommand(call('2020-01-01', { torch: '2020-02-02' })))).toEqual(['torch=2020-02-02T23:59:59Z']);
  });

  it('name our settings file alone', () => {
    for (const command of [
      compileCommand(call(null)),
      installCommand(call(null), { interpreter: 'python', wheelFolders: [] }),
      buildCommand(call(null)),
    ]) {
      expect(command[command.indexOf('--config-file') + 1]).toBe('/work/settings.toml');
    }
  });
});

describe('ownSettings', () => {
  it('tells what releases require whose own metadata cannot be read', () => {
    const text = ownSettings(knowledge.metadataRepairs);
    expect(text).toContain(
      '[[dependency-metadata]]\nname = "pandas"\nversion = "0.23.4"\nrequires-dist = ["python-dateutil>=2.5.0", "pytz>=2011.11", "numpy>=1.9.0"]\n',
    );
    expect(text).not.toContain('2011k');
    expect(text).not.toContain('"0.25');
  });

  it('tells of what is taken as source what builds said of it, and of other releases that nothing is known', () => {
    const built = [{ name: 'gast', version: '0.3', requires: ['six" ]'], extras: ['all'] }];
    expect(ownSettings([], { names: ['gast'], built })).toBe(
      [
        '[[dependency-metadata]]\nname = "gast"\nversion = "0.3"\nrequires-dist = ["six\\" ]"]\nprovides-extra = ["all"]\n',
        '[[dependency-metadata]]\nname = "gast"\nrequires-dist = []\n',
      ].join('\n'),
    );
  });
});

describe('rows of an earlier day', () => {
  it('take the first release of what the index did not have yet', () => {
    expect(fromFirstRelease(row('torch'), '2018-06-01', knowledge)).toMatchObject({
      specifier: '==1.0.0',
      reason: expect.stringContaining('2018-12-07') as string,
    });
    expect(fromFirstRelease(row('torch'), '2019-01-01', knowledge).specifier).toBe('');
    expect(fromFirstRelease(row('torch', '<1.1'), '2018-06-01', knowledge).specifier).toBe('<1.1');
    expect(fromFirstRelease(row('torch'), null, knowledge).specifier).toBe('');
  });

  it('ask by number for the release of the day, which may be withdrawn since', () => {
    const lines = withdrawnOfTheDay([row('torchvision'), row('torch', '==1.0.0'), row('unheard-of')], {
      asOf: '2019-01-15',
      knowledge,
    });
    expect(lines).toEqual([['torchvision', 'torchvision==0.2.1']]);
  });

  it('have NumPy beside PyTorch, which needed it and did not say so', () => {
    const names = (rows: readonly ResolutionRow[], asOf: string | null) =>
      withUndeclared(rows, { asOf, knowledge }).map(({ name }) => name);
    expect(names([row('torch')], '2019-01-15')).toEqual(['torch', 'numpy']);
    expect(names([row('torch'), row('numpy', '==1.16.0')], '2019-01-15')).toHaveLength(2);
    expect(names([row('torch')], null)).toHaveLength(1);
    expect(names([row('torch')], '2023-11-14')).toHaveLength(1);
    expect(names([row('keras')], '2019-01-15')).toHaveLength(1);
  });

  it.each([
    ['==1.15.*', '<2.4'],
    ['==2.1.*', '==2.3.*'],
    ['==2.4.*', '==2.4.*'],
    // From here on TensorFlow requires its Keras itself.
    ['==2.8.*', ''],
    ['', ''],
  ])('have a Keras beside TensorFlow %j that it can carry: %j', (tensorflow, keras) => {
    const rows = [row('keras'), row('tensorflow', tensorflow)];
    expect(withUndeclared(rows, { asOf: '2021-12-31', knowledge })[0]?.specifier).toBe(keras);
  });

  it('leave a Keras as it is that somebody gave a release', () => {
    const rows = [row('tensorflow', '==2.4.*'), row('keras', '==2.2.4')];
    expect(withUndeclared(rows, { asOf: null, knowledge })).toEqual(rows);
  });
});

describe('servesAsItIs', () => {
  it('takes nothing that is old for years as current', () => {
    const serves = (version: string) =>
      servesAsItIs(
        {
          environment: { ours: true, pythonVersion: '3.7.16' } as EnvironmentSummary,
          packages: [{ name: 'tensorflow', version }],
        },
        {
          rows: [row('tensorflow')],
          ...{ pythonMinor: null, asOf: null, today: '2026-12-01', knowledge, isLarge: () => true },
        },
      );
    expect(serves('2.3.4')).toBe(false);
    expect(serves([...knowledge.releaseDatesOf('tensorflow').keys()].at(-1) ?? '')).toBe(true);
    expect(serves('99.0.0')).toBe(true);
  });
});
