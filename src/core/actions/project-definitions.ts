import { message } from '../../protocol/catalogue/catalogue';
import type { LineProvenance } from '../../protocol/script';
import { insertionIndex } from '../generate/insertion-index';
import { linesOfScript } from '../generate/script-lines';
import type { Action } from './action';

/** The provenance of a line that stands in the project. */
const ofProject: LineProvenance = { origin: 'project', span: null };

/** Gives names that the snippet lacks the definitions that the project has for them, in front of the snippet. */
export const projectDefinitions: Action = {
  action: 'import-addition-dependency-resolution',
  propose: (state) => {
    const { diagnosis, definitions = [] } = state;
    const given = definitions.flatMap(({ name }) => name ?? []);
    if (diagnosis.kind !== 'missingName' || !given.includes(diagnosis.name)) return [];
    const lines = linesOfScript(state.script);
    const at = insertionIndex(lines.map(({ text }) => text));
    const added = definitions.flatMap((definition) =>
      definition.lines.map((text) => ({ text, provenance: ofProject })),
    );
    const files = [...new Set(definitions.map(({ file }) => file))];
    return [
      {
        action: 'import-addition-dependency-resolution',
        reason: message('attempt.takenFromProject', {
          count: given.length,
          names: given.join(', '),
          files: files.join(', '),
        }),
        touches: given.map((name) => ({ fault: 'name', name })),
        change: { kind: 'script', lines: [...lines.slice(0, at), ...added, ...lines.slice(at)] },
      },
    ];
  },
};
