import { describe, expect, it } from 'vitest';
import { placeOfUrl, readPlace } from '../../../../../src/node/network/place';
import { userProxy } from '../../../../../src/node/network/reach';
import { allowedPlaces, isAllowed } from '../../../../../src/node/python/index-proxy/allowed-hosts';

describe('readPlace', () => {
  it('reads a name or an address with its port', () => {
    expect(readPlace('Index.Example:443')).toEqual({ host: 'index.example', port: 443 });
    expect(readPlace('index.example.:443')).toEqual({ host: 'index.example', port: 443 });
    expect(readPlace('[::1]:8080')).toEqual({ host: '::1', port: 8080 });
  });

  it.each([
    'index.example',
    'index.example:0',
    'index.example:99999',
    'index.example:443:80',
    'user@index.example:443',
    'index.example:443@evil.example:443',
    'index.example/evil.example:443',
    'index.example evil.example:443',
    'index.ехample:443',
    '*.example:443',
    '.index.example:443',
    ':443',
    '',
  ])('takes nothing that could be read in two ways: %s', (text) => {
    expect(readPlace(text)).toBeNull();
  });
});

describe('allowedPlaces', () => {
  const allowed = allowedPlaces({
    indexes: ['https://user:secret@index.example/simple', 'http://127.0.0.1:3141/root'],
    hosts: ['files.example', 'other.example:8443'],
  });

  it('are the indexes by their own ports, and what is named besides', () => {
    for (const one of ['index.example:443', '127.0.0.1:3141', 'files.example:443', 'other.example:8443']) {
      expect(isAllowed(readPlace(one) ?? { host: '', port: 0 }, allowed), one).toBe(true);
    }
  });

  it.each([
    'index.example:80',
    'index.example:22',
    'evil-index.example:443',
    'index.example.evil:443',
    'a.index.example:443',
    'lndex.example:443',
    '127.0.0.1:3142',
    'localhost:3141',
    'files.example:8443',
  ])('are not %s', (one) => {
    expect(isAllowed(readPlace(one) ?? { host: '', port: 0 }, allowed)).toBe(false);
  });

  it('hold no address that is none of the web', () => {
    expect(placeOfUrl('file:///etc/passwd')).toBeNull();
    expect(placeOfUrl('index.example')).toBeNull();
    expect(allowedPlaces({ indexes: ['ftp://index.example/'], hosts: ['a b'] })).toEqual([]);
  });
});

describe('userProxy', () => {
  const place = { host: 'index.example', port: 443 };
  it('is what the user’s variables name, with the password for it', () => {
    expect(userProxy({}, place, 'https')).toBeNull();
    expect(userProxy({ HTTPS_PROXY: 'http://me:p%40ss@proxy.example:3128' }, place, 'https')).toEqual({
      place: { host: 'proxy.example', port: 3128 },
      isTls: false,
      authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    });
    expect(userProxy({ all_proxy: 'proxy.example:3128' }, place, 'http')?.place.port).toBe(3128);
    expect(userProxy({ HTTP_PROXY: 'http://proxy.example' }, place, 'https')).toBeNull();
  });

  it('is none for a host that is excepted', () => {
    const block = { HTTPS_PROXY: 'http://proxy.example:3128' };
    for (const list of ['index.example', '.example', '*', 'a, *.example', 'index.example:443']) {
      expect(userProxy({ ...block, NO_PROXY: list }, place, 'https'), list).toBeNull();
    }
    expect(userProxy({ ...block, no_proxy: 'dex.example' }, place, 'https')).not.toBeNull();
  });
});
