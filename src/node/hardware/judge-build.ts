import type { FrameworkBuild } from '../../core/ports/hardware-probe';
import { message } from '../../protocol/catalogue/catalogue';
import type { Accelerator, Hardware } from '../../protocol/hardware';

type Step = NonNullable<Hardware['steps']>[number];

/**
 * From a card that the driver knows to a framework that uses it: is there a framework, was it built for CUDA, does the driver serve
 * that CUDA, and has the build code for the card. Up to the first that fails, each with what was seen and a fix.
 */
export function judgeBuild(
  build: FrameworkBuild | null,
  machine: { readonly cards: readonly Accelerator[]; readonly cuda: string | null },
): readonly Step[] {
  if (build === null) return [failing('framework', message('hardware.fix.framework'))];
  const { name, version, cuda } = build;
  const what = `${name} ${version}`;
  const steps: Step[] = [passing('framework', message('hardware.step.framework', { what }))];
  if (!machine.cards.some(({ vendor }) => vendor === 'nvidia')) return steps;
  if (cuda === undefined) return [...steps, passing('cudaBuild', message('hardware.step.cudaUntold', { what }))];
  if (cuda === null) return [...steps, failing('cudaBuild', message('hardware.fix.cudaBuild', { what }))];
  steps.push(passing('cudaBuild', message('hardware.step.cudaBuild', { what, cuda })));
  if (machine.cuda !== null) {
    const told = { what, cuda, driver: machine.cuda };
    if (!serves(machine.cuda, cuda)) {
      return [...steps, failing('driverForBuild', message('hardware.fix.driverForBuild', told))];
    }
    steps.push(passing('driverForBuild', message('hardware.step.driverForBuild', told)));
  }
  const capability = capabilityStep(build, machine.cards);
  return capability === null ? steps : [...steps, capability];
}

/**
 * Whether a driver that serves CUDA `driver` runs programs built for `built`. From CUDA 11 on a driver runs all of its own major
 * number and of older ones (NVIDIA, CUDA Compatibility); before that only what is not newer than itself.
 */
function serves(driver: string, built: string): boolean {
  const [major, minor] = numbersOf(driver);
  const [wantedMajor, wantedMinor] = numbersOf(built);
  if (major !== wantedMajor) return major > wantedMajor;
  return major >= 11 || minor >= wantedMinor;
}

/** Null: neither the card nor the framework tells enough. */
function capabilityStep({ name, version, architectures }: FrameworkBuild, cards: readonly Accelerator[]): Step | null {
  const told = cards.filter((card) => typeof card.capability === 'string');
  if (architectures === null || architectures.length === 0 || told.length === 0) return null;
  const refused = told.filter(({ capability }) => !hasCodeFor(capability ?? '', architectures));
  const what = `${name} ${version}`;
  const archs = architectures.join(', ');
  if (refused.length === 0) return passing('capability', message('hardware.step.capability', { what }));
  const [card] = refused;
  const told0 = { what, card: card?.name ?? '', capability: card?.capability ?? '', archs };
  return failing('capability', message('hardware.fix.capability', told0));
}

/** `sm_80` is machine code for 8.0 to 8.9; `compute_80` is made to fit anything newer when it is loaded. */
export function hasCodeFor(capability: string, architectures: readonly string[]): boolean {
  const [major, minor] = numbersOf(capability);
  return architectures.some((one) => {
    const [, kind, digits = ''] = /^(sm|compute)_(\d{2,3})[af]?$/.exec(one) ?? [];
    const [ownMajor, ownMinor] = [Number(digits.slice(0, -1)), Number(digits.slice(-1))];
    if (kind === 'sm') return ownMajor === major && ownMinor <= minor;
    return kind === 'compute' && (ownMajor < major || (ownMajor === major && ownMinor <= minor));
  });
}

function numbersOf(version: string): readonly [number, number] {
  const [major = '0', minor = '0'] = version.split('.');
  return [Number(major), Number(minor)];
}

function passing(name: Step['name'], text: string): Step {
  return { name, passed: true, text };
}

function failing(name: Step['name'], text: string): Step {
  return { name, passed: false, text };
}
