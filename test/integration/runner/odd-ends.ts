import type { Shape } from './shapes';

/** Fork without a program, each way of leaving the child; works on every version. */
const FORK = 'import os, sys\nchild = os.fork()\n';

/** Scripts that end in ways that interpreters treat apart. As `SHAPES`: neither the runner nor a fork of a warm interpreter may show. */
export const ODD_ENDS: Readonly<Record<string, Shape>> = {
  'left at once from a thread': {
    source:
      'import os, sys, threading\ndef f():\n    sys.stdout.write("in the thread\\n")\n    os._exit(7)\nt = threading.Thread(target=f)\nt.start()\nt.join()\nprint("never")\n',
  },
  'left at once from an exit function': {
    source:
      'import atexit, os\natexit.register(os._exit, 9)\natexit.register(print, "before")\nraise ValueError("x")\n',
    since: '3.6',
  },
  'thread that outlives the script': {
    source:
      'import threading, time\ndef f():\n    while not done:\n        time.sleep(0.01)\n    print("late")\ndone = []\nthreading.Thread(target=f).start()\ndone.append(1)\nraise KeyError("early")\n',
  },
  'daemon thread that waits at the end': {
    source:
      'import threading\nlock = threading.Lock()\nlock.acquire()\nt = threading.Thread(target=lock.acquire)\nt.daemon = True\nt.start()\nprint("end")\n',
  },
  'exit function that fails': {
    source: 'import atexit\ndef f():\n    raise RuntimeError("at exit")\natexit.register(f)\nprint("end")\n',
    since: '3.6',
  },
  'exit function that exits': {
    source: 'import atexit, sys\natexit.register(sys.exit, 5)\nprint("end")\n',
    since: '3.6',
  },
  'exit function registered by another': {
    source: 'import atexit\ndef f():\n    print("f")\n    atexit.register(print, "g")\natexit.register(f)\n',
    since: '3.6',
  },
  'exit with an object': {
    source: 'import sys\nclass A(object):\n    def __str__(self):\n        return "an object"\nsys.exit(A())\n',
  },
  'exit with an object without text': {
    source: 'import sys\nclass A(object):\n    def __str__(self):\n        raise ValueError("none")\nsys.exit(A())\n',
  },
  'exit with a tuple': { source: 'import sys\nsys.exit((1, 2))\n' },
  'exit with a float': { source: 'import sys\nsys.exit(2.0)\n' },
  'exit with false': { source: 'import sys\nsys.exit(False)\n' },
  'exit with a negative number': { source: 'import sys\nsys.exit(-3)\n' },
  'exit with 256': { source: 'import sys\nsys.exit(256)\n' },
  'exit with more than a word': { source: 'import sys\nsys.exit(2 ** 70 + 5)\n' },
  'exit with less than a word': { source: 'import sys\nsys.exit(-(2 ** 70))\n' },
  'exit with a number of its own class': {
    source: 'import sys\nclass N(int):\n    pass\nsys.exit(N(6))\n',
  },
  'exit of a class of its own': {
    source:
      'class Leave(SystemExit):\n    @property\n    def code(self):\n        return 4\n    @code.setter\n    def code(self, value):\n        pass\nraise Leave(3)\n',
  },
  'exit within an exit': {
    source: 'import sys\ntry:\n    sys.exit(3)\nfinally:\n    sys.exit(4)\n',
  },
  'exit out of a generator': {
    source:
      'import sys\ndef g():\n    try:\n        yield 1\n    finally:\n        print("closed")\nit = g()\nnext(it)\nsys.exit(2)\n',
  },
  interrupted: { source: 'print("before")\nraise KeyboardInterrupt("by hand")\n' },
  'interrupted by its own signal': {
    source: 'import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(10)\n',
  },
  'standard output closed': { source: 'import sys\nprint("x")\nsys.stdout.close()\n' },
  'standard output closed, then an error': { source: 'import sys\nsys.stdout.close()\nraise ValueError("x")\n' },
  'descriptor of the output closed': { source: 'import os, sys\nsys.stdout.write("x\\n")\nos.close(1)\n' },
  'written to a closed descriptor': {
    source: 'import os, sys\nos.close(1)\nsys.stdout.write("x\\n")\n',
    since: '3.6',
  },
  'both streams closed': { source: 'import sys\nsys.stdout.close()\nsys.stderr.close()\nraise ValueError("x")\n' },
  'no standard output': { source: 'import sys\nsys.stdout = None\nprint("x")\n', since: '3.6' },
  'no error stream': { source: 'import sys\nsys.stderr = None\nraise ValueError("x")\n' },
  'error stream of its own': {
    source:
      'import sys\nclass S(object):\n    def write(self, text):\n        sys.stdout.write(text.replace("most", "MOST"))\n    def flush(self):\n        pass\nsys.stderr = S()\nraise ValueError("x")\n',
    since: '3.6',
  },
  'output that cannot be written out at the end': {
    source:
      'import sys\nclass S(object):\n    def write(self, text):\n        pass\n    def flush(self):\n        raise OSError("full")\nsys.stdout = S()\nprint("x")\n',
    since: '3.6',
  },
  'lone surrogates': { source: 'print("before")\nprint("\\udc80")\n', since: '3.6' },
  'lone surrogates in an error': { source: 'raise ValueError("a\\ud800b")\n', since: '3.6' },
  'bytes that are no text': { source: 'import os\nos.write(1, b"\\xff\\xfe\\n")\n' },
  'text beyond an ASCII stream': {
    source: 'import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, "ascii")\nprint("\\xe9")\n',
    since: '3.6',
  },
  'error stream with a strict encoding': {
    source:
      'import io, sys\nsys.stderr = io.TextIOWrapper(sys.stderr.buffer, "ascii", "strict")\nraise ValueError("\\xe9")\n',
    since: '3.6',
  },
  'asked for input that is closed': { source: 'x = input("name: ")\n', since: '3.6' },
  'reads all of an empty input': { source: 'import sys\nprint(repr(sys.stdin.read()))\n' },
  'input closed': { source: 'import sys\nsys.stdin.close()\nsys.stdin.read()\n' },
  'a megabyte of errors': {
    source: 'import sys\nfor i in range(20000):\n    sys.stderr.write("%050d\\n" % i)\nsys.exit("y" * 3000)\n',
  },
  'forked child that ends as the script does': { source: `${FORK}if child:\n    os.waitpid(child, 0)\nprint("end")\n` },
  'forked child that fails': {
    source: `${FORK}if not child:\n    raise ValueError("in the child")\nprint(os.waitpid(child, 0)[1])\n`,
  },
  'forked child that exits, with exit functions': {
    source: `import atexit\n${FORK}def f():\n    sys.stdout.write("exit %d\\n" % (child == 0))\natexit.register(f)\nif not child:\n    sys.exit(3)\nprint(os.waitpid(child, 0)[1] >> 8)\n`,
  },
  'asyncio that is cancelled': {
    source:
      'import asyncio\nasync def f():\n    try:\n        await asyncio.sleep(100)\n    finally:\n        print("cleared")\nasync def main():\n    t = asyncio.ensure_future(f())\n    await asyncio.sleep(0)\n    raise ValueError("main")\nloop = asyncio.new_event_loop()\nasyncio.set_event_loop(loop)\ntry:\n    loop.run_until_complete(main())\nfinally:\n    for t in asyncio.all_tasks(loop):\n        t.cancel()\n    loop.run_until_complete(asyncio.sleep(0))\n    loop.close()\n',
    since: '3.7',
  },
  'asyncio that exits': {
    source: 'import asyncio, sys\nasync def main():\n    sys.exit(3)\nasyncio.run(main())\n',
    since: '3.8',
  },
  'process pool': {
    source:
      'import multiprocessing\nfrom concurrent.futures import ProcessPoolExecutor\ndef f(x):\n    if x == 2:\n        raise ValueError(x)\n    return x\nif __name__ == "__main__":\n    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:\n        print(pool.submit(f, 1).result())\n        try:\n            pool.submit(f, 2).result()\n        except ValueError as error:\n            print(error)\n',
    since: '3.7',
  },
  'fork server of multiprocessing': {
    source:
      'import multiprocessing, sys\ndef f():\n    print("in the child", flush=True)\n    sys.exit(3)\nif __name__ == "__main__":\n    p = multiprocessing.get_context("forkserver").Process(target=f)\n    p.start()\n    p.join()\n    print(p.exitcode)\n',
    since: '3.6',
  },
  'program started in its place': {
    source:
      'import os, sys\nsys.stdout.flush()\nos.execv(sys.executable, [sys.executable, "-c", "import sys; print(1); sys.exit(6)"])\n',
  },
  'output of a program it starts': {
    source:
      'import subprocess, sys\nprint(subprocess.call([sys.executable, "-c", "import sys; sys.stderr.write(\'child\\\\n\'); sys.exit(300 % 256)"]))\n',
  },
  'module named as one of Python’s own': {
    source: 'import string\nprint(string.mine)\n',
    files: { 'string.py': 'mine = 1\n' },
  },
  'own trace function': {
    source:
      'import sys\nseen = []\ndef trace(frame, event, arg):\n    seen.append(event)\nsys.settrace(trace)\ndef f():\n    return 1\nf()\nsys.settrace(None)\nprint(seen)\n',
  },
  'recursion without end': { source: 'def f():\n    return f()\nf()\n' },
  'error while an error is printed': {
    source: 'class E(Exception):\n    def __str__(self):\n        raise SystemExit(5)\nraise E()\n',
    since: '3.6',
  },
  'object that fails as it goes': {
    source: 'class A(object):\n    def __del__(self):\n        raise ValueError("gone")\na = A()\n',
  },
  'object that exits as it goes': {
    source: 'import sys\nclass A(object):\n    def __del__(self):\n        sys.exit(3)\na = A()\nprint("end")\n',
  },
};
