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
note, arm = part["prepare"]()

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

const why = interpreters.length === 0 ? ' (skipped: no Python 3 is found on this machine)' : '';

describe.skipIf(why !== '')(`the end of a fork${why}`, () => {
  it.each(interpreters)('clears up what the script made, and nothing of its parent, on $version', ({ python }) => {
    const { stdout, stderr } = spawnSync(python, ['-c', program, resolve('resources/python/parts/leave.py')], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe("the script's\n");
  });
});
