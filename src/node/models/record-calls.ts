import { join } from 'node:path';
import type { Model, ModelReply, ModelRequest } from '../../core/ports/model';
import { makeFolder } from '../system/make-folder';
import { writeFileAtomically } from '../system/write-file-atomically';
import { keptRequest, keyOf, type RecordedCall } from './call-key';

/** A model whose calls are written to a folder, one a file, by their question and their count. An endpoint that echoes the key is not believed. */
export function recordCalls(model: Model, options: { readonly folder: string; readonly key: string | null }): Model {
  const { folder, key } = options;
  const counts = new Map<string, number>();
  let order = 0;
  const rooms = new Map<string, number | null>();

  function without(text: string): string {
    return key === null || key === '' ? text : text.split(key).join('…');
  }

  async function write(request: ModelRequest, reply: ModelReply): Promise<void> {
    const room = rooms.get(request.model) ?? null;
    const found = keyOf(request);
    const count = counts.get(found) ?? 0;
    counts.set(found, count + 1);
    const { usage, durationMs, firstByteMs, requests, kind } = reply;
    const call: RecordedCall = {
      version: 1,
      order: order++,
      key: found,
      ...(room === null ? {} : { contextTokens: room }),
      request: keptRequest(request),
      reply: {
        ...{ kind, usage, durationMs, firstByteMs, requests },
        text: kind === 'answer' ? reply.text : reply.partial,
        failure: kind === 'answer' ? null : reply.failure,
        message: kind === 'answer' ? '' : reply.message,
      },
    };
    await makeFolder(folder);
    const name = `${found.slice(0, 32)}-${String(count).padStart(3, '0')}.json`;
    await writeFileAtomically(join(folder, name), `${without(JSON.stringify(call, null, 1))}\n`);
  }

  return {
    ask: async (request, progress) => {
      const reply = await model.ask(request, progress);
      await write(request, reply);
      return reply;
    },
    contextTokens: async (name, progress) => {
      const room = (await model.contextTokens?.(name, progress)) ?? null;
      rooms.set(name, room);
      return room;
    },
  };
}
