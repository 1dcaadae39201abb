import { buildSegment } from '../context/index/build-segment';
import { indexFile } from '../context/index/index-file';
import { createTokenizer } from '../context/pieces/tokenize-code';
import type { ContextIndex } from '../ports/context-index';
import type { DigestOf } from '../ports/digests';
import type { PythonParser } from '../ports/python-parser';
import type { Workspace } from '../ports/workspace';

const MOST_FILES = 20_000;

/** Indexes whatever a workspace holds, in this thread, anew at every call. */
export function createMemoryContextIndex(options: {
  readonly workspace: Workspace;
  readonly parser: PythonParser;
  readonly digestOf: DigestOf;
}): ContextIndex {
  const { workspace, parser, digestOf } = options;
  return {
    update: async (project, { onSome }, progress) => {
      const tokenizer = createTokenizer();
      const indexed = [];
      for (const path of await workspace.listFiles(project, MOST_FILES, progress)) {
        const text = await workspace.readText(project, path, progress);
        const file = text === null ? null : indexFile({ path, text }, { parser, tokenizer });
        if (file && text !== null) indexed.push({ file, digest: digestOf(text) });
      }
      const segment = buildSegment(indexed);
      const index = {
        segments: [segment],
        files: segment.files.map(({ path }, file) => ({ path, segment: 0, file })),
      };
      onSome?.(index);
      return { index, skipped: [], files: indexed.length, fresh: indexed.length };
    },
  };
}
