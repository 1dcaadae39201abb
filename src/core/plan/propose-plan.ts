import { message } from '../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../protocol/environment';
import type { Citation, Plan, PlanStep, PlanStepKind } from '../../protocol/plan';
import type { Span } from '../../protocol/primitives';
import type { ComponentInformation, ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import type { DigestOf } from '../ports/digests';
import type { Ids } from '../ports/ids';
import { describeSymptom } from './describe-symptom';

/** Digest of a plan's steps: what an acceptance names. */
export function digestOfSteps(steps: readonly PlanStep[], digestOf: DigestOf): string {
  return digestOf(
    JSON.stringify(steps.map(({ id, kind, text, locked, comment }) => [id, kind, text, locked, comment])),
  );
}

/** Frameworks whose code is about models: reports on others may well have none. */
const modelFrameworks: ReadonlySet<string> = new Set([
  'torch',
  'tensorflow',
  'keras',
  'transformers',
  'pytorch-lightning',
  'lightning',
  'jax',
  'flax',
]);

interface Draft {
  readonly kind: PlanStepKind;
  readonly text: string;
  readonly spans: readonly (Span | null | undefined)[];
}

function informationSpan(readOut: ReportReadOut, kind: ComponentInformation): Span | null | undefined {
  return readOut.information.find((item) => item.kind === kind && item.present)?.span;
}

function environmentDraft(readOut: ReportReadOut, packages: readonly ResolutionRow[]): Draft {
  const python = readOut.versions.find(({ name }) => name === 'python');
  const names = packages.map(({ name, specifier }) =>
    specifier === '' ? name : `${name} ${specifier.replace(/^==/, '')}`,
  );
  const wanted = names.length === 0 ? message('plan.noPackages') : names.join(', ');
  return {
    kind: 'environment',
    text: python
      ? message('plan.environmentStated', { python: python.version, packages: wanted })
      : message(names.length === 0 ? 'plan.environmentBare' : 'plan.environmentOpen', { packages: wanted }),
    spans: readOut.versions
      .filter(({ name }) => name === 'python' || packages.some((row) => row.name === name))
      .map(({ span }) => span),
  };
}

function informed(readOut: ReportReadOut, kind: 'data' | 'model', present: string, absent: string): Draft {
  const span = informationSpan(readOut, kind);
  return { kind, text: span === undefined ? absent : present, spans: [span] };
}

function drafts(readOut: ReportReadOut, symptom: Symptom, packages: readonly ResolutionRow[]): readonly Draft[] {
  const training = informationSpan(readOut, 'hyperparameters');
  const blamed = symptom.kind === 'exception' ? symptom.blamed?.code : null;
  const codeSpan = readOut.blocks.find(({ kind }) => kind === 'snippet')?.span;
  const model = informed(readOut, 'model', message('plan.modelGiven'), message('plan.modelAbsent'));
  const aboutModels =
    readOut.frameworks.some((name) => modelFrameworks.has(name)) || informationSpan(readOut, 'model') !== undefined;
  return [
    environmentDraft(readOut, packages),
    informed(readOut, 'data', message('plan.dataGiven'), message('plan.dataAbsent')),
    ...(aboutModels ? [model] : []),
    ...(training === undefined
      ? []
      : [{ kind: 'training', text: message('plan.trainingGiven'), spans: [training] } as const]),
    {
      kind: 'trigger',
      text: blamed ? message('plan.triggerBlamed', { code: blamed.trim() }) : message('plan.trigger'),
      spans: [codeSpan],
    },
    {
      kind: 'observation',
      text: observationText(symptom),
      spans: [symptom.span],
    },
  ];
}

/** The symptom stands beside the plan in full, so the type names an exception. */
function observationText(symptom: Symptom): string {
  return symptom.kind === 'exception'
    ? message('plan.observationException', { type: symptom.type })
    : message('plan.observation', { symptom: describeSymptom(symptom) });
}

/** The plan for a report: what will be done, step by step, each with its place in the report. */
export function planFor(options: {
  readonly readOut: ReportReadOut;
  readonly symptom: Symptom;
  readonly packages: readonly ResolutionRow[];
  readonly ids: Ids;
  readonly digestOf: DigestOf;
}): Plan {
  const steps = drafts(options.readOut, options.symptom, options.packages).map(({ kind, text, spans }): PlanStep => {
    const cites = spans.flatMap((span): Citation[] => (span ? [{ kind: 'report', span }] : []));
    const shown = text.length > 2000 ? `${text.slice(0, 1999)}…` : text;
    return { id: options.ids.next('step'), kind, text: shown, cites, locked: false, comment: null, author: 'reprise' };
  });
  return { revision: 1, steps, digest: digestOfSteps(steps, options.digestOf) };
}
