import type { Bisection, BisectProbe } from '../../protocol/bisection';
import { message } from '../../protocol/catalogue/catalogue';
import { describeBisection } from '../../protocol/describe-bisection';
import type { Palette } from './palette';
import { oneLine } from './palette';

/** One release in one line: `2.1.0 (2023-08-30)   shows it     AttributeError: …`. */
export function probeLine(probe: BisectProbe, { plan }: Pick<Bisection, 'plan'>, palette: Palette): string {
  const day = plan?.releases.find(({ version }) => version === probe.version)?.day ?? '';
  const paint = { shows: palette.bad, clean: palette.good, untestable: palette.unsure }[probe.answer];
  const { showing, runs } = probe;
  // One run, or all alike, needs no count.
  const count = probe.answer === 'shows' && showing < runs ? ` (${message('bisect.ofRuns', { showing, runs })})` : '';
  const answer = paint(message(`bisect.answer.${probe.answer}`).padEnd(9));
  return `${probe.version.padEnd(12)} ${day.padEnd(10)} ${answer}${count} ${palette.faint(oneLine(probe.text, 160))}`;
}

/** How many releases are searched through, and which were passed over. */
export function planLines(plan: NonNullable<Bisection['plan']>): readonly string[] {
  const { releases, python, leftOut } = plan;
  const [first, last] = [releases[0]?.version ?? '', releases.at(-1)?.version ?? ''];
  const among = message('bisect.among', { count: releases.length, python, first, last });
  const { prereleases, yanked, noFiles } = leftOut;
  const any = prereleases + yanked + noFiles > 0;
  return any ? [among, message('bisect.leftOut', { prereleases, yanked, noFiles, python })] : [among];
}

/** The end of a bisection for a person: what was found, and what each release showed, the oldest first. */
export function bisectionLines(bisection: Bisection, palette: Palette): readonly string[] {
  const order = (bisection.plan?.releases ?? []).map(({ version }) => version);
  const probes = [...bisection.probes].sort((a, b) => order.indexOf(a.version) - order.indexOf(b.version));
  const [headline = '', ...more] = describeBisection(bisection);
  const paint = bisection.result?.kind === 'found' ? palette.good : palette.unsure;
  return [
    '',
    paint(oneLine(headline, 600)),
    ...more.map((text) => oneLine(text, 600)),
    '',
    ...probes.map((probe) => probeLine(probe, bisection, palette)),
  ];
}
