import { describe, expect, test } from 'vitest';
import { seatbeltProfile, type SeatbeltPlan } from '../../../../src/node/sandbox/seatbelt-profile';

const plan: SeatbeltPlan = {
  confinement: { network: 'none', gpu: false },
  binds: [
    { source: '/Users/u/envs/one', path: '/Users/u/envs/one', writable: false },
    { source: '/Users/u/My project', path: '/Users/u/My project', writable: false },
    { source: '/private/var/data/case', path: '/var/data/case', writable: true },
  ],
  hidden: [
    { path: '/Users/u/My project/.env', kind: 'file' },
    { path: '/Users/u/My project/.git/hooks', kind: 'folder' },
  ],
};

/** The rules as lists: the answer, what it is about, and the filters. */
function rulesOf(profile: string): readonly { readonly head: string; readonly filters: readonly string[] }[] {
  return profile
    .split(/\n(?=\()/)
    .map((rule) => rule.trim().replace(/\)$/, '').slice(1).split('\n  '))
    .map(([head = '', ...filters]) => ({ head, filters }));
}
const filtersOf = (profile: string, head: string): readonly string[] =>
  rulesOf(profile)
    .filter((rule) => rule.head === head)
    .flatMap(({ filters }) => filters);

describe('the profile of macOS’s sandbox', () => {
  const profile = seatbeltProfile(plan);

  test('begins by denying all, and allows nothing of the network, of Mach or of devices as a whole', () => {
    expect(profile.startsWith('(version 1)\n(deny default)\n')).toBe(true);
    expect(profile).not.toMatch(/network|allow default|\(allow mach-lookup\)|iokit|mach-priv|\(allow file-read\*\)/);
    expect(profile).not.toContain('(subpath "/Users/u")');
  });

  test('shows the environment and the project, and lets the case alone be written', () => {
    const read = filtersOf(profile, 'allow file-read*');
    for (const path of ['/Users/u/envs/one', '/Users/u/My project', '/private/var/data/case']) {
      expect(read).toContain(`(subpath "${path}")`);
    }
    expect(filtersOf(profile, 'allow file-write*')).toEqual(['(subpath "/private/var/data/case")']);
    expect(filtersOf(profile, 'allow process-exec')).toContain('(subpath "/Users/u/envs/one")');
  });

  test('lets folders on the way be looked at, never listed', () => {
    const looked = filtersOf(profile, 'allow file-read-metadata');
    for (const path of ['/Users', '/Users/u', '/var/data', '/private/var'])
      expect(looked).toContain(`(literal "${path}")`);
    expect(looked.every((filter) => filter.startsWith('(literal '))).toBe(true);
    expect(filtersOf(profile, 'allow file-read*')).not.toContain('(literal "/Users")');
  });

  test('hides keys and hooks by rules that come after all that allow', () => {
    const rules = rulesOf(profile);
    const hides = rules.findIndex(({ filters }) => filters.includes('(literal "/Users/u/My project/.env")'));
    expect(rules[hides]?.head).toBe('deny file-read* file-write*');
    expect(filtersOf(profile, 'deny file-read* file-write*')).toEqual([
      '(literal "/Users/u/My project/.env")',
      '(subpath "/Users/u/My project/.git/hooks")',
    ]);
    expect(rules.slice(hides).some(({ head }) => head.startsWith('allow'))).toBe(false);
  });

  test('opens the network where it was asked for', () => {
    const open = seatbeltProfile({ ...plan, confinement: { network: 'open', gpu: false } });
    expect(open).toContain('(allow network-outbound network-inbound system-socket)');
    expect(filtersOf(open, 'allow file-read*')).toContain('(literal "/private/etc/resolv.conf")');
    expect(filtersOf(open, 'allow file-write*')).toEqual(filtersOf(profile, 'allow file-write*'));
  });

  test('opens for the index its own addresses and sockets in what is shown, nothing outside', () => {
    const index = seatbeltProfile({ ...plan, confinement: { network: 'index', gpu: false } });
    expect(filtersOf(index, 'allow network*')).toEqual(['(local ip "localhost:*")', '(remote ip "localhost:*")']);
    expect(filtersOf(index, 'allow network-outbound')).toEqual(plan.binds.map(({ source }) => `(subpath "${source}")`));
    expect(index).not.toMatch(/resolv|network-inbound|dnssd/);
  });

  test('opens the card alone where that was asked for', () => {
    const open = seatbeltProfile({ ...plan, confinement: { network: 'none', gpu: true } });
    expect(filtersOf(open, 'allow iokit-open').length).toBeGreaterThan(0);
    expect(open).not.toContain('(allow iokit-open)');
  });

  test('writes nothing at all where nothing may be written', () => {
    expect(filtersOf(seatbeltProfile({ ...plan, binds: plan.binds.slice(0, 2) }), 'allow file-write*')).toEqual([]);
  });

  test.each([
    ['a quotation mark', '/Users/u/a"b'],
    ['the end of a rule', '/Users/u/x") (subpath "/'],
    ['a backslash', '/Users/u/a\\b'],
    ['a newline', '/Users/u/a\nb'],
    ['a zero', '/Users/u/a\0b'],
    ['a line separator', '/Users/u/a\u2028b'],
  ])('is not made of a path with %s', (_what, path) => {
    for (const writable of [true, false]) {
      const bind = { source: path, path, writable };
      expect(() => seatbeltProfile({ ...plan, binds: [bind] })).toThrow('cannot be shown');
    }
    expect(() => seatbeltProfile({ ...plan, hidden: [{ path, kind: 'file' }] })).toThrow('cannot be shown');
  });

  test('takes letters of all languages, blanks and brackets as they are', () => {
    const path = '/Users/ü/プロジェクト (1) #2; $x';
    const made = seatbeltProfile({ ...plan, binds: [{ source: path, path, writable: true }] });
    expect(filtersOf(made, 'allow file-write*')).toEqual([`(subpath "${path}")`]);
  });

  test('has its brackets and quotation marks in pairs', () => {
    const without = profile.replace(/#?"[^"]*"/g, '');
    expect(without).not.toContain('"');
    let depth = 0;
    for (const letter of without) {
      depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
  });
});
