import type { ResolutionRow } from '../../protocol/environment';
import { diagnose } from '../actions/diagnosis';
import { isOwnModule } from '../actions/own-modules';
import { importedModules } from '../actions/syntax-names';
import { isTelling } from '../execute/current-round';
import { initialScript } from '../generate/initial-script';
import { neededPackages } from '../plan/needed-packages';
import { required, type Work } from './work';

/** What is needed to tell which packages are wanted. */
export type Wanting = Pick<Work, 'session'> & {
  readonly ports: Pick<Work['ports'], 'environments' | 'store' | 'parser' | 'digestOf'>;
};

/** Modules that real runs of this reproduction did not find, without the reporter's own files. */
function learnedModules(work: Wanting): readonly string[] {
  const { report, executions } = work.session.state();
  const readOut = required(report.readOut, 'report');
  const distributionOf = (module: string): string | null => work.ports.environments.distributionOf(module);
  return executions.flatMap((execution) => {
    const diagnosis = isTelling(execution) ? diagnose(execution) : null;
    return diagnosis?.kind === 'missingModule' && !isOwnModule(diagnosis.module, { readOut, distributionOf })
      ? [diagnosis.module]
      : [];
  });
}

/** The scripts of the attempts so far, and the first of all where it is none of them. */
async function scriptsOf({ session, ports }: Wanting): Promise<readonly string[]> {
  const state = session.state();
  const readOut = required(state.report.readOut, 'report');
  const source = await ports.store.readReport(state.id);
  const { digestOf, parser } = ports;
  const first = state.options.given ? null : (initialScript({ readOut, source, parser, digestOf })?.script ?? null);
  const digests = new Set(state.attempts.map(({ scriptDigest }) => scriptDigest));
  const scripts = first && !digests.has(first.digest) ? [first.text] : [];
  for (const digest of digests) scripts.push((await ports.store.readScript(state.id, digest)).text);
  return scripts;
}

/** Root modules that these scripts import. */
export async function importedRoots(work: Wanting): Promise<readonly string[]> {
  const roots = (await scriptsOf(work)).flatMap((script) =>
    importedModules(work.ports.parser.parse(script)).map(({ module }) => module.split('.')[0] ?? module),
  );
  return [...new Set(roots)];
}

/** Distributions that the report's code, the attempts and the runs so far call for. */
export async function wantedPackages(work: Wanting): Promise<readonly ResolutionRow[]> {
  const { session, ports } = work;
  const state = session.state();
  const readOut = required(state.report.readOut, 'report');
  return neededPackages({
    scripts: await scriptsOf(work),
    learned: learnedModules(work),
    readOut,
    allowPackages: state.options.allowPackages,
    parser: ports.parser,
    distributionOf: (module) => ports.environments.distributionOf(module),
  });
}
