import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FrameRecord, RecordLine } from '../../src/protocol/record/record';

/** Runs scripts one after the other, each in a folder and a fork of its own: what one switches in a framework is not switched for the next. */
export interface SnippetRunner {
  run(text: string): Promise<{ readonly lines: readonly RecordLine[]; readonly stdout: string }>;
  close(): void;
}

const driver = `
import contextlib, io, json, os, runpy, signal, sys, traceback

def run(path):
    os.chdir(os.path.dirname(path))
    out = io.StringIO()
    answer = {}
    signal.alarm(180)  # A snippet that does not end is ended, and with it the test; a first import of TensorFlow takes a minute on a busy machine.
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(path, init_globals={"reprise_observe": lambda name, value: print("observed", name, value)}, run_name="__main__")
    except SystemExit:
        pass
    except BaseException as error:
        frames = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
        answer = {"type": type(error).__name__, "message": str(error)[:2000], "line": frames[-1] if frames else None}
    answer["stdout"] = out.getvalue()[-4000:]
    sys.__stdout__.write(json.dumps(answer) + "\\n")
    sys.__stdout__.flush()

for name in sys.argv[1:]:
    with contextlib.suppress(ImportError):
        __import__(name)
for path in sys.stdin:
    fork = os.fork()
    if fork == 0:
        run(path.strip())
        os._exit(0)
    if os.waitpid(fork, 0)[1] != 0:
        sys.exit(1)
`;

interface Answer {
  readonly type?: string;
  readonly message?: string;
  readonly line?: number | null;
  readonly stdout: string;
}

function frameAt(line: number): FrameRecord {
  return {
    file: 'script.py',
    line,
    function: '<module>',
    module: '__main__',
    place: 'script',
    distribution: null,
    instruction: null,
    code: null,
    tensors: [],
  };
}

/** `packages`: a folder of packages beside those of the interpreter. `imported`: modules that are imported once, before the forks, where they are there. */
export function createSnippetRunner(
  python: string,
  { packages = '', imported = [] }: { readonly packages?: string; readonly imported?: readonly string[] } = {},
): SnippetRunner {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-snippets-'));
  writeFileSync(join(folder, 'driver.py'), driver);
  const child = spawn(python, ['-u', join(folder, 'driver.py'), ...imported], {
    cwd: folder,
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TF_CPP_MIN_LOG_LEVEL: '3',
      CUDA_VISIBLE_DEVICES: '',
      MPLBACKEND: 'Agg',
      LANG: 'C.UTF-8',
      PYTHONPATH: packages,
      HF_HUB_OFFLINE: '1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let count = 0;
  return {
    run: async (text) => {
      count += 1;
      const own = join(folder, String(count));
      mkdirSync(own);
      writeFileSync(join(own, 'script.py'), text);
      child.stdin.write(`${join(own, 'script.py')}\n`);
      const next = await answers.next();
      if (next.done === true) throw new Error('The interpreter of the test ended.');
      const answer = JSON.parse(next.value) as Answer;
      const { type, message = '', line = null } = answer;
      const frames = line === null ? [] : [frameAt(line)];
      const chain =
        type === undefined ? [] : [{ type, module: null, bases: [], message, relation: 'raised' as const, frames }];
      return { lines: chain.length === 0 ? [] : [{ type: 'exception', atMs: 1, chain }], stdout: answer.stdout };
    },
    close: () => {
      // The group: a fork may still be at work.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
