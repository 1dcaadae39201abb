import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askDelegation, isLeftToUs, unitOf } from '../../../../src/node/process/groups/ask-delegation';

describe('the unit of a control group', () => {
  test.each([
    ['/user.slice/user-1000.slice/user@1000.service/app.slice/app-reprise-7.scope', 'app-reprise-7.scope', 'user'],
    ['/user.slice/user-1000.slice/user@1000.service/app.slice/run-r1.scope/reprise-host-5', 'run-r1.scope', 'user'],
    ['/user.slice/user-1000.slice/session-2.scope', 'session-2.scope', 'system'],
    ['/system.slice/reprise.service', 'reprise.service', 'system'],
    ['/user.slice/user-1000.slice/user@1000.service', 'user@1000.service', 'system'],
  ])('%s is the innermost that is named like one', (path, name, manager) => {
    expect(unitOf(path)).toEqual({ name, manager });
  });

  test.each(['/', '/docker/ab12', '/.scope'])('%s is none', (path) => {
    expect(unitOf(path)).toBeNull();
  });
});

describe('what the manager shows', () => {
  test.each([
    ['Delegate=yes\nOOMPolicy=continue\n', true],
    ['Delegate=yes\n', true],
    ['Delegate=yes\nOOMPolicy=stop\n', false],
    ['OOMPolicy=kill\nDelegate=yes\n', false],
    ['Delegate=no\nOOMPolicy=continue\n', false],
    ['', false],
  ])('%j: left to us: %s', (shown, left) => {
    expect(isLeftToUs(shown)).toBe(left);
  });
});

describe('asking a manager', () => {
  let root = '';
  const unit = { name: 'app-reprise-7.scope', manager: 'user' } as const;
  const ask = () => askDelegation(unit, { runFolder: join(root, 'run'), environmentBlock: { PATH: root } });
  const answer = (text: string): Promise<void> => writeFile(join(root, 'systemctl'), text, { mode: 0o755 });
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'reprise-asked-'));
    await mkdir(join(root, 'run/systemd/system'), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  test("goes to the user's own by name, and takes its word", async () => {
    await answer(`#!/bin/sh\necho "$@" >"${root}/asked"\necho Delegate=yes\necho OOMPolicy=continue\n`);
    expect(await ask()).toBe(true);
    const asked = await readFile(join(root, 'asked'), 'utf8');
    expect(asked).toBe('--user show --property=Delegate,OOMPolicy -- app-reprise-7.scope\n');
  });

  test('that fails, or has no program to ask it by, is one that keeps the unit', async () => {
    expect(await ask()).toBe(false);
    await answer('#!/bin/sh\necho Delegate=yes\nexit 1\n');
    expect(await ask()).toBe(false);
  });

  test('is not needed where no systemd runs', async () => {
    await rm(join(root, 'run'), { recursive: true });
    expect(await ask()).toBe(true);
  });
});
