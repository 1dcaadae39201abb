import { gatherContext } from '../core/context/gather-context';
import { changeContext } from '../core/context/change-context';
import { fileRole } from '../core/context/pieces/file-role';
import { sourceText } from '../core/context/pieces/source-text';
import { searchByText } from '../core/context/search-by-text';
import { wishOf } from '../core/plan/project-wish';
import type { HostPorts } from '../core/ports/host-ports';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { Handlers } from '../protocol/methods';
import { isAddress } from '../protocol/project-address';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { Caller } from './caller';
import { checkReport } from './check-report';
import { notFound, wrongState } from './refusals';
import type { Reproductions } from './reproductions';

/** A search that takes longer has found a project that changes all the time. */
const LIMIT_MS = 120_000;
/** The history of a large repository, and one commit of it. */
const FETCH_LIMIT_MS = 30 * 60_000;

/** Looking through the project, and a person's word on the context. Reading only: nothing of the project runs. */
export function answerContext({
  ports,
  reproductions,
}: {
  readonly ports: HostPorts;
  readonly reproductions: Pick<Reproductions, 'use'>;
}): Pick<Handlers<Caller>, 'context/gather' | 'context/search' | 'context/change'> {
  return {
    'context/gather': async ({ name, text, project, projectAt = null, asOf, budget }) => {
      checkReport({ name, text });
      const isOpened = projectAt !== null || isAddress(project);
      const context = await within(isOpened ? FETCH_LIMIT_MS : LIMIT_MS, async (progress) => {
        const { readOut, symptoms } = await ports.reader.read({ name, text, asOf }, progress);
        const wish = wishOf({ readOut, report: text, asOf }, null, project, projectAt);
        const opened = isOpened ? await ports.workspace.open(wish, progress) : null;
        const gathered = await gatherContext({
          ...{ readOut, report: text, symptom: symptoms[0] ?? null, project: opened?.folder ?? project, progress },
          ...{ index: ports.contextIndex, workspace: ports.workspace, ids: ports.ids },
          ...(budget === null ? {} : { budget }),
          ...(ports.embedder ? { embedder: ports.embedder } : {}),
        });
        return opened === null ? gathered : { ...gathered, leftOut: [opened.reason, ...gathered.leftOut] };
      });
      return { context };
    },
    'context/search': ({ reproductionId, text, limit }) =>
      reproductions.use(reproductionId, async ({ session }) => {
        const project = folderOf(session.state());
        if (project === null) throw new RepriseError('badInput', message('context.noProject'), { field: 'project' });
        const hits = await within(LIMIT_MS, (progress) =>
          searchByText({ project, text, limit, index: ports.contextIndex }, progress),
        );
        return { hits: [...hits] };
      }),
    'context/change': ({ reproductionId, change }) =>
      reproductions.use(reproductionId, (reproduction) =>
        reproduction.exclusively(async () => {
          const { session } = reproduction;
          const { context, phase } = session.state();
          const project = folderOf(session.state());
          if (!context || project === null) throw wrongState(phase, 'context.noProject');
          const text = change.kind === 'add' ? await readLines(ports, project, change) : null;
          const added = text === null ? null : { id: ports.ids.next('chunk'), text };
          const next = changeContext(context, change, added);
          if (!next) throw notFound('chunk', change.kind === 'add' ? change.file : change.chunkId, 'context.noChunk');
          await session.emit({ type: 'context/edited', context: next });
          return {};
        }),
      ),
  };
}

/** The project as it was opened; an older reproduction read the folder as it lay. */
function folderOf({ project, options }: ReproductionState): string | null {
  return project?.folder ?? options.project;
}

async function readLines(
  ports: HostPorts,
  project: string,
  { file, firstLine, lastLine }: { readonly file: string; readonly firstLine: number; readonly lastLine: number },
): Promise<string> {
  // What is never searched is never shown either.
  const isSource = fileRole(file) !== null;
  const text = isSource
    ? await within(LIMIT_MS, (progress) => ports.workspace.readText(project, file, progress))
    : null;
  const lines = text === null ? [] : sourceText(file, text).split('\n');
  if (lastLine < firstLine || lastLine > lines.length) {
    throw new RepriseError('badInput', message('context.notReadable', { file, firstLine, lastLine }), {
      field: 'change',
    });
  }
  return lines.slice(firstLine - 1, lastLine).join('\n');
}

async function within<T>(
  limitMs: number,
  work: (progress: { readonly signal: AbortSignal; report(note: string): void }) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  try {
    return await work({ signal: controller.signal, report: () => undefined });
  } finally {
    clearTimeout(timer);
  }
}
