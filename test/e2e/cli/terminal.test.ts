import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { spawn as spawnInPty } from 'node-pty';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMachine, networkOf, requireBuild, root, type Machine } from './reprise';

const example = path.join(root, 'examples', 'numpy-shapes', 'report.md');
const canRun = ['python3', 'bwrap'].every((program) => spawnSync(program, ['--version']).status === 0);
const where = canRun ? '' : ' (skipped: needs python3 and bubblewrap on PATH)';

let machine: Machine;
beforeAll(async () => {
  requireBuild();
  machine = await createMachine();
});
afterAll(() => machine.remove());

/** Runs on a terminal, answers each question, and gives what was on the screen with the exit code. */
function onTerminal(
  args: readonly string[],
  answer: string,
): Promise<{ readonly screen: string; readonly code: number }> {
  return new Promise((resolve) => {
    const terminal = spawnInPty(process.execPath, [path.join(root, 'bin', 'reprise.cjs'), ...args], {
      name: 'xterm-256color',
      encoding: null,
      cols: 120,
      rows: 40,
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: machine.home,
        REPRISE_HOME: machine.dataFolder,
        TERM: 'xterm-256color',
        ...networkOf(process.env),
      },
    });
    let screen = '';
    const decoder = new TextDecoder();
    let answered = 0;
    terminal.onData((data) => {
      screen += decoder.decode(data, { stream: true });
      const asked = screen.split('[y/N]').length - 1;
      if (asked > answered) {
        answered = asked;
        terminal.write(answer);
      }
    });
    terminal.onExit(({ exitCode }) => resolve({ screen, code: exitCode }));
  });
}

describe.skipIf(!canRun)(`on a terminal${where}`, () => {
  it('asks for the plan with --guide, goes on by a yes, and uses colours', async () => {
    const { screen, code } = await onTerminal(['reproduce', example, '--guide'], 'y\r');
    expect([code, screen.split('[y/N]').length - 1]).toEqual([0, 1]);
    expect(screen).toContain('\u001b[32m');
  });

  it('runs nothing on a no', async () => {
    const { screen, code } = await onTerminal(['reproduce', example, '--guide'], 'n\r');
    expect(code).toBe(3);
    expect(screen).not.toMatch(/run, \d/);
  });

  it('asks nothing without --guide', async () => {
    const { screen, code } = await onTerminal(['reproduce', example], 'n\r');
    expect([code, screen.includes('[y/N]')]).toEqual([0, false]);
  });

  it('ends by Ctrl-C at a question', async () => {
    const { screen, code } = await onTerminal(['reproduce', example, '--guide'], '\u0003');
    expect(code).toBe(130);
    expect(screen).toContain('reprise resume');
  });
});
