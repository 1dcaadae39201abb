/** Scripts that must not be able to tell the runner from plain Python: same output, same traceback, same end. */
export interface Shape {
  readonly source: string;
  /** Oldest version that the script is for. */
  readonly since?: string;
  readonly arguments?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly script?: string;
}

export const SHAPES: Readonly<Record<string, Shape>> = {
  'ends well': { source: 'print("done")\n' },
  'error in a call': { source: 'int("x")\n' },
  'error in an operator': { source: 'a = 1\nb = "s"\nprint(a + b)\n' },
  'nested functions': {
    source:
      'def f(x):\n    return g(x)\n\ndef g(x):\n    return [][x]\n\nclass A(object):\n    def m(self):\n        return f(3)\n\nA().m()\n',
  },
  'generator, comprehension and lambda': {
    source: 'def gen():\n    yield 1\n    yield 1 / 0\n\nf = lambda x: [y for y in x]\nf(gen())\n',
  },
  'module not found': { source: 'import not_to_be_found_anywhere\n' },
  'name not found in a module': { source: 'from os import not_to_be_found\n' },
  'error in an imported module': {
    source: 'import other\n',
    files: { 'other.py': 'import third\n', 'third.py': 'x = {}["k"]\n' },
  },
  'syntax error': { source: 'x = 1\ndef f(:\n    pass\n' },
  'syntax error at the end': { source: 'print((1,\n' },
  'text that does not end': { source: 'x = """abc\n\n' },
  'wrong indentation': { source: 'def f():\n        x = 1\n    y = 2\n' },
  'tabs and spaces': { source: 'if True:\n        x = 1\n\ty = 2\n' },
  'syntax error found late': { source: 'def f():\n    return 1\nbreak\n' },
  'syntax error in an imported module': { source: 'import other\n', files: { 'other.py': 'x = = 1\n' } },
  'null byte': { source: 'x = 1\ny = "\0"\n' },
  'unknown encoding': { source: '# -*- coding: klingon -*-\nx = 1\n' },
  'bytes that are not of the encoding': { source: '# -*- coding: ascii -*-\nx = "é"\n' },
  'text beyond ASCII, declared': {
    source: '# -*- coding: utf-8 -*-\nx = u"é€𝄞"\nprint(repr(x))\nraise ValueError("é")\n',
  },
  'text beyond ASCII, not declared': { source: 'x = "é"\nprint(len(x))\n' },
  'byte order mark and carriage returns': { source: '\ufeffx = 1\r\nif x:\r\n    print(x)\r\n1 / 0\r\n' },
  'no newline at the end': { source: 'x = 1\n1 / 0' },
  empty: { source: '' },
  'raise from': {
    source: 'try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise KeyError("k") from e\n',
    since: '3.0',
  },
  'raise from None': {
    source: 'try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError("k") from None\n',
    since: '3.0',
  },
  'error while handling another': {
    source: 'def f():\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        {}["k"]\n\nf()\n',
  },
  'error raised again': {
    source: 'def f():\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        raise\n\nf()\n',
  },
  'exception group': {
    source: 'raise ExceptionGroup("several", [ValueError(1), ExceptionGroup("in", [KeyError("k")])])\n',
    since: '3.11',
  },
  notes: { source: 'e = ValueError("v")\ne.add_note("a note")\nraise e\n', since: '3.11' },
  'exception class of the script': {
    source: 'class Outer(object):\n    class Broken(Exception):\n        pass\n\nraise Outer.Broken("b")\n',
  },
  'text of the exception cannot be had': {
    source: 'class Odd(Exception):\n    def __str__(self):\n        raise ValueError("no")\n\nraise Odd()\n',
  },
  assert: { source: 'x = 3\nassert x == 4, "not four"\n' },
  'exit without a code': { source: 'import sys\nsys.exit()\n' },
  'exit with a number': { source: 'import sys\nsys.exit(7)\n' },
  'exit with a number that is cut': { source: 'import sys\nsys.exit(-1)\n' },
  'exit with a text': { source: 'import sys\nsys.exit("a reason")\n' },
  'exit with a list': { source: 'raise SystemExit([1, 2])\n' },
  'exit while handling an error': { source: 'try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise SystemExit(4)\n' },
  'exit at once': { source: 'import os\nos._exit(9)\n' },
  interrupted: { source: 'raise KeyboardInterrupt()\n' },
  recursion: { source: 'def f(n):\n    return f(n + 1)\n\nf(0)\n' },
  'recursion through a library': {
    source:
      'import copy\nx = []\nfor _ in range(100000):\n    x = [x]\ntry:\n    copy.deepcopy(x)\nexcept RuntimeError as e:\n    print(type(e).__name__)\n',
  },
  'depth that is reached': {
    source: 'def f(n):\n    try:\n        return f(n + 1)\n    except RuntimeError:\n        return n\n\nprint(f(0))\n',
  },
  'old class raised': {
    source:
      'import sys\nif sys.version_info[0] == 2:\n    class Old:\n        def __str__(self):\n            return "old"\n    raise Old()\n',
  },
  'own excepthook': {
    source:
      'import sys\ndef hook(kind, value, trace):\n    print(kind.__name__, value, trace.tb_lineno, trace.tb_next is None)\nsys.excepthook = hook\n1 / 0\n',
  },
  'own excepthook that fails': {
    source: 'import sys\ndef hook(kind, value, trace):\n    {}["k"]\nsys.excepthook = hook\n1 / 0\n',
  },
  'own excepthook that exits': {
    source: 'import sys\ndef hook(kind, value, trace):\n    sys.exit(5)\nsys.excepthook = hook\n1 / 0\n',
  },
  'excepthook is untouched': { source: 'import sys\nprint(sys.excepthook is sys.__excepthook__)\n' },
  'what the last error was, at exit': {
    source:
      'import atexit, sys\ndef say():\n    print(sys.last_type.__name__, sys.last_traceback.tb_lineno, "__file__" in globals())\natexit.register(say)\n1 / 0\n',
  },
  'exit functions and threads': {
    source:
      'import atexit, threading, time\ndef say(x):\n    time.sleep(0.05)\n    print(x)\natexit.register(say, "exit")\nthreading.Thread(target=say, args=("thread",)).start()\nprint("main")\n',
  },
  'error in a thread': {
    source:
      'import threading\ndef f():\n    1 / 0\nt = threading.Thread(target=f, name="T")\nt.start()\nt.join()\nprint("on")\n',
  },
  teardown: {
    source:
      'import sys\nclass A(object):\n    def __init__(self, n):\n        self.n = n\n    def __del__(self):\n        sys.stdout.write("gone %s\\n" % self.n)\na = A(1)\nb = A(2)\n',
  },
  'teardown after an error': {
    source:
      'import sys\nclass A(object):\n    def __del__(self):\n        sys.stdout.write("gone\\n")\ndef f():\n    a = A()\n    1 / 0\nf()\n',
  },
  'what the script sees of itself': {
    source:
      'import sys, inspect\nprint(sorted(globals()), __name__, __file__, __doc__, __package__)\nprint(sys.argv, sys.path[0], sys.path[1:] , sys.modules["__main__"].__dict__ is globals(), __builtins__)\nprint(inspect.getsource(sys.modules["__main__"])[:10])\n',
    arguments: ['a', '--', '--seed', 'é'],
  },
  'loader and specification': {
    source: 'print(type(__loader__).__name__, __loader__.name, __loader__.path, __spec__)\n',
    since: '3.0',
  },
  'command line': { source: 'import sys\nprint(sys.orig_argv[1:])\n', arguments: ['x'], since: '3.10' },
  'script in a folder': {
    source: 'import sys\nprint(__file__, sys.argv, sys.path[0])\n1 / 0\n',
    script: './sub/../sub/script.py',
  },
  'future print of ours does not leak': { source: 'import sys\nprint("a", "b")\nprint(1 / 2)\n' },
  docstring: { source: '"""What it is."""\nprint(__doc__)\n' },
  'pickled class': {
    source: 'import pickle\nclass A(object):\n    pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)\n',
  },
  'modules of the script are found first': {
    source: 'import json, opcode, resource, types, fcntl, ast\nprint(json.mine, opcode.mine, resource.mine)\n',
    files: { 'json.py': 'mine = 1\n', 'opcode.py': 'mine = 2\n', 'resource.py': 'mine = 3\n' },
  },
  warnings: {
    source:
      'import warnings\nwarnings.warn("plain")\nwarnings.warn("far", UserWarning, stacklevel=2)\nwarnings.warn("farther", DeprecationWarning, stacklevel=3)\nwarnings.warn("old", DeprecationWarning)\n',
  },
  'warnings made errors': { source: 'import warnings\nwarnings.simplefilter("error")\nwarnings.warn("w")\n' },
  'warnings caught': {
    source:
      'import warnings\nwith warnings.catch_warnings(record=True) as w:\n    warnings.simplefilter("always")\n    warnings.warn("w")\nprint(len(w), w[0].message, w[0].lineno)\n',
  },
  'warnings of the compiler': { source: 'def f(x):\n    return x is 3\nprint("\\d")\nassert (1, "always")\n' },
  'log records': {
    source:
      'import logging\nlogging.basicConfig(format="%(levelname)s %(filename)s %(lineno)d %(funcName)s %(message)s")\ndef f():\n    logging.warning("w %s", 1)\n    logging.getLogger("a.b").info("not shown")\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        logging.exception("e")\nf()\n',
  },
  'log record without handlers': { source: 'import logging\nlogging.getLogger("x").warning("last resort")\n' },
  'forked child': {
    source:
      'import os, sys\npid = os.fork()\nif pid == 0:\n    sys.exit(3)\nprint(os.WEXITSTATUS(os.waitpid(pid, 0)[1]))\n',
  },
  'error in a forked child': {
    source: 'import os\npid = os.fork()\nif pid == 0:\n    1 / 0\nprint(os.WEXITSTATUS(os.waitpid(pid, 0)[1]))\n',
  },
  'children of multiprocessing': {
    source:
      'import multiprocessing\ndef f(x):\n    return x * 2\nif __name__ == "__main__":\n    p = multiprocessing.Pool(2)\n    print(p.map(f, range(4)))\n    p.close()\n    p.join()\n',
  },
  'spawned children of multiprocessing': {
    source:
      'import multiprocessing\nclass A(object):\n    x = 3\ndef f(a):\n    return a.x * 2\nif __name__ == "__main__":\n    with multiprocessing.get_context("spawn").Pool(1) as p:\n        print(p.map(f, [A()]))\n',
    since: '3.6',
  },
  descriptors: { source: 'import os\nprint(os.open(os.devnull, os.O_RDONLY))\n' },
  'error in a program run by exec': { source: 'exec(compile("1 / 0\\n", "<made>", "exec"))\n' },
  await: {
    source:
      'import asyncio\nasync def f():\n    await asyncio.sleep(0)\n    1 / 0\nloop = asyncio.new_event_loop()\nloop.run_until_complete(f())\n',
    since: '3.6',
  },
};
