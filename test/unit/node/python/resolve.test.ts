import { describe, expect, it } from 'vitest';
import type { EnvironmentSummary, Package, ResolutionRow } from '../../../../src/protocol/environment';
import { chooseExisting } from '../../../../src/node/python/resolve/choose-existing';
import {
  chooseInterpreter,
  otherInterpreters,
  type InterpreterQuestion,
} from '../../../../src/node/python/resolve/choose-interpreter';
import { listDifferences } from '../../../../src/node/python/resolve/list-differences';
import { meets } from '../../../../src/node/python/resolve/releases-meeting';
import { stepBack } from '../../../../src/node/python/resolve/step-back';
import { tidyRows } from '../../../../src/node/python/resolve/tidy-rows';
import { isSpecifier } from '../../../../src/protocol/requirement';

const row = (name: string, specifier = ''): ResolutionRow => ({ name, specifier, step: 'stated', reason: '' });

function interpreter(version: string, over: Partial<EnvironmentSummary> = {}): EnvironmentSummary {
  return {
    id: `p-${version.replace(/\./g, '-')}`,
    kind: 'pyenv',
    name: version,
    prefix: `/py/${version}`,
    interpreter: `/py/${version}/bin/python`,
    pythonVersion: version,
    frameworks: [],
    ours: false,
    broken: null,
    ...over,
  };
}

const all = ['2.7.18', '3.6.15', '3.7.16', '3.8.18', '3.9.18', '3.10.13', '3.11.7', '3.12.1', '3.13.0'].map((version) =>
  interpreter(version),
);
const support = new Map([
  ['1.5.0', { oldest: '3.6', newest: '3.8' }],
  ['1.13.0', { oldest: '3.7', newest: '3.11' }],
  ['2.2.0', { oldest: '3.8', newest: '3.12' }],
]);
const knowledge = {
  supportOf: (name: string) => (name === 'torch' ? support : new Map()),
  isKnown: (name: string) => ['torch', 'numpy'].includes(name),
};

const choose = (over: Partial<InterpreterQuestion>) =>
  chooseInterpreter({ interpreters: all, wanted: null, stated: null, packages: [], asOf: null, knowledge, ...over });

describe('otherInterpreters', () => {
  const namesFor = (first: string, allowed: string | null = null) =>
    otherInterpreters({ interpreters: all, allowed }, interpreter(first)).map(({ name }) => name);

  it('are the nearest of other releases, the newer of two first, and no Python 2', () => {
    expect(namesFor('3.8.18')).toEqual(['3.9.18', '3.7.16', '3.10.13']);
    expect(namesFor('3.6.15')).toEqual(['3.7.16', '3.8.18', '3.9.18']);
  });

  it('are those alone that the project allows', () => {
    expect(namesFor('3.8.18', '>=3.10')).toEqual(['3.10.13', '3.11.7', '3.12.1']);
  });
});

