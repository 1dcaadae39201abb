import type { RunRequest } from '../../../src/core/ports/script-runner';

/** Scripts that pass one limit each, cold and warm alike: what it is, the script, the limit, and the kind of its end. */
export const limitScripts: readonly (readonly [string, string, Partial<RunRequest['limits']>, string])[] = [
  ['time', 'import time; time.sleep(86400)', { seconds: 1 }, 'timeLimit'],
  ['memory', 'b = bytearray(300000000)\nimport time; time.sleep(86400)', { memoryBytes: 150_000_000 }, 'memoryLimit'],
  ['output', 'while True: print("x" * 1000)', { outputBytes: 50_000 }, 'outputLimit'],
  [
    'processes',
    'import os, time\nfor _ in range(20): os.fork() or time.sleep(86400)\ntime.sleep(86400)',
    { processes: 10 },
    'processLimit',
  ],
  [
    'disk',
    'import time\nopen("f", "wb").write(b"x" * 30000000); time.sleep(86400)',
    { diskBytes: 10_000_000 },
    'diskLimit',
  ],
];

/** Ignores TERM, and starts processes that leave it and its session and ignore TERM too; `ready` is a statement that tells that it has. */
export function stubbornScript(ready: string): string {
  return `
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True: time.sleep(1)
        os._exit(0)
${ready}
while True: time.sleep(1)
`;
}
