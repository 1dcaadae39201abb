import { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { readServerName } from '../../../../../src/node/python/index-proxy/read-server-name';

/** What Node's own TLS says first. */
function greeting(servername: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const wire = new Duplex({
      read: () => undefined,
      write: (bytes: Buffer, _encoding, done) => {
        resolve(bytes);
        done();
      },
    });
    connect({ socket: wire, servername }).on('error', () => undefined);
  });
}

describe('readServerName', () => {
  it('reads the name of a real greeting, also when it comes byte by byte or in several records', async () => {
    const bytes = await greeting('Index.Example');
    expect(readServerName(bytes)).toEqual({ kind: 'name', name: 'index.example' });
    for (let length = 0; length < bytes.length; length += 1) {
      expect(readServerName(bytes.subarray(0, length)).kind, String(length)).toBe('more');
    }
    const body = bytes.subarray(5);
    const record = (part: Buffer) => Buffer.concat([bytes.subarray(0, 3), Buffer.from([0, part.length]), part]);
    const split = Buffer.concat([record(body.subarray(0, 90)), record(body.subarray(90, 200))]);
    const rest = Buffer.concat([bytes.subarray(0, 3), Buffer.alloc(2), body.subarray(200)]);
    rest.writeUInt16BE(body.length - 200, 3);
    expect(readServerName(Buffer.concat([split, rest]))).toEqual({ kind: 'name', name: 'index.example' });
  });

  it('finds none where nobody is named, and in what is no greeting', async () => {
    expect(readServerName(await greeting(''))).toEqual({ kind: 'none' });
    expect(readServerName(Buffer.from('GET / HTTP/1.1\r\n'))).toEqual({ kind: 'none' });
    expect(readServerName(Buffer.from('SSH-2.0-x'))).toEqual({ kind: 'none' });
  });

  it('comes to an end with any bytes', async () => {
    const bytes = await greeting('index.example');
    let state = 7;
    for (let round = 0; round < 2000; round += 1) {
      const changed = Buffer.from(bytes);
      for (let count = 0; count < 4; count += 1) {
        state = (state * 1103515245 + 12345) % 2147483648;
        changed[state % changed.length] = (state >> 8) % 256;
      }
      expect(['more', 'none', 'name']).toContain(readServerName(changed).kind);
    }
    expect(readServerName(Buffer.alloc(70_000, 22)).kind).toBe('none');
  });
});
