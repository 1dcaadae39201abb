import { describe, expect, it } from 'vitest';
import { isPageAddress, isWebAddress } from '../../../src/main/page-address';

describe('addresses of the window', () => {
  it('are the page only on its own scheme and host', () => {
    const addresses = [
      'reprise://app/',
      'reprise://app/assets/x.js?y#z',
      'reprise://app.evil.example/',
      'reprise://app@evil.example/',
      'reprise://evil/',
      'reprise:app',
      'https://app/',
      'file:///app/',
      'about:blank',
      '',
    ];
    expect(addresses.filter(isPageAddress)).toEqual(['reprise://app/', 'reprise://app/assets/x.js?y#z']);
  });

  it('may be offered to a browser only as plain http and https', () => {
    const addresses = [
      'https://example.org/issues/1',
      'http://example.org/',
      'https://user:password@example.org/',
      'https://paypal.example@evil.example/',
      `https://example.org/${'x'.repeat(3_000)}`,
      'javascript:alert(1)',
      'file:///etc/passwd',
      'smb://host/share',
      'ms-msdt:/id',
      'not an address',
    ];
    expect(addresses.filter(isWebAddress)).toEqual(['https://example.org/issues/1', 'http://example.org/']);
  });
});
