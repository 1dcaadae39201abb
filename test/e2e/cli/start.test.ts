import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMachine, requireBuild, root, type Machine } from './reprise';

let machine: Machine;
beforeEach(async () => {
  requireBuild();
  machine = await createMachine();
});
afterEach(() => machine.remove());

describe('npm start', () => {
  it.skipIf(process.platform !== 'linux')(
    'says in one line why there is no window, and serves the page (on Linux: no screen)',
    async () => {
      const child = spawn(process.execPath, [path.join(root, 'bin', 'start.cjs')], {
        env: { PATH: process.env['PATH'] ?? '', HOME: machine.home, REPRISE_HOME: machine.dataFolder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const lines: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (lines.length < 2) continue;
        const address = /http:\S+/.exec(line)?.[0] ?? '';
        expect((await fetch(address)).status).toBe(200);
        child.kill('SIGTERM');
      }
      expect(await ended).toBe(0);
      expect(lines).toEqual([
        expect.stringMatching(/^No window here: .+\. Reprise is served to a browser on this machine instead\.$/),
        expect.stringMatching(/^Reprise is at http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/),
      ]);
    },
  );
});
