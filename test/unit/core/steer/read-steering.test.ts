import { describe, expect, it } from 'vitest';
import { followSteering } from '../../../../src/core/steer/follow-steering';
import { readSteering } from '../../../../src/core/steer/read-steering';
import { createSequentialIds } from '../../../../src/core/doubles/sequential-ids';
import { emptyState } from '../../../../src/protocol/reproduction/reduce';
import type { Steering } from '../../../../src/protocol/steering';

const at = '2026-01-01T00:00:00.000Z';
const said = (text: string, isTaken = false): Steering => ({
  id: 'steering-1',
  text,
  wishes: readSteering(text),
  isTaken,
  at,
});

describe('words to the next step', () => {
  it.each([
    ['torch==2.1.0', [{ kind: 'package', name: 'torch', specifier: '==2.1.0' }]],
    ['pin numpy < 2, please', [{ kind: 'package', name: 'numpy', specifier: '<2' }]],
    ['my_pkg >= 1.0, < 2', [{ kind: 'package', name: 'my-pkg', specifier: '>=1.0,<2' }]],
    ['Try it with PyTorch 1.9 instead.', [{ kind: 'package', name: 'torch', specifier: '==1.9' }]],
    ['use Python 3.8', [{ kind: 'python', version: '3.8' }]],
    ['as of 2021-06-01', [{ kind: 'asOf', date: '2021-06-01' }]],
    ['run it on the CPU', [{ kind: 'devices', devices: [] }]],
    ['use gpu 1', [{ kind: 'devices', devices: ['1'] }]],
    ['time limit 90 s', [{ kind: 'timeLimit', seconds: 90 }]],
    ['Let a run take at most 5 minutes', [{ kind: 'timeLimit', seconds: 300 }]],
    ['repeat 10 times', [{ kind: 'repeats', count: 10 }]],
    ['symptom: KeyError: no such column', [{ kind: 'exception', type: 'KeyError', message: 'no such column' }]],
  ])('%s', (text, wishes) => expect(readSteering(text)).toEqual(wishes));

  it('are no wish where they name nothing outright', () => {
    for (const text of [
      'The shapes look wrong to me.',
      'I think 3 layers are enough',
      'see issue 1234',
      'at most once',
    ]) {
      expect(readSteering(text)).toEqual([]);
    }
  });

  it('change what the next run has, once, and leave the rest', () => {
    const state = { ...emptyState('r-1'), steerings: [said('numpy==1.26.4, on the cpu, time limit 60 s')] };
    const events = followSteering(state, createSequentialIds());
    expect(events).toMatchObject([
      {
        type: 'reproduction/optionsChanged',
        options: { timeLimit: 60, devices: [], packages: [{ name: 'numpy', specifier: '==1.26.4' }], repeats: null },
      },
      { type: 'steering/taken', steeringId: 'steering-1' },
    ]);
    expect(followSteering({ ...state, steerings: [said('numpy==1.26.4', true)] }, createSequentialIds())).toEqual([]);
  });

  it('name another symptom, which is judged by then', () => {
    const state = { ...emptyState('r-1'), steerings: [said('symptom: KeyError')] };
    expect(followSteering(state, createSequentialIds())[0]).toMatchObject({
      type: 'symptom/edited',
      symptoms: [{ kind: 'exception', type: 'KeyError', author: 'user' }],
    });
  });
});
