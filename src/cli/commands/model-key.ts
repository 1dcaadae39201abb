import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { message } from '../../protocol/catalogue/catalogue';
import { exitCodes } from '../exit-codes';
import { DEFAULT_BASE_URL, readBaseUrl } from '../input/read-model';
import { badInput } from '../input/refusal';
import { withHost } from '../open-host';
import { isInteractive, type Surroundings } from '../surroundings';

export interface KeyOptions {
  readonly baseUrl?: string;
  readonly set?: boolean;
  readonly remove?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

/** The first line of the input. On a terminal what is typed is not shown. Null: there was none. */
function readLine(surroundings: Surroundings, question: string): Promise<string | null> {
  const isShown = isInteractive(surroundings);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isShown) surroundings.output.write(`${question} `);
  const lines = createInterface({ input: surroundings.input, output: nowhere, terminal: isShown });
  return new Promise((resolve) => {
    lines.on('SIGINT', () => lines.close());
    lines.once('line', (line) => {
      resolve(line.trim());
      lines.close();
    });
    lines.once('close', () => {
      if (isShown) surroundings.output.write('\n');
      resolve(null);
    });
  });
}

/** `reprise models key [--base-url URL] [--set|--remove]`: whether an endpoint has a key, and keeping it in the system's key store. */
export async function modelKey(surroundings: Surroundings, typed: KeyOptions): Promise<number> {
  const { home, json } = typed;
  if (typed.set && typed.remove) throw badInput('set', 'keys.setAndRemove');
  const baseUrl = readBaseUrl(typed.baseUrl ?? surroundings.environmentBlock['OPENAI_BASE_URL'] ?? DEFAULT_BASE_URL);
  const described = await withHost(surroundings, home, async ({ client }) => {
    if (typed.set) {
      // A key store that is not there is told before a key is typed for nothing.
      const { available, reason } = await client.call('key/describe', { baseUrl });
      const key = available ? await readLine(surroundings, message('keys.ask', { address: baseUrl })) : '';
      if (available && !key) throw badInput('set', 'keys.notAKey');
      if (key) await client.call('key/keep', { baseUrl, key });
      else return { available, reason, key: 'none' as const };
    }
    if (typed.remove) await client.call('key/remove', { baseUrl });
    return client.call('key/describe', { baseUrl });
  });
  const line = {
    own: message('keys.own', { address: baseUrl }),
    general: message('keys.general', { address: baseUrl }),
    none: message('keys.none', { address: baseUrl }),
  }[described.key];
  const lines = [line, ...(described.reason === null ? [] : [described.reason])];
  surroundings.output.write(json ? `${JSON.stringify({ baseUrl, ...described })}\n` : `${lines.join('\n')}\n`);
  return typed.set && described.key !== 'own' ? exitCodes.inconclusive : exitCodes.done;
}
