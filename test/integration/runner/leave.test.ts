import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';

const interpreters = findInterpreters().filter(({ version }) => version.startsWith('3.'));

const program = `
import os, sys, weakref
part = {"__name__": "leave"}
with open(sys.argv[1]) as stream:
    exec(compile(stream.read(), sys.argv[1], "exec"), part)
note, arm, on_code = part["prepare"]()

class Held(object):
    pass

imported, own = Held(), Held()
weakref.finalize(imported, os.write, 1, b"the parent's\\n")
note()
child = os.fork()
if child == 0:
    arm()
    weakref.finalize(own, os.write, 1, b"the script's\\n")
    sys.exit(0)
os.waitpid(child, 0)
os._exit(0)
`;

/** The end of a script's process with a code that is certain, and of a child that it had forked before. */
const certain = `
import os, sys, threading
part = {"__name__": "leave"}
with open(sys.argv[1]) as stream:
    exec(compile(stream.read(), sys.argv[1], "exec"), part)
note, arm, on_code = part["prepare"]()
import json
note()
child = os.fork()
if child == 0:
    arm()
    class Told(object):
        def __init__(self, name):
            self.name = name
        def __del__(self):
            os.write(1, self.name)
    plain, ring, kept = Told(b"plain,"), Told(b"ring,"), threading.local()
    ring.itself = ring
    kept.told = Told(b"thread,")
    on_code(7)
    forked = os.fork()
    if forked == 0:
        plain = ring = kept.told = None
        sys.exit(3)
    os.write(1, b"child %d," % (os.waitpid(forked, 0)[1] >> 8))
    sys.exit(5)
os.write(1, b"code %d" % (os.waitpid(child, 0)[1] >> 8))
os._exit(0)
`;

const why = interpreters.length === 0 ? ' (skipped: no Python 3 is found on this machine)' : '';

describe.skipIf(why !== '')(`the end of a fork${why}`, () => {
  it.each(interpreters)('clears up what the script made, and nothing of its parent, on $version', ({ python }) => {
    const { stdout, stderr } = spawnSync(python, ['-c', program, resolve('resources/python/parts/leave.py')], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe("the script's\n");
  });

  it.each(interpreters)(
    'takes apart all that the script made before it is over, on $version',
    ({ python, version }) => {
      const { stdout, stderr } = spawnSync(python, ['-c', certain, resolve('resources/python/parts/leave.py')], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const told = ['plain', 'ring', 'thread'];
      const words = stdout.split(',');
      // Before 3.9 the interpreter has no such place, and ends with its own code.
      const code = Number(version.split('.')[1]) < 9 ? 5 : 7;
      expect([words.slice(0, 3).sort(), words[3]]).toEqual([told, 'child 3']);
      expect([words.slice(4, 7).sort(), words[7]]).toEqual([told, `code ${code}`]);
    },
  );
});
