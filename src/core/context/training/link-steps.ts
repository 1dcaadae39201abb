import type { FileRole } from '../pieces/piece';
import type { TrainingUnit, TrainingUses } from './training-unit';

export interface TrainingFile {
  readonly path: string;
  readonly role: FileRole;
  readonly training: readonly TrainingUnit[];
}

/** A unit with its file; `through`: the step in another place that makes it one. The likeliest first. */
export interface RankedTraining extends TrainingUnit {
  readonly path: string;
  readonly score: number;
  readonly through: string | null;
}

/** Training code of a project as units, the likeliest to be its training first. Loops elsewhere are found through the steps they call. */
export function rankTraining(files: readonly TrainingFile[]): readonly RankedTraining[] {
  const steps = new Map<string, { readonly path: string; readonly unit: TrainingUnit }>();
  for (const { path, training } of files) {
    for (const unit of training) {
      const name = lastName(unit.within);
      if (name !== '' && (unit.kind === 'step' || unit.kind === 'loop')) steps.set(name, { path, unit });
    }
  }
  return files
    .flatMap(({ path, role, training }) =>
      training.flatMap((unit): readonly RankedTraining[] => {
        const name = unit.kind === 'caller' ? unit.calls.find((call) => steps.has(call)) : undefined;
        const step = name === undefined ? null : (steps.get(name) ?? null);
        if (unit.kind === 'caller' && step === null) return [];
        const whole: TrainingUnit = step
          ? { ...unit, kind: 'loop', framework: step.unit.framework, uses: joinUses(unit.uses, step.unit.uses) }
          : unit;
        const through = step ? `${step.path}:${step.unit.firstLine} ${step.unit.within}` : null;
        return [{ ...whole, path, through, score: scoreOf(path, role, whole) }];
      }),
    )
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.firstLine - b.firstLine));
}

function joinUses(one: TrainingUses, other: TrainingUses): TrainingUses {
  return {
    model: other.model ?? one.model,
    optimizer: other.optimizer ?? one.optimizer,
    loss: other.loss ?? one.loss,
    data: one.data ?? other.data,
    metrics: other.metrics ?? one.metrics,
  };
}

/** From 0 to 1: how whole the unit is, and whether its place is named for training. */
function scoreOf(path: string, role: FileRole, { uses, kind, within }: TrainingUnit): number {
  const shown = Object.values(uses).filter((use) => use !== null).length / 5;
  const named = /train|main|run|fit|learn|finetun/i.test(`${path.split('/').at(-1)} ${within}`) ? 1 : 0;
  const byKind = kind === 'loop' ? 1 : kind === 'call' ? 0.9 : 0.6;
  const byRole = role === 'source' ? 1 : role === 'example' ? 0.8 : 0.4;
  return Math.round((0.5 * shown + 0.2 * named + 0.3 * byKind) * byRole * 1000) / 1000;
}

function lastName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf('.') + 1);
}
