import type { Bisection, DatedRelease } from './bisection';
import { message } from './catalogue/catalogue';
import { assertNever } from './primitives';

/** What a bisection came to, in sentences for people, the first of which says it all. Empty: nothing yet. */
export function describeBisection({ wish, plan, probes, result }: Bisection): readonly string[] {
  if (result === null) return [];
  const name = wish.package;
  const dated = (version: string): string =>
    withDay(plan?.releases.find((release) => release.version === version) ?? { version, day: null });
  switch (result.kind) {
    case 'impossible':
      return [result.reason];
    case 'noGood':
      return [message('bisect.noGood', { name, version: dated(result.oldest) })];
    case 'contradicted': {
      const args = { name, version: dated(result.version) };
      const text = probes.find(({ version }) => version === result.version)?.text ?? '';
      if (result.answer === 'untestable') return [message('bisect.endUntestable', { ...args, reason: text })];
      return [message(result.said === 'shows' ? 'bisect.badIsClean' : 'bisect.goodShows', { ...args, reason: text })];
    }
    case 'found': {
      const ends = { name, older: dated(result.older), newer: dated(result.newer) };
      const isCame = result.change === 'came';
      const { between } = result;
      const headline =
        between.length === 0
          ? message(isCame ? 'bisect.came' : 'bisect.went', ends)
          : message(isCame ? 'bisect.cameBetween' : 'bisect.wentBetween', {
              ...ends,
              count: between.length,
              between: between.join(', '),
            });
      return [headline, ...otherChanges({ wish, plan, probes, result }, result)];
    }
    default:
      return assertNever(result);
  }
}

function withDay({ version, day }: DatedRelease): string {
  return day === null ? version : message('bisect.dated', { version, day });
}

/** What differs between the environments of both borders besides the distribution itself: it could be the cause too. */
function otherChanges(
  { probes }: Bisection,
  { older, newer }: { readonly older: string; readonly newer: string },
): readonly string[] {
  const packagesOf = (version: string): ReadonlyMap<string, string> =>
    new Map(
      (probes.find((probe) => probe.version === version)?.others ?? []).map((line) => {
        const [name = '', own = ''] = line.split('==');
        return [name, own];
      }),
    );
  const [before, after] = [packagesOf(older), packagesOf(newer)];
  const changed = [...before].flatMap(([name, version]) => {
    const other = after.get(name);
    return other !== undefined && other !== version ? [`${name} ${version} → ${other}`] : [];
  });
  return changed.length === 0 ? [] : [message('bisect.othersDiffer', { list: changed.slice(0, 8).join(', ') })];
}
