import type { Progress } from '../../../core/ports/cancellation';
import type { FrameworkBuild } from '../../../core/ports/hardware-probe';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { askInterpreter } from '../prepare/ask-interpreter';
import type { PrepareParts } from '../prepare/context';

/** Answers without a card too, and a build without CUDA lacks the function. */
const question =
  'import sys, torch; sys.stdout.write(" ".join((getattr(torch._C, "_cuda_getArchFlags", lambda: "")() or "").split()))';
/** Importing torch for the first time is slow without bytecode. */
const SECONDS = 90;

/** The frameworks that use cards, the one first that is told of most. */
const frameworks = ['torch', 'tensorflow', 'tensorflow-gpu', 'tensorflow-cpu', 'jax'];

/** What an environment's framework was built for. Null: it has none that uses cards. torch alone can be asked for its architectures. */
export async function readFrameworkBuild(
  environment: EnvironmentSummary,
  parts: Pick<PrepareParts, 'machine' | 'sandbox' | 'runProcess'>,
  progress: Progress,
): Promise<FrameworkBuild | null> {
  const name = frameworks.find((one) => environment.frameworks.some((item) => item.name === one));
  const framework = environment.frameworks.find((item) => item.name === name);
  if (framework === undefined) return null;
  const { cuda } = environment;
  const build = { name: framework.name, version: framework.version, cuda, architectures: null };
  if (framework.name !== 'torch' || typeof cuda !== 'string' || environment.broken !== null) return build;
  const answer = await askInterpreter(
    { interpreter: environment.interpreter, arguments: ['-E', '-s', '-c', question], seconds: SECONDS },
    parts,
    progress,
  );
  const told = /^(?:(?:sm|compute)_\d{2,3}[af]?(?: |$))+$/.test(answer ?? '') ? (answer ?? '').trim().split(' ') : null;
  return { ...build, architectures: told };
}
