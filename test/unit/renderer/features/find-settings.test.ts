import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../../src/protocol/settings';
import { isFound, readSettingsText, settingsText } from '../../../../src/renderer/features/settings/find-settings';

const read = (value: unknown) => readSettingsText(JSON.stringify(value), defaultSettings);

describe('settings as a text', () => {
  it('come back as nothing changed', () => {
    expect(readSettingsText(settingsText(defaultSettings), defaultSettings)).toEqual({ kind: 'read', change: {} });
  });

  it('are read as what is changed, and what is left out keeps its value', () => {
    expect(read({ theme: 'dark', timeLimit: 600 })).toEqual({ kind: 'read', change: { theme: 'dark' } });
  });

  it('are taken only without a fault, and every fault is told', () => {
    expect(read({ theme: 'pink', timeLimit: -1, colour: 'red' })).toMatchObject({
      kind: 'faulty',
      faults: [
        { kind: 'unknown', name: 'colour' },
        { kind: 'oneOf', name: 'theme', values: ['system', 'light', 'dark', 'highContrast'] },
        { kind: 'least', name: 'timeLimit' },
      ],
    });
    expect(read({ theme: 1, timeLimit: 'long' })).toMatchObject({
      faults: [{ kind: 'oneOf' }, { kind: 'type', name: 'timeLimit', wanted: 'number' }],
    });
    expect(readSettingsText('{', defaultSettings)).toMatchObject({ kind: 'faulty', faults: [{ kind: 'noJson' }] });
    expect(read([])).toMatchObject({ kind: 'faulty', faults: [{ kind: 'type', name: '', wanted: 'object' }] });
  });
});

describe('the search of settings', () => {
  it('wants every word, wherever it stands', () => {
    expect(isFound('', ['Theme'])).toBe(true);
    expect(isFound('dark theme', ['Theme', 'Dark'])).toBe(true);
    expect(isFound('sandbox', ['Theme', 'Dark'])).toBe(false);
  });
});
