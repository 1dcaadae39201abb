import path from 'node:path';
import { checkBundle, type Bundle } from '../../host/check-bundle';
import { createGists } from '../../node/share/create-gists';
import { readBundleFiles } from '../../node/share/read-bundle-folder';
import { digestOf } from '../../node/system/digest';
import { message } from '../../protocol/catalogue/catalogue';
import type { SharedFile } from '../../protocol/sharing';
import { askYesNo } from '../ask';
import { exitCodes } from '../exit-codes';
import { readOptions, type TypedOptions } from '../input/read-options';
import { badInput } from '../input/refusal';
import { withHost } from '../open-host';
import { oneLine } from '../render/palette';
import { isInteractive, type Surroundings } from '../surroundings';
import { checkOutFolder } from './out-folder';
import { runReproduction } from './run-reproduction';

export interface ImportOptions extends TypedOptions {
  readonly run?: boolean;
  readonly out?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/**
 * `reprise import PLACE`: takes a reproducer from a folder, a zip file, a gist, a notebook or a comment. It is somebody else's code, so nothing of it runs before
 * the user says so; then the same bytes are judged anew, by real runs in the sandbox.
 */
export async function importReproducer(
  surroundings: Surroundings,
  place: string,
  typed: ImportOptions,
): Promise<number> {
  const { workingFolder } = surroundings;
  const out = typed.out === undefined ? null : await checkOutFolder(workingFolder, typed.out);
  const bundle = checkBundle(await filesFrom(place, surroundings), digestOf);
  const read = await readOptions(typed, { workingFolder, interactive: false });
  const json = typed.json === true;
  if (!json) {
    surroundings.output.write(
      `${message('cli.import.found', {
        title: oneLine(bundle.title, 120),
        lines: bundle.script.split('\n').length,
        digest: digestOf(bundle.script).slice(0, 12),
        python: oneLine(bundle.pythonVersion, 20),
      })}\n`,
    );
  }
  if (typed.run !== true) {
    if (!isInteractive(surroundings) || json) throw badInput('run', 'cli.import.run');
    if (!(await askYesNo(surroundings, message('cli.import.ask'), new AbortController().signal))) {
      return exitCodes.cancelled;
    }
  }
  return withHost(surroundings, typed.home, async (open) => {
    const { reproductionId } = await open.client.call('reproduction/create', {
      name: path.basename(place).slice(0, 300),
      text: reportOf(bundle),
      options: {
        ...read,
        asOf: read.asOf ?? bundle.asOf,
        python: read.python ?? /^\d+\.\d+/.exec(bundle.pythonVersion)?.[0] ?? null,
      },
      script: { name: 'reproducer.py', text: bundle.script, arguments: [], control: null },
    });
    // What is judged is what the one who exported it judged, whatever is read from the report today.
    await open.client.call('symptom/edit', { reproductionId, symptoms: [{ ...bundle.symptom, author: 'user' }] });
    return runReproduction({ surroundings, open, reproductionId, isNew: true, json, out });
  });
}

async function filesFrom(
  place: string,
  { workingFolder, environmentBlock }: Surroundings,
): Promise<readonly SharedFile[]> {
  if (!/^https?:\/\//i.test(place)) return readBundleFiles(path.resolve(workingFolder, place), place);
  const gists = createGists({ server: environmentBlock['REPRISE_GIST_SERVER'], environmentBlock });
  const { files } = await gists.read(place, { token: null, signal: new AbortController().signal });
  return files;
}

/** An older bundle has no report: its title and what was seen tell as much. */
function reportOf({ report, title, observed }: Bundle): string {
  return report.trim() === '' ? `# ${title}\n\n${observed ?? ''}\n` : report;
}
