import { readOptions, type TypedOptions } from '../input/read-options';
import { issueReaderOf, readReport } from '../input/read-report';
import { readScript, splitWords } from '../input/read-script';
import { withHost } from '../open-host';
import type { Surroundings } from '../surroundings';
import { checkOutFolder } from './out-folder';
import { runReproduction } from './run-reproduction';

export interface VerifyOptions extends TypedOptions {
  readonly control?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/**
 * `reprise verify REPORT SCRIPT [-- ARGUMENTS]`: the same rules over real runs of a script from anywhere. Who types it approves
 * these bytes, in the sandbox and without network. It is kept like any reproduction.
 */
export async function verify(
  surroundings: Surroundings,
  typed: { readonly report: string; readonly script: string; readonly words: readonly string[] },
  options: VerifyOptions,
): Promise<number> {
  const { workingFolder, input } = surroundings;
  const json = options.json === true;
  const read = await readOptions(options, { workingFolder, interactive: false });
  const control = options.control === undefined ? null : splitWords(options.control);
  const out = options.out === undefined ? null : await checkOutFolder(workingFolder, options.out);
  const report = await readReport({ report: typed.report, workingFolder, input, issues: issueReaderOf(surroundings) });
  const script = await readScript(typed.script, workingFolder);

  return withHost(surroundings, options.home, async (open) => {
    const { reproductionId } = await open.client.call('reproduction/create', {
      ...report,
      options: read,
      script: { ...script, arguments: [...typed.words], control: control ? [...control] : null },
    });
    return runReproduction({ surroundings, open, reproductionId, isNew: true, json, out });
  });
}
