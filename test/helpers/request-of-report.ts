import { neededPackages } from '../../src/core/plan/needed-packages';
import { environmentRequest } from '../../src/core/plan/environment-request';
import { firstScript } from '../../src/core/generate/first-script';
import type { EnvironmentRequest, PythonEnvironments } from '../../src/core/ports/environments';
import type { PythonParser } from '../../src/core/ports/python-parser';
import { readReport } from '../../src/core/report/read-report';
import { digestOf } from '../../src/node/system/digest';
import { defaultOptions } from '../../src/protocol/reproduction/options';

/** What the product asks of the environments for a report, from its text alone. */
export function requestOfReport(
  source: string,
  parts: {
    readonly parser: PythonParser;
    readonly environments: Pick<PythonEnvironments, 'distributionOf'>;
    readonly allowPackages?: readonly string[];
  },
): EnvironmentRequest {
  const { readOut } = readReport({ name: 'report.md', text: source, asOf: null });
  const allowPackages = [...(parts.allowPackages ?? [])];
  const first = firstScript({ readOut, source, digestOf });
  const packages = neededPackages({
    scripts: first ? [first.text] : [],
    learned: [],
    readOut,
    allowPackages,
    parser: parts.parser,
    distributionOf: (module) => parts.environments.distributionOf(module),
  });
  return environmentRequest({ readOut, source, packages, options: { ...defaultOptions, allowPackages } });
}
