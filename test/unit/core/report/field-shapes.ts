import { code, fenced, frame, notebook, quoted, simple, trace, type Shape } from './shape';

const box = (title: string, ...rows: string[]): string =>
  [`╭${`─ ${title} `.padEnd(70, '─')}╮`, ...rows.map((row) => `│ ${row.padEnd(68)} │`), `╰${'─'.repeat(70)}╯`].join(
    '\n',
  );

/** Whole reports, with what stands around their traceback: the forms in which they come in. */
export const fieldShapes: readonly Shape[] = [
  {
    name: 'a form of an issue tracker with its fields answered',
    text: `### Issue type\n\nBug\n\n### Have you reproduced the bug with TensorFlow Nightly?\n\nNo\n\n### Source\n\nbinary\n\n### TensorFlow version\n\n2.13.0\n\n### Python version\n\n3.10\n\n### Current behavior?\n\nThe fit ends at once.\n\n### Standalone code to reproduce the issue\n\n${fenced('import tensorflow as tf\ntf.zeros(3) + tf.zeros(4)', 'shell')}\n\n### Relevant log output\n\n${fenced(simple, 'shell')}`,
    exceptions: ['ValueError: no such size | 1'],
    versions: ['tensorflow 2.13.0', 'python 3.10'],
    symptom: 'exception',
  },
  {
    name: 'a template whose fields were left empty',
    text: `**Describe the bug**\nA clear and concise description of what the bug is.\n\n**To Reproduce**\nSteps to reproduce the behavior:\n1.\n2.\n\n**Additional context**\n${simple}\n`,
    exceptions: ['ValueError: no such size | 1'],
    symptom: 'exception',
  },
  {
    name: 'a checklist before the report',
    text: `- [x] I have searched the open issues.\n- [X] I use Keras 2.4.3.\n- [ ] I have a fix.\n\nThe loss is nan from the second epoch on.\n`,
    versions: ['keras 2.4.3'],
    symptom: 'nonFinite',
  },
  {
    name: 'a question with its tags, votes and answers',
    text: `Keras: fit fails on rows\nAsked 3 years, 2 months ago\nModified 1 year ago\nViewed 12k times\n\n5\n\nI train a net:\n\n    import keras\n    net = keras.Sequential()\n    net.fit(x, y)\n\nbut I get\n\n    ValueError: no such size\n\npython\nkeras\n\nShare\nImprove this question\n\n2 Answers\n`,
    title: 'Keras: fit fails on rows',
    exceptions: ['ValueError: no such size | 0'],
    symptom: 'exception',
  },
  {
    name: 'a forum post with the name of its author and likes',
    text: `Crash in backward\nautograd\n\nann_b (Ann) May 4, 2021, 9:12am 1\n\nHi all, with PyTorch 1.8.1 I see\n\n${fenced(simple)}\n1 Like\n\nbob May 5, 2021, 8:00am 2\n\nUpdate.\n`,
    title: 'Crash in backward',
    exceptions: ['ValueError: no such size | 1'],
    versions: ['torch 1.8.1'],
    date: '2021-05-04',
  },
  {
    name: 'a mail of a list, with its footer and a signature',
    text: `From ann at example.org  Thu Mar  5 10:11:12 2020\nFrom: ann at example.org (Ann B)\nDate: Thu, 5 Mar 2020 10:11:12 +0100\nSubject: [users] Loader ends with an error\nMessage-ID: <x@example.org>\n\nHello,\n\n${simple}\n\n-- \nAnn B\n_______________________________________________\nusers mailing list\n`,
    title: '[users] Loader ends with an error',
    exceptions: ['ValueError: no such size | 1'],
    date: '2020-03-05',
  },
  {
    name: 'a chat with names and times',
    text: `ann  10:02 AM\nanyone seen this with torch 2.0.1?\n${fenced(simple)}\nbob  10:05 AM\nno, try the nightly\n`,
    exceptions: ['ValueError: no such size | 1'],
    versions: ['torch 2.0.1'],
  },
  {
    name: 'an answer below a mail that it quotes twice',
    text: `Same with me.\n\nOn Tue, May 5, 2020 at 9:00 AM Ann wrote:\n${quoted(`I see\n${quoted(simple)}`)}\n`,
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a box of Rich around a traceback with its line numbers',
    text: `${box('Traceback (most recent call last)', '/home/x/train.py:12 in main', '', '    9 │ def main():', '   10 │     net = make()', '❱ 12 │     net.fit(rows)', '   13 │ ', '', '/opt/lib/python3.10/site-packages/fit.py:4 in fit', '', '❱  4 │     raise ValueError(text)')}\nValueError: no such size\n`,
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'a box of Rich with its local variables',
    text: fenced(
      `${box('Traceback (most recent call last)', '/home/x/train.py:12 in <module>', '', '❱ 12 │ net.fit(rows)', '', '╭──── locals ────╮', '│ rows = [1, 2]  │', '╰────────────────╯')}\nValueError: no such size`,
    ),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a box of Rich that a terminal drew with plain signs',
    text: fenced(
      '+--------------- Traceback (most recent call last) ---------------+\n| /home/x/train.py:12 in <module>                                 |\n|                                                                 |\n| > 12 | net.fit(rows)                                            |\n+-----------------------------------------------------------------+\nValueError: no such size',
    ),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a failure of pytest with its source and place',
    text: fenced(
      '=================================== FAILURES ===================================\n___________________________________ test_fit ___________________________________\n\n    def test_fit():\n>       fit([1])\n\ntests/test_fit.py:7: \n_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n\nrows = [1]\n\n    def fit(rows):\n>       raise ValueError("no such size")\nE       ValueError: no such size\n\nfit.py:3: ValueError\n=========================== short test summary info ============================\nFAILED tests/test_fit.py::test_fit - ValueError: no such size',
    ),
    exceptions: ['ValueError: no such size | 2'],
    symptom: 'exception',
  },
  {
    name: 'an assertion that pytest takes apart',
    text: fenced(
      '    def test_sum():\n>       assert total(x) == 4\nE       assert 3 == 4\nE        +  where 3 = total([1, 2])\n\ntests/test_sum.py:9: AssertionError',
    ),
    exceptions: ['AssertionError: assert 3 == 4 | 1'],
  },
  {
    name: 'a failure of unittest',
    text: fenced(
      `======================================================================\nERROR: test_fit (tests.test_fit.FitTest)\n----------------------------------------------------------------------\n${simple}\n\n----------------------------------------------------------------------\nRan 1 test in 0.001s\n\nFAILED (errors=1)`,
    ),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a failure of doctest',
    text: fenced(
      `**********************************************************************\nFile "fit.py", line 4, in fit.total\nFailed example:\n    total(["a"])\nException raised:\n    ${trace('  File "/usr/lib/python3.8/doctest.py", line 1336, in __run', '    exec(compile(example.source))', '  File "<doctest fit.total[0]>", line 1, in <module>', '    total(["a"])', 'TypeError: no such sum').replace(/\n/g, '\n    ')}\n**********************************************************************`,
    ),
    exceptions: ['TypeError: no such sum | 2'],
  },
  {
    name: 'a session of the interpreter that ends in a traceback',
    text: `>>> import torch\n>>> f(1)\n${trace('  File "<stdin>", line 1, in <module>', 'ValueError: no such size')}\n>>> \n`,
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a session with continued lines in a fence',
    text: fenced(
      `>>> for i in range(2):\n...     f(i)\n...\n${trace('  File "<stdin>", line 2, in <module>', 'ValueError: no such size')}`,
      'pycon',
    ),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a notebook whose error has several frames in colour',
    text: notebook(
      code('net.fit(x)', {
        output_type: 'error',
        ename: 'ValueError',
        evalue: 'no such size',
        traceback: [
          '\u001b[0;31m---------------------------------------------------------------------------\u001b[0m',
          '\u001b[0;31mValueError\u001b[0m                                Traceback (most recent call last)',
          'Cell \u001b[0;32mIn[4], line 1\u001b[0m\n\u001b[0;32m----> 1\u001b[0m net\u001b[38;5;241m.\u001b[39mfit(x)\n',
          'File \u001b[0;32m~/lib/fit.py:11\u001b[0m, in \u001b[0;36mNet.fit\u001b[0;34m(self, x)\u001b[0m\n\u001b[1;32m     10\u001b[0m def fit(self, x):\n\u001b[0;32m---> 11\u001b[0m     check(x)\n',
          '\u001b[0;31mValueError\u001b[0m: no such size',
        ],
      }),
    ),
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'what a hosted notebook shows of an error',
    text: fenced(
      '---------------------------------------------------------------------------\nValueError                                Traceback (most recent call last)\n<ipython-input-7-1234567890ab> in <cell line: 3>()\n      1 net = make()\n      2 \n----> 3 net.fit(x)\n\n1 frames\n/usr/local/lib/python3.10/dist-packages/fit.py in fit(self, x)\n     69     except Exception as e:\n---> 70         raise e.with_traceback(filtered_tb) from None\n\nValueError: no such size',
    ),
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'a syntax error in a cell',
    text: fenced('  File "<ipython-input-5-abc>", line 2\n    print x\n          ^\nSyntaxError: invalid syntax'),
    exceptions: ['SyntaxError: invalid syntax | 1'],
  },
  {
    name: 'a traceback with paths of a Mac and of an archive',
    text: `${trace(frame('/Users/ann b/My Project/train.py', 3, '<module>', 'f(1)'), frame('/Library/Frameworks/Python.framework/Versions/3.9/lib/python3.9/zipfile.py/inner.zip/m.py', 8, 'f', 'g()'))}\nValueError: no such size`,
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'a console of Windows with its prompt',
    text: fenced(`C:\\Users\\ann> python train.py\r\n${simple.replace(/\n/g, '\r\n')}\r\n\r\nC:\\Users\\ann>`),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a console of PowerShell',
    text: fenced(`PS D:\\work> python .\\train.py\n${simple}\nPS D:\\work>`),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a debugger that prints the path on a share',
    text: trace(frame('\\\\server\\share\\ann\\train.py', 3, '<module>', 'f(1)'), 'ValueError: no such size'),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines of a log with their level and logger',
    text: fenced(quoted(simple, '2021-04-05 10:11:12,345 - trainer - ERROR - ')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines of a container with the name of its service',
    text: fenced(quoted(simple, 'trainer_1  | ')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines of a worker with its process id',
    text: fenced(quoted(simple, '(train_fn pid=4321) ')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines of a worker with its process id and address',
    text: fenced(quoted(simple, '(RayTrainWorker pid=4321, ip=10.0.0.5) ')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines of an elastic launch with their rank',
    text: fenced(quoted(simple, '[default0]:')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines of a job of an automation, with its time and group',
    text: fenced(
      `##[group]Run python train.py\n${quoted(simple, '2023-08-01T09:10:11.1234567Z ')}\n##[error]Process completed with exit code 1.`,
    ),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'two processes whose tracebacks follow each other',
    text: fenced(`${simple}\n${simple.replace('ValueError: no such size', 'EOFError: ended early')}`),
    exceptions: ['ValueError: no such size | 1', 'EOFError: ended early | 1'],
  },
  {
    name: 'a process that tells its name before the traceback',
    text: fenced(
      `Process SpawnProcess-1:\n${simple}\nException in thread Thread-2:\n${simple.replace('ValueError: no such size', 'KeyError: 7')}`,
    ),
    exceptions: ['ValueError: no such size | 1', 'KeyError: 7 | 1'],
  },
  {
    name: 'a pool with its remote traceback',
    text: fenced(
      `multiprocessing.pool.RemoteTraceback: \n"""\n${simple}\n"""\n\nThe above exception was the direct cause of the following exception:\n\n${trace(frame('t.py', 9, '<module>', 'pool.map(f, rows)'))}\nValueError: no such size`,
    ),
    exceptions: ['ValueError: no such size | 1', 'ValueError: no such size | 1'],
  },
  {
    name: 'an exception with notes',
    text: fenced(`${simple}\nThe row was 7.\nSee the manual.`),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a name that Python suggests',
    text: fenced(
      `${trace('  File "a.py", line 3, in <module>', '    np.flaot(1)', '    ^^^^^^^^')}\nAttributeError: module 'numpy' has no attribute 'flaot'. Did you mean: 'float16'?`,
    ),
    exceptions: ["AttributeError: module 'numpy' has no attribute 'flaot'. Did you mean: 'float16'? | 1"],
  },
  {
    name: 'a screenshot that was read by a machine',
    text: `Traceback (most recent call last) :\n File "train.py", line 12, in <module>\n net.fit (rows)\nValueError : no such size\n`,
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'typographic quotes of a word processor',
    text: `Traceback (most recent call last):\n  File “train.py”, line 12, in <module>\n    net.fit(rows)\nValueError: no such size\n`,
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'spaces that do not break, as a page gives them',
    text: trace(
      '\u00a0 File "train.py", line 12, in <module>',
      '\u00a0 \u00a0 net.fit(rows)',
      'ValueError: no such size',
    ),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a traceback that lost its indentation',
    text: 'Traceback (most recent call last):\nFile "train.py", line 12, in <module>\nnet.fit(rows)\nFile "fit.py", line 3, in fit\ncheck(rows)\nValueError: no such size\n',
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'a traceback with an empty line after each of its lines',
    text: fenced(simple.replace(/\n/g, '\n\n')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a traceback with dots where lines were left out',
    text: fenced(
      `${trace(frame('train.py', 12, '<module>', 'net.fit(rows)'), '  ...', frame('fit.py', 3, 'check', 'raise ValueError(text)'))}\nValueError: no such size`,
    ),
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'a traceback whose end was cut off',
    text: fenced(trace(frame('train.py', 12, '<module>', 'net.fit(rows)'), '  File "fit.py", line 3, in ch')),
    blocks: ['traceback'],
  },
  {
    name: 'Chinese around a traceback',
    text: `训练时报错，环境是 PyTorch 1.7.1，Python 3.8：\n\n${simple}\n\n请问怎么解决？\n`,
    exceptions: ['ValueError: no such size | 1'],
    versions: ['torch 1.7.1', 'python 3.8'],
    symptom: 'exception',
  },
  {
    name: 'Japanese around code and its error',
    text: `学習を始めると落ちます。\n\n${fenced('import keras\nkeras.fit(1)', 'python')}\nエラー：\n\n${fenced(simple)}\n環境：TensorFlow 2.4.1\n`,
    blocks: ['snippet', 'traceback'],
    exceptions: ['ValueError: no such size | 1'],
    versions: ['tensorflow 2.4.1'],
  },
  {
    name: 'Russian with the error in the middle of a sentence',
    text: 'После первой эпохи программа падает с `ValueError: no such size`, версия keras 2.3.1.\n',
    exceptions: ['ValueError: no such size | 0'],
    versions: ['keras 2.3.1'],
  },
  {
    name: 'a device assert with its lines of threads before the traceback',
    text: fenced(
      `${Array.from({ length: 4 }, (_, at) => `../aten/src/ATen/native/cuda/Indexing.cu:1146: indexSelectLargeIndex: block: [56,0,0], thread: [${at},0,0] Assertion \`srcIndex < srcSelectDimSize\` failed.`).join('\n')}\n${trace(frame('t.py', 5, '<module>', 'net(x)'))}\nRuntimeError: CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported at some other API call.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1.`,
    ),
    exceptions: ['RuntimeError: CUDA error: device-side assert triggered | 1'],
    symptom: 'exception',
  },
  {
    name: 'an exhausted device with its table of memory',
    text: fenced(
      `${trace(frame('t.py', 5, '<module>', 'net(x)'))}\ntorch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.78 GiB total capacity; 13.00 GiB already allocated; 1.1 GiB free)`,
    ),
    symptom: 'outOfMemory',
  },
  {
    name: 'a check of the native core that fails',
    text: fenced(
      '2023-03-01 10:00:00.123456: F tensorflow/core/framework/tensor.cc:733] Check failed: 1 == NumElements() (1 vs. 0)Must have a one element tensor\nAborted (core dumped)',
    ),
    symptom: 'signal',
  },
  {
    name: 'a segmentation fault of a shell that names its line',
    text: fenced('./run.sh: line 3: 12345 Segmentation fault      (core dumped) python train.py'),
    symptom: 'signal',
  },
  {
    name: 'an exit code of a violation on Windows',
    text: 'In PyCharm it only says: Process finished with exit code -1073741819 (0xC0000005)\n',
    symptom: 'signal',
  },
  {
    name: 'an exit code 139 of a container',
    text: 'The run ends with `Process finished with exit code 139 (interrupted by signal 11: SIGSEGV)`.\n',
    symptom: 'signal',
  },
  {
    name: 'a warning with its place and code',
    text: fenced(
      '/opt/lib/python3.8/site-packages/torch/optim/lr_scheduler.py:122: UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`.\n  warnings.warn("Detected call")',
    ),
    symptom: 'warning',
  },
  {
    name: 'a log of TensorFlow around the error',
    text: fenced(
      `2020-05-01 10:00:00.000001: I tensorflow/stream_executor/platform/default/dso_loader.cc:44] Successfully opened dynamic library libcudart.so.10.1\n${trace(frame('t.py', 5, '<module>', 'net(x)'))}\ntensorflow.python.framework.errors_impl.InvalidArgumentError: Incompatible shapes: [3] vs. [4] [Op:AddV2]\n2020-05-01 10:00:01.000001: W tensorflow/core/common_runtime/bfc_allocator.cc:1] ended`,
    ),
    exceptions: [
      'tensorflow.python.framework.errors_impl.InvalidArgumentError: Incompatible shapes: [3] vs. [4] [Op:AddV2] | 1',
    ],
  },
  {
    name: 'a requirement file with markers and options',
    text: fenced(
      '--extra-index-url https://example.org/simple\nnumpy==1.21.6 ; python_version >= "3.7"\ntorch==1.12.1\n# a remark\nscipy~=1.7',
      'text',
    ),
    versions: ['numpy 1.21.6', 'torch 1.12.1'],
  },
  {
    name: 'pip list with its columns',
    text: fenced('Package    Version\n---------- -------\nkeras      2.8.0\ntensorflow 2.8.2\nnumpy      1.22.4'),
    blocks: ['versionTable'],
    versions: ['keras 2.8.0', 'tensorflow 2.8.2', 'numpy 1.22.4'],
  },
  {
    name: 'an environment file of conda',
    text: fenced(
      'name: dl\nchannels:\n  - defaults\ndependencies:\n  - python=3.8.5\n  - pytorch=1.7.1\n  - pip:\n    - keras==2.4.3',
      'yaml',
    ),
    versions: ['python 3.8.5', 'torch 1.7.1', 'keras 2.4.3'],
  },
  {
    name: 'versions in one line with commas',
    text: 'Env: Ubuntu 18.04, Python 3.6.9, tensorflow-gpu 1.14.0, CUDA 10.0, cuDNN 7.6. It hangs forever.\n',
    versions: ['python 3.6.9', 'tensorflow 1.14.0'],
    symptom: 'hang',
  },
  {
    name: 'code and error in one fence',
    text: fenced(`import torch\nf(1)\n\n${simple}`, 'python'),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'code whose last line shows the error below it',
    text: `import torch\nx = torch.ones(2)\nf(x)\n\n${simple}\n`,
    exceptions: ['ValueError: no such size | 1'],
    blocks: ['snippet', 'traceback'],
  },
  {
    name: 'a folded part within a quote',
    text: quoted(`<details>\n<summary>Full log</summary>\n\n${fenced(simple)}\n</details>`),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'reStructuredText of a documentation',
    text: `Fit fails\n=========\n\nRun this::\n\n    import torch\n    x = torch.ones(2)\n\n.. code-block:: python\n\n    import keras\n    keras.fit(1)\n\nand see::\n\n${quoted(simple, '    ')}\n`,
    title: 'Fit fails',
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'marks of a wiki or a tracker of another kind',
    text: `h2. Steps\n\n{code:python}\nimport torch\nx = torch.ones(2)\n{code}\n\n{noformat}\n${simple}\n{noformat}\n`,
    exceptions: ['ValueError: no such size | 1'],
    blocks: ['snippet', 'traceback'],
  },
  {
    name: 'marks of an old bulletin board',
    text: `[code]\nimport torch\nx = torch.ones(2)\n[/code]\nand then\n[quote]${simple}[/quote]\n`,
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines whose time goes on from one to the next',
    text: fenced(
      simple
        .split('\n')
        .map((line, at) => `2021-04-05 10:11:1${at},${at}45 - train.loop - ERROR - ${line}`)
        .join('\n'),
    ),
    exceptions: ['ValueError: no such size | 1'],
  },
];
