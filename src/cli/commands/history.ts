import { message } from '../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../protocol/errors';
import { formatBytes } from '../../protocol/format-bytes';
import type { ReproductionSummary } from '../../protocol/reproduction/state';
import { Outcome } from '../../protocol/verdict';
import { readList } from '../../node/store/read-list';
import { askYesNo } from '../ask';
import { exitCodes } from '../exit-codes';
import { findReproduction, shortId } from '../input/find-reproduction';
import { badInput } from '../input/refusal';
import { dataFolderOf, withHost } from '../open-host';
import { oneLine } from '../render/palette';
import { tableLines } from '../render/table';
import { isInteractive, type Surroundings } from '../surroundings';

export interface HistoryOptions {
  readonly state?: string;
  readonly search?: string;
  readonly archived?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

export interface HistoryChangeOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

const states = ['open', ...Outcome.options] as const;

/** `reprise history`: the reproductions, newest first. While another program has them open they are read only. */
export async function listHistory(surroundings: Surroundings, typed: HistoryOptions): Promise<number> {
  const { state } = typed;
  if (state !== undefined && !states.some((one) => one === state)) {
    throw badInput('state', 'cli.history.badState', { state: oneLine(state, 60), states: states.join(', ') });
  }
  const all = await withHost(surroundings, typed.home, async ({ client }) => {
    return (await client.call('reproduction/list', {})).reproductions;
  }).catch(async (error: unknown) => {
    if (!isRepriseError(error, 'locked')) throw error;
    const list = await readList(dataFolderOf(surroundings, typed.home));
    if (!typed.json) surroundings.errors.write(`${message('cli.history.readOnly')}\n`);
    return list;
  });
  const chosen = [...all].filter((one) => isWanted(one, typed)).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (typed.json) {
    surroundings.output.write(`${JSON.stringify({ reproductions: chosen })}\n`);
    return exitCodes.done;
  }
  const none = all.length > 0 ? message('cli.history.noMatch') : message('cli.history.none');
  surroundings.output.write(`${(chosen.length > 0 ? tableLines(chosen.map(rowOf)) : [none]).join('\n')}\n`);
  return exitCodes.done;
}

/** `reprise history archive ID…`, and `unarchive`: puts reproductions away, or takes them back. */
export async function archiveHistory(
  surroundings: Surroundings,
  given: readonly string[],
  typed: HistoryChangeOptions & { readonly archived: boolean },
): Promise<number> {
  return withHost(surroundings, typed.home, async ({ client }) => {
    const ids = await Promise.all(given.map((one) => findReproduction(client, one)));
    for (const reproductionId of ids) {
      await client.call('reproduction/archive', { reproductionId, archived: typed.archived });
      const key = typed.archived ? 'cli.history.archivedOne' : 'cli.history.unarchivedOne';
      const line = message(key, { id: shortId(reproductionId) });
      surroundings.output.write(
        `${typed.json ? JSON.stringify({ reproductionId, archived: typed.archived }) : line}\n`,
      );
    }
    return exitCodes.done;
  });
}

/** `reprise history delete ID…`: shows what goes, with its size, and moves it into the trash once that is wanted. */
export async function deleteHistory(
  surroundings: Surroundings,
  given: readonly string[],
  typed: HistoryChangeOptions,
): Promise<number> {
  return withHost(surroundings, typed.home, async ({ client }) => {
    const ids = [...new Set(await Promise.all(given.map((one) => findReproduction(client, one))))];
    const { reproductions } = await client.call('reproduction/list', {});
    const sizes = await Promise.all(
      ids.map((reproductionId) => client.call('reproduction/measure', { reproductionId })),
    );
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    const rows = ids.flatMap((id, at) => {
      const found = reproductions.find((one) => one.id === id);
      return found ? [[...rowOf(found), formatBytes(sizes[at]?.bytes ?? 0)]] : [];
    });
    if (!typed.json) surroundings.output.write(`${tableLines(rows).join('\n')}\n`);
    const question = message('cli.history.deleteThese', { count: ids.length, size: formatBytes(bytes) });
    if (!(await isConfirmed(surroundings, question, typed))) return exitCodes.inconclusive;
    for (const reproductionId of ids) {
      const { trash, bytes: freed } = await client.call('reproduction/remove', { reproductionId });
      const told = { id: shortId(reproductionId), trash: trash ?? '', size: formatBytes(freed) };
      const line = typed.json
        ? JSON.stringify({ reproductionId, trash, bytes: freed })
        : message('cli.history.deleted', told);
      surroundings.output.write(`${line}\n`);
    }
    return exitCodes.done;
  });
}

function isWanted(one: ReproductionSummary, { state, search = '', archived = false }: HistoryOptions): boolean {
  const words = search.toLowerCase().split(/\s+/);
  const text = `${one.title} ${one.id}`.toLowerCase();
  const isState = state === undefined || (one.outcome ?? 'open') === state;
  return (one.archived ?? false) === archived && isState && words.every((word) => text.includes(word));
}

function rowOf(entry: ReproductionSummary): readonly string[] {
  return [
    shortId(entry.id),
    entry.createdAt.slice(0, 16).replace('T', ' '),
    entry.damaged
      ? message('cli.history.damaged')
      : message(entry.outcome ? `cli.history.${entry.outcome}` : 'cli.history.open'),
    oneLine(entry.damaged ?? entry.title, 100),
  ];
}

async function isConfirmed(
  surroundings: Surroundings,
  question: string,
  typed: HistoryChangeOptions,
): Promise<boolean> {
  if (typed.yes) return true;
  if (isInteractive(surroundings) && !typed.json) {
    return askYesNo(surroundings, question, new AbortController().signal);
  }
  surroundings.errors.write(`${message('cli.history.needsYes')}\n`);
  return false;
}
