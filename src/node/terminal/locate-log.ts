import { join } from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { Id } from '../../protocol/primitives';

export interface LogPlace {
  readonly folder: string;
  /** The bytes, as they came. */
  readonly log: string;
  /** Title and source, for descriptions after a restart of the program. */
  readonly about: string;
}

/** Where a terminal's files lie. Errors: `badInput` for an id that is none, so that no id can lead elsewhere. */
export function locateLog(
  dataFolder: string,
  terminal: { readonly reproductionId: string | null; readonly terminalId: string },
): LogPlace {
  const { reproductionId, terminalId } = terminal;
  for (const id of reproductionId === null ? [terminalId] : [reproductionId, terminalId]) {
    if (!Id.safeParse(id).success) {
      throw new RepriseError('badInput', message('terminal.badId'), { field: 'terminalId' });
    }
  }
  const owner = reproductionId === null ? [] : ['reproductions', reproductionId];
  const folder = join(dataFolder, ...owner, 'logs');
  return { folder, log: join(folder, `${terminalId}.log`), about: join(folder, `${terminalId}.json`) };
}
