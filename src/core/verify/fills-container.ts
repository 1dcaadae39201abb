import { reportedCode } from './calls-of-report';
import { compareStatements } from './compare-statements';
import { containersOf, type PlacedLayer } from './container-layers';
import type { JudgeInput } from './judge-input';
import { kept, withAliases, scopeNames, type ScopeNames } from './scope-names';

/**
 * Whether a line (from 1) of the script gives a container its next layers as the report does, all at once or one by one: what the
 * container holds by then must be what the report's container begins with. `blamed`: the line that the report's traceback
 * points at; the layers of ours must then be those that this line of the report gives.
 */
export function lineFillsContainerOfReport(input: JudgeInput, line: number, blamed: string | null): boolean {
  const tree = input.parser.parse(input.script.text);
  const ours = withAliases(scopeNames(tree), tree);
  const isGivenHere = ({ firstRow, lastRow }: PlacedLayer): boolean => firstRow < line && line <= lastRow + 1;
  const filled = containersOf(tree).flatMap((layers) => {
    const last = layers.filter(isGivenHere).at(-1);
    return last ? [layers.slice(0, layers.lastIndexOf(last) + 1)] : [];
  });
  if (filled.length === 0) return false;
  return reportedCode(input).some((code) => {
    const other = input.parser.parse(code);
    const theirs = withAliases(scopeNames(other), other);
    const rows = code.split('\n').map((row) => row.trim());
    const isBlamed = ({ firstRow, lastRow }: PlacedLayer): boolean =>
      blamed === null || rows.slice(firstRow, lastRow + 1).includes(blamed.trim());
    return containersOf(other).some((partners) =>
      filled.some(
        (layers) =>
          beginsWith(partners, layers, ours, theirs) &&
          layers.some((layer, index) => {
            const partner = partners[index];
            return layer.node.type === 'call' && isGivenHere(layer) && partner !== undefined && isBlamed(partner);
          }),
      ),
    );
  });
}

function beginsWith(
  all: readonly PlacedLayer[],
  first: readonly PlacedLayer[],
  ours: ScopeNames,
  theirs: ScopeNames,
): boolean {
  let renamed: ReadonlyMap<string, string> | null = kept(ours, theirs);
  for (const [index, layer] of first.entries()) {
    const partner = all[index];
    if (!partner || !renamed) return false;
    renamed = compareStatements(
      { ...layer, parts: [layer.node] },
      { ...partner, parts: [partner.node] },
      { ours, theirs, renamed },
    );
  }
  return renamed !== null;
}