describe('chooseInterpreter', () => {
  it('takes Python 2.7 where it is stated, and never by itself', () => {
    expect(choose({ stated: '2.7' })?.interpreter.name).toBe('2.7.18');
    expect(choose({ stated: '2.7', interpreters: all.slice(1) })).toMatchObject({
      interpreter: { name: '3.6.15' },
      missed: '2.7',
    });
  });

  it('takes what the user wants, before all else', () => {
    expect(choose({ wanted: '3.13', stated: '3.7' })).toMatchObject({ interpreter: { name: '3.13.0' }, step: 'given' });
    expect(choose({ wanted: '3.9.18' })?.interpreter.name).toBe('3.9.18');
    expect(choose({ wanted: '2.7' })?.interpreter.name).toBe('2.7.18');
    expect(choose({ wanted: '3.5' })).toBeNull();
  });

  it('takes the stated release, else the nearest, and says which was missed', () => {
    expect(choose({ stated: '3.7.4' })).toMatchObject({ interpreter: { name: '3.7.16' }, missed: null });
    expect(choose({ stated: '3.14' })).toMatchObject({ interpreter: { name: '3.13.0' }, missed: '3.14' });
    expect(choose({ stated: '3.5' })).toMatchObject({ interpreter: { name: '3.6.15' }, missed: '3.5' });
    const few = [interpreter('3.8.1'), interpreter('3.12.1')];
    expect(choose({ interpreters: few, stated: '3.10' })?.interpreter.name).toBe('3.12.1');
  });

  it('takes one that has the stated versions ready-made', () => {
    expect(choose({ packages: [row('torch', '==1.5.0')] })).toMatchObject({
      interpreter: { name: '3.8.18' },
      step: 'stated',
    });
    expect(choose({ packages: [row('torch', '>=2')] })?.interpreter.name).toBe('3.11.7');
    expect(choose({ packages: [row('torch')] })?.step).toBe('current');
    const era: ResolutionRow = { ...row('torch', '>=1.5.0,<1.6.0'), step: 'era' };
    expect(choose({ packages: [era] })).toMatchObject({ interpreter: { name: '3.8.18' }, step: 'era' });
  });

  it('follows the day of the report', () => {
    expect(choose({ asOf: '2019-09-15' })).toMatchObject({ interpreter: { name: '3.7.16' }, step: 'date' });
    expect(choose({ asOf: '2020-11-15' })?.interpreter.name).toBe('3.8.18');
    expect(choose({ asOf: '2022-06-01' })?.interpreter.name).toBe('3.10.13');
    expect(choose({ asOf: '2026-11-30' })?.interpreter.name).toBe('3.11.7');
  });

  it('prefers 3.11, then 3.12, and never takes 2.7 or 3.6 on its own', () => {
    expect(choose({})).toMatchObject({ interpreter: { name: '3.11.7' }, step: 'current' });
    const without = all.filter((one) => one.name !== '3.11.7');
    expect(choose({ interpreters: without })?.interpreter.name).toBe('3.12.1');
    expect(choose({ interpreters: [interpreter('2.7.18')] })).toBeNull();
    expect(choose({ interpreters: [] })).toBeNull();
  });

  it('prefers a whole installation to one inside an environment', () => {
    const both = [interpreter('3.11.7', { kind: 'venv', name: 'mine' }), interpreter('3.11.2', { kind: 'system' })];
    expect(choose({ interpreters: both })?.interpreter.name).toBe('3.11.2');
  });
});

describe('stepBack', () => {
  it('takes the nearest release that the interpreter has, and says so', () => {
    const stepped = stepBack(row('torch', '==1.5.0'), '3.11.7', knowledge);
    expect(stepped).toMatchObject({ specifier: '==1.13.0', stated: '==1.5.0' });
    expect(stepped.reason).toContain('1.5.0');
  });

  it('leaves what can be had, what is not in the table, and what is newer than it', () => {
    for (const [one, python] of [
      [row('torch', '==1.5.0'), '3.8.18'],
      [row('torch', ''), '3.11.7'],
      [row('numpy', '==1.0'), '3.11.7'],
      [row('torch', '==99.0'), '3.11.7'],
    ] as const) {
      expect(stepBack(one, python, knowledge)).toBe(one);
    }
  });
});

describe('tidyRows', () => {
  it('normalises, drops doubles in favour of the one with a version, and sets unknown names apart', () => {
    const tidy = tidyRows(
      [row('NumPy'), row('numpy', '== 1.26.4'), row('leftpadzz'), row('python', '==3.9')],
      [],
      knowledge,
    );
    expect(tidy.rows.map((one) => `${one.name}${one.specifier}`)).toEqual(['numpy==1.26.4', 'leftpadzz']);
    expect(tidy.unknown).toEqual(['leftpadzz']);
    expect(tidyRows([row('leftpadzz')], ['LeftPadZZ'], knowledge).unknown).toEqual([]);
  });

  it.each(['-e .', 'git+https://evil.example/x', '../x', 'numpy --index-url=http://evil.example', 'a b', ''])(
    'never takes %j for a name, allowed or not',
    (name) => {
      expect(tidyRows([row(name)], [name], knowledge).unknown).toEqual([name]);
    },
  );

  it('takes any version where the stated one cannot be read', () => {
    const [one] = tidyRows([row('numpy', 'latest --pre')], [], knowledge).rows;
    expect(one).toMatchObject({ specifier: '' });
    expect(one?.reason).toContain('latest');
  });
});

