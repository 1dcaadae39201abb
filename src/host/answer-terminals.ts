import type { Terminals } from '../core/ports/terminals';
import type { Handlers } from '../protocol/methods';
import type { TerminalDescription } from '../protocol/terminal';
import type { Caller } from './caller';
import type { LogEntry } from './host-options';
import { notFound } from './refusals';
import type { Reproductions } from './reproductions';
import { searchTerminal } from './search-terminal';
import { streamTerminal } from './stream-terminal';

type Methods =
  | 'terminal/attach'
  | 'terminal/search'
  | 'terminal/read'
  | 'terminal/acknowledge'
  | 'terminal/detach'
  | 'terminal/write'
  | 'terminal/resize';

/** Terminals, to each client at its own pace. */
export function answerTerminals(options: {
  readonly terminals: Terminals;
  readonly reproductions: Pick<Reproductions, 'ownerOfTerminal'>;
  readonly log: (entry: LogEntry) => void;
}): Pick<Handlers<Caller>, Methods> {
  const { terminals, reproductions, log } = options;
  const ownerOf = async (terminalId: string): Promise<string | null> => {
    const reproductionId = reproductions.ownerOfTerminal(terminalId);
    if (!(await terminals.describe({ reproductionId, terminalId }))) {
      throw notFound('terminal', terminalId, 'errors.noTerminal');
    }
    return reproductionId;
  };
  return {
    'terminal/attach': async ({ terminalId, offset }, caller) => {
      const { client } = caller;
      const reproductionId = reproductions.ownerOfTerminal(terminalId);
      const told = await terminals.describe({ reproductionId, terminalId });
      if (!told && reproductionId === null) throw notFound('terminal', terminalId, 'errors.noTerminal');
      const description = told ?? announced(terminalId);
      client.terminals.get(terminalId)?.end();
      const stream = streamTerminal({
        terminals,
        reproductionId,
        terminalId,
        offset: Math.min(offset, description.size),
        told,
        send: (frame) => client.send(frame),
        onFault: (error) => log({ where: `terminal ${terminalId}`, error }),
      });
      client.terminals.set(terminalId, stream);
      caller.afterReply(() => {
        if (client.signal.aborted) stream.end();
        else stream.start();
      });
      return description;
    },
    'terminal/search': async ({ terminalId, ...wish }) => {
      const reproductionId = await ownerOf(terminalId);
      return searchTerminal({ terminals, reproductionId, terminalId, ...wish });
    },
    'terminal/read': async ({ terminalId, offset, maxBytes }) => {
      const reproductionId = await ownerOf(terminalId);
      const bytes = await terminals.read({ reproductionId, terminalId, offset, maxBytes });
      return { data: Buffer.from(bytes).toString('base64') };
    },
    'terminal/acknowledge': async ({ terminalId, offset }, { client }) => {
      client.terminals.get(terminalId)?.acknowledge(offset);
      return {};
    },
    'terminal/detach': async ({ terminalId }, { client }) => {
      client.terminals.get(terminalId)?.end();
      client.terminals.delete(terminalId);
      return {};
    },
    'terminal/write': async ({ terminalId, data }) => {
      terminals.write(terminalId, data);
      return {};
    },
    'terminal/resize': async ({ terminalId, columns, rows }) => {
      terminals.resize(terminalId, columns, rows);
      return {};
    },
  };
}

/** A terminal that an event has named and that its run is about to open. */
function announced(terminalId: string): TerminalDescription {
  return { id: terminalId, title: '', source: 'pipes', size: 0, status: { kind: 'open' } };
}
