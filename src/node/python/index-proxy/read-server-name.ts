const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
/** A greeting is a few thousand bytes at most. */
const LONGEST = 64 * 1024;

export type ServerName =
  { readonly kind: 'more' } | { readonly kind: 'none' } | { readonly kind: 'name'; readonly name: string };

/**
 * The name that a TLS client asks for in its first message (RFC 8446, 4.1.2; RFC 6066, 3). `more`: it has not all come yet.
 * `none`: it is no such message, or names nobody.
 */
export function readServerName(bytes: Buffer): ServerName {
  const none: ServerName = { kind: 'none' };
  if (bytes.length > 0 && bytes[0] !== HANDSHAKE) return none;
  const fragments: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes.length < at + 5) break;
    if (bytes[at] !== HANDSHAKE) break;
    const length = bytes.readUInt16BE(at + 3);
    fragments.push(bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  const hello = Buffer.concat(fragments);
  const more: ServerName = bytes.length > LONGEST ? none : { kind: 'more' };
  if (hello.length < 4) return more;
  if (hello[0] !== CLIENT_HELLO) return none;
  const end = 4 + hello.readUIntBE(1, 3);
  if (hello.length < end) return more;
  try {
    return readExtensions(hello.subarray(4, end));
  } catch {
    return none;
  }
}

/** Errors: throws where a length leads outside of the message. */
function readExtensions(hello: Buffer): ServerName {
  let at = 34;
  at += 1 + hello.readUInt8(at);
  at += 2 + hello.readUInt16BE(at);
  at += 1 + hello.readUInt8(at);
  const end = at + 2 + hello.readUInt16BE(at);
  at += 2;
  while (at + 4 <= end) {
    const kind = hello.readUInt16BE(at);
    const length = hello.readUInt16BE(at + 2);
    const content = hello.subarray(at + 4, at + 4 + length);
    if (kind === SERVER_NAME && content.readUInt8(2) === 0) {
      return {
        kind: 'name',
        name: content
          .subarray(5, 5 + content.readUInt16BE(3))
          .toString('latin1')
          .toLowerCase(),
      };
    }
    at += 4 + length;
  }
  return { kind: 'none' };
}
