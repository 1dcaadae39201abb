import { message } from '../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, EnvironmentSummary } from '../../protocol/environment';

/** The resolution with an environment on disk in place of the one that would have been made. The rows stay: they say what was wanted. */
export function standsIn(resolution: EnvironmentResolution, environment: EnvironmentSummary): EnvironmentResolution {
  const version = environment.pythonVersion ?? '';
  const wanted = resolution.python.stated ?? resolution.python.version;
  const isStated = resolution.python.step === 'stated' || resolution.python.stated !== undefined;
  const isOther = wanted.split('.').slice(0, 2).join('.') !== version.split('.').slice(0, 2).join('.');
  return {
    ...resolution,
    python: {
      interpreter: environment.interpreter,
      version,
      step: 'current',
      reason: message('environment.python.fromEnvironment'),
      ...(isStated && isOther ? { stated: wanted } : {}),
    },
    existing: environment,
    heavy: [],
    unknown: [],
  };
}
