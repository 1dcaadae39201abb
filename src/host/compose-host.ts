import type { HostFrame } from '../protocol/frame';
import { answerApp } from './answer-app';
import { answerDrafts } from './answer-drafts';
import { answerContext } from './answer-context';
import { answerEdits } from './answer-edits';
import { answerEstimate } from './answer-estimate';
import { answerReproductions } from './answer-reproductions';
import { answerRuns } from './answer-runs';
import { answerScripts } from './answer-scripts';
import { answerSharing } from './answer-sharing';
import { answerTerminals } from './answer-terminals';
import { guardRunner } from './guard-runner';
import type { Host } from './host';
import type { HostOptions, Pipeline } from './host-options';
import { readFreeMemory } from './read-free-memory';
import { createReproductions } from './reproductions';
import { serveClient, type ServedClient } from './serve-client';

/** Composes a host that drives its reproductions by the given pipeline. Starts nothing: they are taken up when somebody asks for them. */
export function composeHost(
  options: HostOptions & { readonly pipeline: Pipeline; readonly greetWithinMs?: number },
): Host {
  const { ports, pipeline, greetWithinMs, log = () => undefined } = options;
  const clients = new Set<ServedClient>();
  let closing: Promise<void> | null = null;

  const reproductions = createReproductions({
    ports,
    pipelinePorts: (stateOf) => ({
      clock: ports.clock,
      ids: ports.ids,
      digestOf: ports.digestOf,
      parser: ports.parser,
      reader: ports.reader,
      environments: ports.environments,
      workspace: ports.workspace,
      contextIndex: ports.contextIndex,
      ...(ports.models === undefined ? {} : { models: ports.models }),
      ...(ports.names === undefined ? {} : { names: ports.names }),
      ...(ports.embedder ? { embedder: ports.embedder } : {}),
      ...(ports.readCapacity === undefined ? {} : { readCapacity: ports.readCapacity }),
      readFreeMemory: (wanted) => readFreeMemory(ports, wanted),
      store: ports.store,
      runner: guardRunner({ runner: ports.runner, stateOf, store: ports.store, digestOf: ports.digestOf }),
    }),
    pipeline,
    log,
    onListChanged: (change) => tellAll({ kind: 'listChanged', ...change }),
  });
  const acting = {
    ...answerApp(options),
    ...answerReproductions({ ports, reproductions }),
    ...answerEdits({ ports, reproductions }),
    ...answerSharing({ ports, reproductions }),
    ...answerDrafts({ ports, reproductions }),
    ...answerScripts({ ports, reproductions }),
    ...answerEstimate({ ports, reproductions }),
    ...answerContext({ ports, reproductions }),
  };
  const handlers = {
    ...acting,
    ...answerRuns({ ports, reproductions, acting }),
    ...answerTerminals({ terminals: ports.terminals, reproductions, log }),
  };

  function tellAll(frame: HostFrame): void {
    for (const client of [...clients]) client.tell(frame);
  }

  async function close(): Promise<void> {
    await reproductions.close();
    for (const client of [...clients]) client.close();
  }

  return {
    connect: (transport, role) => {
      if (closing) return transport.close();
      const client = serveClient({
        transport,
        role,
        handlers,
        log,
        onGone: () => clients.delete(client),
        ...(greetWithinMs === undefined ? {} : { greetWithinMs }),
      });
      clients.add(client);
    },
    close: () => (closing ??= close()),
  };
}
