import type { ReadyEnvironment } from '../../protocol/environment';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { normaliseName } from '../../protocol/requirement';

/** What a script's own block can say: `name==version`, as the package index has it. */
const plainPin = /^([A-Za-z0-9][A-Za-z0-9._-]*)==([0-9][0-9a-z.!]*)$/;

interface InlineFacts {
  readonly environment: ReadyEnvironment;
  /** Names of what was asked for; the rest came along. */
  readonly asked: readonly string[];
}

/**
 * The comment block that tells a program such as `uv run` what a script needs (PEP 723): the interpreter's series, what was
 * asked for, and all else as a constraint. Null where such a block cannot say it: Python 2, builds with a local version
 * (`2.1.0+cpu`), packages from elsewhere than an index.
 */
export function inlineMetadata({ environment, asked }: InlineFacts): string | null {
  const series = /^(3\.\d+)/.exec(environment.pythonVersion)?.[1];
  const lines = environment.lock.split('\n').map((line) => line.trim());
  const pins = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (series === undefined || pins.some((pin) => !plainPin.test(pin))) return null;
  const names = new Set(asked.map(normaliseName));
  const isAsked = (pin: string): boolean => names.has(normaliseName(pin.split('==')[0] ?? ''));
  const direct = pins.filter(isAsked);
  // What was asked for may have been left out for this interpreter; then all is named, and nothing is lost.
  const [needed, others] = direct.length === 0 ? [pins, []] : [direct, pins.filter((pin) => !isAsked(pin))];
  return [
    '# /// script',
    `# requires-python = "==${series}.*"`,
    ...list('dependencies', needed),
    ...(others.length === 0 ? [] : ['#', '# [tool.uv]', ...list('constraint-dependencies', others)]),
    '# ///',
    '',
  ].join('\n');
}

/** The block for a reproduction's environment; null where it has none, or where the script is somebody's own file. */
export function inlineMetadataOf({ environment, options }: ReproductionState): string | null {
  const { ready, resolution } = environment;
  if (!ready || options.given) return null;
  return inlineMetadata({ environment: ready, asked: (resolution?.rows ?? []).map(({ name }) => name) });
}

function list(name: string, pins: readonly string[]): readonly string[] {
  if (pins.length === 0) return [`# ${name} = []`];
  return [`# ${name} = [`, ...pins.map((pin) => `#   "${pin}",`), '# ]'];
}

/** The script with the block below it, so that no line gets another number. A script with a block of its own keeps that one. */
export function withInlineMetadata(text: string, block: string | null): string {
  if (block === null || /^# \/\/\/ script\s*$/m.test(text) || !text.endsWith('\n') || text.includes('\r')) return text;
  return `${text}\n${block}`;
}
