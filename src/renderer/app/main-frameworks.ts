import type { Package } from '../../protocol/environment';

/** Frameworks by how much they say about a run. */
const byWeight = ['torch', 'tensorflow', 'tensorflow-cpu', 'keras', 'jax', 'transformers', 'scikit-learn', 'numpy'];

/** The packages that a run is known by, the weightiest first, at most `count`. */
export function mainFrameworks(packages: readonly Package[], count: number): Package[] {
  return byWeight.flatMap((name) => packages.find((item) => item.name === name) ?? []).slice(0, count);
}
