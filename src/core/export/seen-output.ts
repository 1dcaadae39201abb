import type { ReproducerFacts } from './reproducer-files';

/** Paths of this machine as the reader has them: the script beside this page, and an environment of the reader's own. */
function localPaths(text: string, facts: ReproducerFacts): string {
  const { prefix } = facts.environment;
  const script = text.replace(/(["'\s(])(?:[A-Za-z]:)?[^"'\n]{0,400}[\\/]reproducer\.py/g, '$1reproducer.py');
  return prefix.length > 1 ? script.replaceAll(prefix, 'environment') : script;
}

/** What the confirming run printed; of a long output its end. */
export function seenOutput(facts: ReproducerFacts): string {
  const plainRun = facts.executions.find(({ mode, result }) => mode === 'plain' && result !== null);
  const run = plainRun ?? facts.executions[0];
  const output = [run?.result?.stdout.tail ?? '', run?.result?.stderr.tail ?? ''].filter((text) => text.trim() !== '');
  const whole = output.join('\n');
  return localPaths(whole.length > 8000 ? `…\n${whole.slice(-8000)}` : whole, facts);
}
