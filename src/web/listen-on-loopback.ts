import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';

const TRIES = 20;

/** Whether an address that a user gave is one of this machine's own loopback names. */
export function isLoopback(address: string): boolean {
  return ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(address);
}

/**
 * Binds 127.0.0.1 and, where the machine has it, ::1 on one port; both, so that no other program can take the port on the other
 * address and be mistaken for this one. `port` 0: a random one. Errors: `badInput` where the port is taken.
 */
export async function listenOnLoopback(
  createServer: () => Server,
  port: number,
): Promise<{ readonly servers: readonly Server[]; readonly port: number }> {
  for (let attempt = 1; ; attempt++) {
    const first = createServer();
    const firstError = await listen(first, '127.0.0.1', port);
    if (firstError) throw taken(port, firstError);
    const chosen = (first.address() as AddressInfo).port;

    const second = createServer();
    const secondError = await listen(second, '::1', chosen);
    if (!secondError) return { servers: [first, second], port: chosen };
    if (secondError.code === 'EADDRNOTAVAIL' || secondError.code === 'EAFNOSUPPORT') {
      return { servers: [first], port: chosen };
    }
    first.close();
    await once(first, 'close');
    if (port !== 0 || attempt === TRIES) throw taken(chosen, secondError);
  }
}

async function listen(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true, ipv6Only: true }, () => {
      server.off('error', resolve);
      resolve(null);
    });
  });
}

function taken(port: number, error: NodeJS.ErrnoException): RepriseError {
  return new RepriseError('badInput', message('cli.web.port', { port: String(port), reason: error.code ?? '' }), {
    field: 'port',
  });
}
