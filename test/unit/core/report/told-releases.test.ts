import { describe, expect, it } from 'vitest';
import { toldReleases } from '../../../../src/core/report/told-releases';
import { readReport } from '../../../../src/core/report/read-report';

function told(text: string): readonly string[] {
  return toldReleases(text).map(({ name, side, version }) => `${name ?? '?'} ${side} ${version ?? '?'}`);
}

describe('releases without the fault, as a report tells of them', () => {
  it.each([
    ['It works in torch 1.12 but fails in torch 1.13.', ['torch at 1.12']],
    ['The same code works fine with numpy 1.23.5.', ['numpy at 1.23.5']],
    ['With NumPy 1.26.4 there is no error.', ['numpy at 1.26.4']],
    ['This worked in TensorFlow 2.3, it crashes in 2.4.', ['tensorflow at 2.3']],
    ['Downgrading to numpy==1.23.5 helps.', ['numpy at 1.23.5']],
    ['Pinning numpy<2.0 fixes it.', ['numpy below 2.0']],
    ['It has been fixed in scikit-learn 1.3.1.', ['scikit-learn at 1.3.1']],
    ['Since pandas 2.1.0 this raises an error.', ['pandas before 2.1.0']],
    ['It broke after upgrading from numpy 1.26.4 to 2.0.0.', ['numpy at 1.26.4']],
    ['This is a regression introduced in keras 3.4.0.', ['keras before 3.4.0']],
    ['It used to work in the previous version.', ['? before ?']],
    ['It is fixed in the latest release of numpy.', ['numpy after ?']],
    ['It works with numpy 1.24.1, and with numpy 1.22.0.', ['numpy at 1.24.1', 'numpy at 1.22.0']],
    ['It doesn’t happen with torch 1.12.1.', ['torch at 1.12.1']],
  ])('reads “%s”', (sentence, wanted) => {
    expect(told(`# A crash\n\n${sentence}\n`)).toEqual(wanted);
  });

  it.each([
    'It fails in torch 1.13.',
    'I use numpy 1.26.4 on Linux.',
    'It does not work with numpy 1.23.5 either.',
    'Upgrading to torch 2.1.0 did not help.',
    'It works with Python 3.8.',
    'The loss is 0.25 and works out to 0.5 of what I expect.',
    'The same error comes with keras 2.4.0.',
    'I would expect it to work in torch 1.13.',
  ])('makes nothing of “%s”', (sentence) => {
    expect(told(`# A crash\n\n${sentence}\n`)).toEqual([]);
  });

  it.each([
    ['It works in torch 1.12.1 but fails in torch 1.13.0.', ['torch 1.13.0']],
    ['It works with numpy 1.26.4.', []],
    ['I have torch 2.1.0. With torch 1.13.1 there is no error.', ['torch 2.1.0']],
    ['It trains fine with torch 1.12.1, but the loss is wrong.', ['torch 1.12.1']],
    ['numpy==1.26.4 fails.', ['numpy 1.26.4']],
  ])('keeps of the versions in “%s” those that have the fault', (text, wanted) => {
    const { readOut } = readReport({ name: 'report.md', text: `# A crash\n\n${text}\n`, asOf: null });
    expect(readOut.versions.map(({ name, version }) => `${name} ${version}`)).toEqual(wanted);
  });
});
