import { readNames } from '../actions/free-names';
import { createPieceTexts } from '../context/assemble/piece-texts';
import { readIndex } from '../context/index/read-index';
import { createModuleResolver } from '../context/modules/resolve-modules';
import { filesDefining, takeDefinitions, type TakenDefinition } from '../context/take-definitions';
import type { Work } from './work';

const MOST_NAMES = 20;
const MOST_ROUNDS = 12;
const ALL_LINES = 1_000_000;

/** What the project has for the names that a script lacks. Without a project, or where it cannot be read: nothing. */
export async function projectDefinitionsFor(work: Work, script: string): Promise<readonly TakenDefinition[]> {
  const { ports, session, progress } = work;
  const { options, context } = session.state();
  const { project } = options;
  if (project === null || !context) return [];
  const freeNames = (text: string): readonly string[] => [...readNames(ports.parser.parse(text)).free.keys()];
  const names = freeNames(script).slice(0, MOST_NAMES);
  const indexed = await ports.contextIndex.update(project, { first: [] }, progress);
  const index = readIndex(indexed.index);
  const resolver = createModuleResolver(index);
  const preferred = context.chunks.map(({ file }) => file);
  const texts = createPieceTexts({ project, workspace: ports.workspace, progress });
  const read = new Map<string, string | null>();
  // Which files are needed shows while definitions are followed: what lacked is read, and they are followed again.
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const lacking = new Set<string>();
    const taken = takeDefinitions({
      names,
      filesOf: (name) => filesDefining(index, name, preferred),
      textOf: (file) => {
        const text = read.get(file);
        if (text === undefined) lacking.add(file);
        return text ?? null;
      },
      parser: ports.parser,
      resolver,
      freeNames,
    });
    if (lacking.size === 0) return taken;
    for (const file of lacking) read.set(file, await texts.lines(file, 1, ALL_LINES));
  }
  return [];
}
