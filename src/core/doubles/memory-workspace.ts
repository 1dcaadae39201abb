import type { Workspace } from '../ports/workspace';

const MOST_BYTES = 2 * 1024 * 1024;

/** Projects that lie in memory: folder to relative path to text. */
export function createMemoryWorkspace(
  projects: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Workspace {
  return {
    readText: async (project, file, progress) => {
      progress.signal.throwIfAborted();
      const text = projects[project]?.[file];
      return text === undefined || text.length > MOST_BYTES ? null : text;
    },
    open: async ({ project }) => ({
      folder: project,
      sourceRoots: [project],
      commit: null,
      how: 'asItIs',
      reason: 'It is used as it is.',
      leftOut: 0,
    }),
    listFiles: async (project, limit, progress) => {
      progress.signal.throwIfAborted();
      return Object.keys(projects[project] ?? {}).slice(0, limit);
    },
  };
}