describe('versions', () => {
  it('compares by PEP 440, and never fails on what is no version', () => {
    expect(meets('2.1.0+cpu', '==2.1.0')).toBe(true);
    expect(meets('1.26.4', '>=1.20,<2')).toBe(true);
    expect(meets('2.0.0rc1', '<2')).toBe(false);
    expect(meets('bogus', '==1.0')).toBe(false);
    expect(meets('1.0', 'nonsense')).toBe(false);
    expect(isSpecifier('==1.*')).toBe(true);
    expect(isSpecifier('1.26.4')).toBe(false);
    expect(isSpecifier('@ https://evil.example')).toBe(false);
    expect(isSpecifier('==1.0\n--index-url http://evil.example')).toBe(false);
    expect(isSpecifier('==1.0 --hash=sha256:00')).toBe(false);
    expect(isSpecifier('==1.0 -e .')).toBe(false);
    expect(isSpecifier('==1.0; python_version < "4"')).toBe(false);
  });
});

describe('chooseExisting', () => {
  const candidate = (version: string, packages: readonly Package[]) => ({
    environment: interpreter(version),
    packages,
  });
  const torch = (version: string): Package => ({ name: 'torch', version });

  it('wants every heavy package, and takes one that gives the same modules', () => {
    const candidates = [
      candidate('3.11.7', [torch('2.2.0')]),
      candidate('3.12.1', [{ name: 'tensorflow-cpu', version: '2.16.1' }]),
    ];
    const wanted = { rows: [], pythonMinor: null };
    expect(chooseExisting(candidates, { ...wanted, heavy: ['tensorflow'] })?.environment.name).toBe('3.12.1');
    expect(chooseExisting(candidates, { ...wanted, heavy: ['jax'] })).toBeNull();
  });

  it('puts a met version before the interpreter, and that before completeness', () => {
    const candidates = [
      candidate('3.11.7', [torch('2.2.0'), { name: 'numpy', version: '1.26.4' }]),
      candidate('3.9.18', [torch('1.13.0')]),
      candidate('3.8.18', [torch('1.5.0')]),
    ];
    const ask = (rows: readonly ResolutionRow[], pythonMinor: string | null) =>
      chooseExisting(candidates, { heavy: ['torch'], rows, pythonMinor })?.environment.name;
    expect(ask([row('torch', '==1.5.0')], '3.9')).toBe('3.8.18');
    expect(ask([row('torch'), row('numpy')], '3.9')).toBe('3.9.18');
    expect(ask([row('torch'), row('numpy')], null)).toBe('3.11.7');
  });
});

describe('listDifferences', () => {
  it('says each difference in a sentence, and nothing where all is met', () => {
    const python = { interpreter: '/p', version: '3.11.7', step: 'stated' as const, reason: '' };
    const found = { pythonVersion: '3.11.7', packages: [{ name: 'torch', version: '2.2.0' }] };
    expect(listDifferences({ python, rows: [row('torch', '>=2')] }, found)).toEqual([]);
    expect(
      listDifferences(
        {
          python: { ...python, stated: '3.7' },
          rows: [{ ...row('torch', '==2.2.0'), stated: '==1.5.0' }, row('numpy')],
        },
        found,
      ),
    ).toEqual([
      'Python 3.11.7 is used; the report states 3.7.',
      'torch 2.2.0 is used; wanted is ==1.5.0.',
      'numpy is not installed in this environment.',
    ]);
  });
});
