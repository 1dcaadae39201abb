import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';

const symptomsOf = (text: string) => readReport({ name: 'report.md', text, asOf: null }).symptoms;
const told = JSON.parse(readFileSync('test/unit/core/symptom/told-reports.json', 'utf8')) as (readonly [
  string,
  string,
])[];

describe('findSymptoms', () => {
  it.each(told)('%s: %s', (kind, text) => {
    const [first] = symptomsOf(text);
    expect(first?.kind ?? 'none').toBe(kind);
    if (first?.span) expect(text.slice(first.span.start, first.span.end).trim()).not.toBe('');
  });

  it('puts the kind that the expectation names first for each of the cases and of the silent reports', () => {
    const cases = ['test/cases', 'test/silent'].flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${folder}/${name}`),
    );
    const wrong = cases.flatMap((folder) => {
      const { symptomKind } = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as { symptomKind: string };
      const first = symptomsOf(readFileSync(`${folder}/report.md`, 'utf8'))[0]?.kind;
      return first === symptomKind || symptomKind === 'none'
        ? []
        : [`${folder}: ${first ?? 'nothing'} for ${symptomKind}`];
    });
    expect(cases.length).toBeGreaterThan(45);
    expect(wrong).toEqual([]);
  });

  it.each<[string, object]>([
    ['The accuracy is stuck at 10 % from the first epoch on.', { metric: 'accuracy', value: 0.1 }],
    ['The network always outputs 0.5 no matter the input.', { metric: 'prediction', value: 0.5 }],
    ['Training accuracy is 0.98 but validation accuracy is 0.51.', { metric: 'val_accuracy', op: '<=', value: 0.51 }],
    ['Training with a DataLoader is 10 times slower than with numpy.', { kind: 'slow', ratio: 10 }],
    ['My test accuracy is 2846%, how can this be?', { kind: 'wrongValue', what: 'accuracy', op: '>', value: 100 }],
    ['The accuracy goes over 1.0 in some epochs.', { kind: 'wrongValue', what: 'accuracy', op: '>', value: 1 }],
    ['SGDRegressor score is -1.3e+26', { kind: 'wrongValue', what: 'score', op: '<', value: 0 }],
    ['The model gives different predictions after torch.save of its weights.', { kind: 'saveLoadMismatch' }],
    ['Residuals have the wrong shape: (200, 200) instead of (200,)', { expected: '(200,)', actual: '(200, 200)' }],
    ['It takes twice as long as before.', { kind: 'slow', ratio: 2 }],
    ['Memory usage grows by 20 MB per step.', { kind: 'memoryGrowth', bytesPerStep: 20_000_000 }],
    ['It hangs forever, I waited for 10 minutes.', { kind: 'hang', afterSeconds: 600 }],
    ['`predict` returns an array of shape (10, 1) instead of (10,).', { what: 'predict', expected: '(10,)' }],
    ['The tensor has dtype float64 instead of float32.', { kind: 'wrongType', expected: 'float32' }],
    ['All gradients are None after backward.', { kind: 'wrongValue', what: 'gradient', value: 0 }],
    ['`torch.arange(3) / 2` returns int64 instead of float32.', { expected: 'float32', actual: 'int64' }],
    ['Validation accuracy drops with every epoch.', { metric: 'val_accuracy', direction: 'down' }],
    ['Only the validation loss increases with every epoch.', { metric: 'val_loss', direction: 'up' }],
  ])('tells the numbers and names in %j', (text, expected) => {
    expect(symptomsOf(text)[0]).toMatchObject(expected);
  });

  it.each<[string, object]>([
    ['The accuracy stays at chance. I have 10 classes.', { value: 0.1, classes: 10 }],
    ['Accuracy is no better than random guessing on cats vs dogs.', { value: 0.5, classes: 2 }],
    ['Val accuracy at chance level\n\n```python\nmodel.add(Dense(5, activation="softmax"))\n```', { classes: 5 }],
    ['The accuracy is stuck at 0.1 with MNIST.', { value: 0.1, classes: 10 }],
    [
      'Accuracy at chance.\n\n```python\nself.fc = nn.Linear(84, 4)\nloss = F.cross_entropy(out, y)\n```',
      { value: 0.25, classes: 4 },
    ],
  ])('tells how many classes guessing has in %j', (text, expected) => {
    expect(symptomsOf(text)[0]).toMatchObject({ kind: 'stuckMetric', ...expected });
  });

  it.each([
    'The accuracy is stuck at 0.35 with MNIST.',
    'The accuracy stays at chance.',
    'The loss is stuck at 2.3 with 10 classes.',
  ])('tells no classes of %j', (text) => {
    expect(symptomsOf(text)[0]).not.toHaveProperty('classes');
  });

  it('takes the class of a quoted message from the table of families, else any', () => {
    const [known] = symptomsOf('It fails with "all elements of input should be between 0 and 1".');
    expect(known).toMatchObject({ kind: 'exception', type: 'RuntimeError' });
    const [unknown] = symptomsOf('I get the error "the frobnicator of row seven is not aligned".');
    expect(unknown).toMatchObject({ kind: 'exception', type: 'Exception' });
    expect(unknown?.confidence).toBeLessThan(known?.confidence ?? 0);
  });

  it('reads what a reporter says in own words as the message of a family', () => {
    const [first] = symptomsOf('Then it complains that the model has not been built yet, this model.');
    expect(first).toMatchObject({ kind: 'exception', type: 'ValueError' });
    expect(first?.kind === 'exception' ? first.message?.source : null).toContain('has not yet been built');
  });

  it('blames the call of a failure without words, and the line that the reporter marked', () => {
    const [first] = symptomsOf(
      'The Lambda layer raises an error.\n\n```python\nx = Input((3,))\ny = Lambda(f)(x)   # <- fails\n```\n',
    );
    expect(first).toMatchObject({ type: 'Exception', message: null, blamed: { code: 'y = Lambda(f)(x)' } });
    expect(first?.confidence).toBeLessThan(0.5);
  });

  it('gives several symptoms of one report, each with its own place', () => {
    const text = 'Loss is nan in the second epoch.\n\nAlso it is 5 times slower than before.\n\nMemory keeps growing.';
    expect(symptomsOf(text).map((symptom) => symptom.kind)).toEqual(['nonFinite', 'memoryGrowth', 'slow']);
    const places = symptomsOf(text).map((symptom) => symptom.span?.start);
    expect(new Set(places).size).toBe(3);
  });

  it.each([
    'The loss is no longer nan since I scaled the inputs.',
    'It should never hang.',
    'There are no nans in the data, I checked.',
    'I freeze the layers of the backbone.',
  ])('does not take the opposite or a wish for a symptom: %s', (text) => {
    expect(symptomsOf(text)).toEqual([]);
  });
});
