import { describe, expect, it } from 'vitest';
import { isAddress, readAddress } from '../../../src/protocol/project-address';

describe('readAddress', () => {
  it.each([
    ['https://example.org/owner/name', 'https', 'name'],
    ['https://example.org:8443/owner/name.git', 'https', 'name'],
    ['https://example.org/owner/name/', 'https', 'name'],
    ['git@example.org:owner/name.git', 'ssh', 'name'],
    ['ssh://git@example.org:2222/owner/a-name.git', 'ssh', 'a-name'],
    ['http://127.0.0.1:8080/name.git', 'http', 'name'],
    ['http://[::1]:8080/name.git', 'http', 'name'],
  ])('takes %s', (text, protocol, name) => {
    expect(isAddress(text)).toBe(true);
    expect(readAddress(text)).toEqual({ kind: 'remote', url: text.replace(/\/$/, ''), protocol, name });
  });

  it('takes the address of a folder as its path', () => {
    expect(readAddress('file:///home/me/a%20project')).toEqual({ kind: 'folder', path: '/home/me/a project' });
    expect(readAddress('file://localhost/home/me')).toEqual({ kind: 'folder', path: '/home/me' });
  });

  it.each([
    ['ext::sh -c touch% /tmp/x', 'project.address.form'],
    ['fd::17', 'project.address.form'],
    ['--upload-pack=touch /tmp/x', 'project.address.form'],
    ['ssh://-oProxyCommand=touch/x', 'project.address.form'],
    ['ssh://git@-oProxyCommand=x/y', 'project.address.form'],
    ['git@-oProxyCommand=x:y', 'project.address.form'],
    ['git@example.org:-x', 'project.address.form'],
    ['https://example.org/a b', 'project.address.form'],
    ['https://example.org/a\nurl = ext::sh', 'project.address.form'],
    ['https://example.org/a"b', 'project.address.form'],
    ['https://example.org/../x', 'project.address.form'],
    ['https://example.org/a/../../x', 'project.address.form'],
    ['https://example.org', 'project.address.form'],
    ['https://example.org/a?upload=1', 'project.address.form'],
    ['git://example.org/a', 'project.address.scheme'],
    ['ftp://example.org/a', 'project.address.scheme'],
    ['http://example.org/a', 'project.address.plain'],
    ['http://127.0.0.1.example.org/a', 'project.address.plain'],
    ['https://me:secret@example.org/a', 'project.address.secret'],
    ['https://ghp_secret@example.org/a', 'project.address.secret'],
    ['ssh://me:secret@example.org/a', 'project.address.secret'],
    ['file://server/share', 'project.address.file'],
    ['file:relative', 'project.address.file'],
    ['file:///a%00b', 'project.address.file'],
    ['file:///a%zz', 'project.address.file'],
    [`https://example.org/${'a'.repeat(3_000)}`, 'project.address.form'],
  ])('refuses %s', (text, why) => {
    expect(isAddress(text)).toBe(true);
    expect(readAddress(text)).toEqual({ kind: 'refused', why });
  });

  it.each(['project', './a/b', '/home/me/a:b', 'C:\\work', 'C:/work', 'a folder/x'])(
    'leaves the path %s alone',
    (text) => {
      expect(isAddress(text)).toBe(false);
    },
  );
});
