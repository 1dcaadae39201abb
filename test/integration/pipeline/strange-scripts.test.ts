import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/cli';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createSurroundings } from '../cli/surroundings';

const interpreter = findInterpreters().find(({ version }) => /^3\.(?:9|1[0-3])$/.test(version));

interface Strange {
  readonly name: string;
  readonly code: string;
  /** What the report says went wrong. */
  readonly complaint?: string;
  /** Absent: it hangs on what the interpreter holds. */
  readonly outcome?: 'reproduced' | 'notReproduced' | 'inconclusive';
  readonly says: RegExp;
  /** Limit of one run, where it is met. */
  readonly seconds?: string;
}

const division = 'ZeroDivisionError: division by zero';
const lines = Array.from({ length: 5000 }, (_, number) => `value_${number} = ${number}`).join('\n');

/** What reports hold that a run must survive: each ends with a result in words. */
const strange: readonly Strange[] = [
  { name: 'five thousand lines', code: `${lines}\n1 / value_0`, outcome: 'reproduced', says: /division by zero/ },
  { name: 'a loop without an end', code: 'while True:\n    pass', outcome: 'inconclusive', says: /time limit of \d+ s/, seconds: '3' },
  { name: 'a question at the keyboard', code: 'n = int(input("n? "))\nprint(n / (n - n))', outcome: 'reproduced', says: /division by zero/ },
  { name: 'a plot that is shown', code: 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n1 / 0', outcome: 'reproduced', says: /division by zero/ },
  { name: 'a picture that is shown until a key is pressed', code: 'import cv2\nimage = cv2.imread("cat.png")\ncv2.imshow("cat", image)\ncv2.waitKey(0)\n1 / 0', says: /numpy|division/ },
  { name: 'a window of Tk', code: 'import tkinter\nroot = tkinter.Tk()\nroot.mainloop()\n1 / 0', says: /TclError|tkinter/ },
  { name: 'commands of a shell', code: 'import os\nos.system("touch $HOME/reached; rm -rf /; kill -9 -1")\nos.system("exit 3")\n1 / 0', outcome: 'notReproduced', says: /SIGKILL/ },
  { name: 'a call over the network', code: 'import urllib.request\nurllib.request.urlopen("http://192.0.2.1/", timeout=5).read()\n1 / 0', outcome: 'inconclusive', says: /needs the network/ },
  { name: 'recursion without an end, as reported', code: 'def f(n):\n    return f(n + 1)\nf(0)', complaint: 'RecursionError: maximum recursion depth exceeded', outcome: 'reproduced', says: /recursion/ },
  { name: 'recursion without an end, not reported', code: 'def f(n):\n    return f(n + 1)\nf(0)\n1 / 0', outcome: 'notReproduced', says: /RecursionError/ },
  { name: 'an exit in the midst', code: 'import sys\nsys.exit("no data")\n1 / 0', outcome: 'notReproduced', says: /did not show/ },
]; // prettier-ignore

describe('scripts that misbehave, through a whole reproduction', () => {
  it.skipIf(interpreter === undefined || process.platform !== 'linux').each(strange)(
    'ends calmly with $name (needs a Python 3 without packages, and Linux)',
    async ({ code, complaint = division, outcome, says, seconds = '20' }) => {
      const folder = await temporaryFolder();
      const report = `# It crashes\n\n\`\`\`python\n${code}\n\`\`\`\n\nIt ends with\n\n\`\`\`\n${complaint}\n\`\`\`\n`;
      await writeFile(path.join(folder, 'report.md'), report);
      const { surroundings, text } = createSurroundings({
        arguments: [
          'reproduce',
          'report.md',
          '--environment',
          interpreter?.python ?? '',
          '--time-limit',
          seconds,
          '--json',
        ],
        workingFolder: folder,
      });
      await runCommandLine(surroundings);
      const [last] = text.output.trim().split('\n').slice(-1);
      const concluded = JSON.parse(last ?? '{}') as { readonly type: string; readonly outcome?: string };
      expect(concluded.type, text.errors).toBe('reproduction/concluded');
      expect(last).toMatch(says);
      if (outcome) expect(concluded.outcome, last).toBe(outcome);
      else expect(['reproduced', 'notReproduced', 'inconclusive']).toContain(concluded.outcome);
      expect(existsSync(path.join(folder, 'reached'))).toBe(false);
    },
    120_000,
  );
});
