import { message } from '../../../protocol/catalogue/catalogue';
import type { Span } from '../../../protocol/primitives';
import type { Passage, ToldBehaviour } from '../../../protocol/report';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { describeSymptom } from '../verdict/describe-symptom';

/** Something that was read from the report. */
export interface Finding {
  readonly id: string;
  readonly group: 'symptom' | 'told' | 'exception' | 'block' | 'version' | 'date' | 'hidden';
  readonly label: string;
  readonly detail: string;
  readonly span: Span | null;
  /** How sure it is, where that is known. */
  readonly note: string | null;
  /** Of a symptom. */
  readonly symptomId: string | null;
}

/** Everything read from a report, in the order in which it is shown. */
export function listFindings(state: ReproductionState): Finding[] {
  const { readOut } = state.report;
  if (!readOut) return [];
  const numbered = <T>(
    group: Finding['group'],
    items: readonly T[],
    make: (item: T) => Pick<Finding, 'label' | 'detail' | 'span'> & Partial<Finding>,
  ) => items.map((item, at): Finding => ({ id: `${group}-${at}`, group, note: null, symptomId: null, ...make(item) }));
  return [
    ...numbered('symptom', state.symptoms, (symptom) => ({
      label: message(`app.symptom.${symptom.kind}`),
      detail: describeSymptom(symptom),
      span: symptom.span,
      note:
        symptom.author === 'user'
          ? message('app.symptom.yours')
          : message(symptom.author === 'model' ? 'app.symptom.byModel' : 'app.symptom.confidence', {
              percent: Math.round(symptom.confidence * 100),
            }),
      symptomId: symptom.id,
    })),
    ...numbered('told', toldOf(readOut.told), ({ kind, passage }) => ({
      label: message(`app.report.told.${kind}`),
      // A block is told by what stands in it.
      detail: passage.text.replace(/^\s*(?:```|~~~)[^\n]*\n/, ''),
      span: passage.span,
    })),
    ...numbered('exception', readOut.exceptions, (exception) => ({
      label: exception.type,
      detail: exception.message,
      span: exception.span,
    })),
    ...numbered('block', readOut.blocks, (block) => ({
      label: message(`app.report.block.${block.kind}`),
      detail: message('app.report.lines', { count: block.text.split('\n').length }),
      span: block.span,
    })),
    ...numbered('version', readOut.versions, (version) => ({
      label: version.name,
      detail: version.version,
      span: version.span,
    })),
    ...numbered('date', readOut.date ? [readOut.date] : [], (date) => ({
      label: date.value,
      detail: message(`app.report.date.${date.source}`),
      span: date.span,
    })),
    ...numbered('hidden', readOut.hidden, (hidden) => ({
      label: message(`app.report.hidden.${hidden.kind}`),
      detail: hidden.text,
      span: hidden.span,
    })),
  ];
}

interface Told {
  readonly kind: 'expected' | 'actual' | 'step';
  readonly passage: Passage;
}

function toldOf(told: ToldBehaviour | undefined): readonly Told[] {
  if (!told) return [];
  return [
    ...(told.expected ? [{ kind: 'expected' as const, passage: told.expected }] : []),
    ...(told.actual ? [{ kind: 'actual' as const, passage: told.actual }] : []),
    ...told.steps.map((passage) => ({ kind: 'step' as const, passage })),
  ];
}
