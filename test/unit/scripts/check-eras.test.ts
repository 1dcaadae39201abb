import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

describe('the era table', () => {
  it('is contradicted by no release that was looked at, and says how much of it was', () => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/check-eras.mjs'], { cwd: root, encoding: 'utf8' });
    expect(stdout).not.toContain('contradicted');
    expect(status).toBe(0);
    const [, checked, all] = /^all +(\d+)\/(\d+) checked/m.exec(stdout) ?? [];
    expect(Number(all)).toBeGreaterThanOrEqual(120);
    expect(Number(checked)).toBeGreaterThan(100);
  });
});
