import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { buildSegment } from '../../core/context/index/build-segment';
import { indexFile, type FileIndex } from '../../core/context/index/index-file';
import { createTokenizer } from '../../core/context/pieces/tokenize-code';
import { createPythonParser } from '../parser/create-python-parser';
import type { IndexAnswer, IndexRequest } from './index-messages';
import { packSegment } from './pack-segment';
import { readSource } from './read-source';

const { wasmFolder } = z.object({ wasmFolder: z.string() }).parse(workerData);

/** Reads, hashes and indexes batches of files, one batch after the other. What the index has already is not indexed again. */
async function serve(): Promise<void> {
  const parser = await createPythonParser({ wasmFolder });
  const tokenizer = createTokenizer();
  parentPort?.on('message', ({ project, files }: IndexRequest) => {
    const indexed: { readonly file: FileIndex; readonly digest: string }[] = [];
    const outcomes: IndexAnswer['outcomes'] = files.map(({ path, known }) => {
      const source = readSource(project, path);
      if (source.kind !== 'text') return { path, kind: source.kind };
      const { text, size, changedMs } = source;
      const digest = createHash('sha256').update(text).digest('hex');
      const stat = { path, digest, size, changedMs };
      if (known.includes(digest)) return { ...stat, kind: 'known' as const };
      const file = indexFile({ path, text }, { parser, tokenizer });
      if (!file) return { path, kind: 'generated' as const };
      indexed.push({ file, digest });
      return { ...stat, kind: 'indexed' as const };
    });
    const bytes = indexed.length === 0 ? null : new Uint8Array(packSegment(buildSegment(indexed)));
    const answer: IndexAnswer = { outcomes, bytes };
    parentPort?.postMessage(answer, bytes ? [bytes.buffer] : []);
  });
}

void serve();
