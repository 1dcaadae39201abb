import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model, ModelReply } from '../../core/ports/model';
import { message } from '../../protocol/catalogue/catalogue';
import { keyOf, kindOf, RecordedCall } from './call-key';

/** Largest file that is read as a recorded call. */
const MOST_CHARACTERS = 20_000_000;

/**
 * A model that answers from recorded calls, and never from a network. A question that was put several times gets the answers in
 * their order, the last one again and again. One that was never put fails as `notRecorded`. `inOrder`: a question gets the next answer
 * that was recorded for one of its kind, whatever it holds, so that the same answers meet another way of working with them.
 */
export function replayCalls(folder: string, { inOrder = false }: { readonly inOrder?: boolean } = {}): Model {
  let reading: Promise<ReadonlyMap<string, readonly RecordedCall[]>> | null = null;
  const given = new Map<string, number>();

  return {
    // Questions are as long as they were when they were recorded.
    contextTokens: async () => {
      const calls = [...(await (reading ??= readCalls(folder))).values()].flat();
      return calls.find(({ contextTokens }) => contextTokens !== undefined)?.contextTokens ?? null;
    },
    ask: async (request, { signal }) => {
      signal.throwIfAborted();
      const all = await (reading ??= readCalls(folder));
      const kind = kindOf({ schema: request.schema.name, purpose: request.purpose });
      const key = inOrder ? kind : keyOf(request);
      const calls = inOrder ? ofKind(all, kind) : (all.get(key) ?? []);
      const at = given.get(key) ?? 0;
      given.set(key, at + 1);
      return replyOf(calls[inOrder ? at : Math.min(at, calls.length - 1)]);
    },
  };
}

function ofKind(all: ReadonlyMap<string, readonly RecordedCall[]>, kind: string): readonly RecordedCall[] {
  return [...all.values()]
    .flat()
    .filter(({ request }) => kindOf(request) === kind)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

async function readCalls(folder: string): Promise<ReadonlyMap<string, readonly RecordedCall[]>> {
  const found = new Map<string, RecordedCall[]>();
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const call = await readCall(join(folder, name));
    if (call) found.set(call.key, [...(found.get(call.key) ?? []), call]);
  }
  return found;
}

async function readCall(path: string): Promise<RecordedCall | null> {
  try {
    const text = await readFile(path, 'utf8');
    return text.length > MOST_CHARACTERS ? null : RecordedCall.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function replyOf(call: RecordedCall | undefined): ModelReply {
  if (!call) {
    const usage = { inputTokens: 0, outputTokens: 0, estimated: false };
    const common = { usage, durationMs: 0, firstByteMs: null, requests: 0, partial: '' };
    return { kind: 'failed', failure: 'notRecorded', message: message('model.notRecorded'), ...common };
  }
  const { kind, text, failure, message: told, ...common } = call.reply;
  if (kind === 'answer') return { kind, text, ...common };
  return { kind, failure: failure ?? 'unreadable', message: told, partial: text, ...common };
}
