import { readFile } from 'node:fs/promises';
import { isIP, type Socket } from 'node:net';
import { connect as connectSafely, rootCertificates } from 'node:tls';
import { isLoopback } from '../../protocol/model';
import { placeOfUrl } from './place';
import { reach, userProxy } from './reach';
import { certificateFileOf } from '../python/uv/environment-block';
import { isOffline, refuseOffline } from './offline';

type Block = Readonly<Record<string, string | undefined>>;

/** Whether an address is reached without the user's proxy and by the usual certificates alone. */
export function isStraight(url: URL, block: Block): boolean {
  if (isLoopback(url.href) && url.protocol === 'http:') return true;
  const place = placeOfUrl(url.href);
  if (place === null || isOffline(block)) return false;
  const isTls = url.protocol === 'https:';
  return userProxy(block, place, isTls ? 'https' : 'http') === null && (!isTls || certificateFiles(block).length === 0);
}

/**
 * A connection for one request to a web address: straight or through the user's proxy, with TLS by the user's certificates besides the
 * usual ones where the address asks for it. This machine is always reached straight. Errors: `unavailable` offline; rejects where there is
 * no connection in half a minute.
 */
export async function connectTo(url: URL, block: Block): Promise<() => Socket> {
  refuseOffline(block, url.href);
  const place = placeOfUrl(url.href);
  if (place === null) throw new Error('It is no address of the web.');
  const isTls = url.protocol === 'https:';
  const certificates = isTls ? await readCertificates(block) : [];
  const proxy = isLoopback(url.href) ? null : userProxy(block, place, isTls ? 'https' : 'http');
  const socket = await reach(place, proxy);
  // What happens to it while it is read shows in the answer; afterwards nobody needs it.
  socket.on('error', () => undefined);
  if (!isTls) return () => socket;
  return () =>
    connectSafely({
      socket,
      ...(isIP(place.host) === 0 ? { servername: place.host } : {}),
      ...(certificates.length === 0 ? {} : { ca: [...rootCertificates, ...certificates] }),
    });
}

/** Certificates that the user's variables name besides the usual ones. What cannot be read is left out. */
async function readCertificates(block: Block): Promise<readonly string[]> {
  const read = await Promise.all(certificateFiles(block).map((file) => readFile(file, 'utf8').catch(() => '')));
  return read.filter((text) => text !== '');
}

function certificateFiles(block: Block): readonly string[] {
  return [certificateFileOf(block), block['NODE_EXTRA_CA_CERTS']].flatMap((file) => file || []);
}
