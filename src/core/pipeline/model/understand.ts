import { message } from '../../../protocol/catalogue/catalogue';
import type { ModelChoice, UnderstandAnswer } from '../../../protocol/model';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Symptom } from '../../../protocol/symptom';
import { assertNever, type Span } from '../../../protocol/primitives';
import { understandSchema } from '../../model/answer-schemas';
import { understandPrompt } from '../../model/prompts/understand-prompt';
import { readUnderstandAnswer } from '../../model/read-answer';
import { describeSymptom } from '../../plan/describe-symptom';
import { maskMessage } from '../../symptom/mask-message';
import { missingSymptom } from '../steps/missing';
import { conclude } from '../steps/conclude';
import { required, type Work } from '../work';
import { ask } from './ask';
import { spanOfWords } from './span-of-words';

/** What was read with less than this may be read again. */
const UNSURE = 0.5;
/** What a model says is a guess until a run shows it. */
const CONFIDENCE = 0.4;

/** Whether the model is to say what goes wrong: once, where rules read nothing in the report, or were not sure. */
export function wantsUnderstanding(state: ReproductionState): boolean {
  const { options, symptoms, modelCalls = [] } = state;
  if (!options.model || modelCalls.some(({ strategy }) => strategy === 'understand')) return false;
  const [first] = symptoms;
  return first === undefined || (first.author === 'report' && first.confidence < UNSURE);
}

/** The symptom that an answer names, as far as the report has the words. Null: it names none, or none that stands there. */
export function symptomOf(answer: UnderstandAnswer, source: string, id: string): Symptom | null {
  const span = spanOfWords(answer.quote, source);
  if (!span) return null;
  const common = { id, confidence: CONFIDENCE, span, author: 'model' } as const;
  const said = spanOfWords(answer.message, source);
  const words = said && source.slice(said.start, said.end).replace(/\s+/g, ' ').trim();
  const type = /^[A-Za-z_][\w.]{1,99}$/.test(answer.type) && source.includes(answer.type) ? answer.type : null;
  switch (answer.kind) {
    case 'exception':
      if (type === null || !/(?:Error|Exception|Interrupt|Exit|Iteration|Fault)$/.test(type)) return null;
      return {
        ...common,
        kind: 'exception',
        type,
        message: words ? maskMessage(words) : null,
        blamed: null,
        phase: null,
      };
    case 'warning':
      return words ? { ...common, kind: 'warning', category: type, message: maskMessage(words) } : null;
    case 'nonFinite':
      return { ...common, kind: 'nonFinite', what: 'loss' };
    case 'stuckMetric':
      return type === null ? null : { ...common, kind: 'stuckMetric', metric: type, value: null };
    case 'divergingMetric': {
      if (type === null) return null;
      return {
        ...common,
        kind: 'divergingMetric',
        metric: type,
        direction: /loss|error|mse|mae/i.test(type) ? 'up' : 'down',
      };
    }
    case 'hang':
      return { ...common, kind: 'hang', afterSeconds: null };
    case 'outOfMemory':
      return { ...common, kind: 'outOfMemory', where: isOfCard(source, span) ? 'gpu' : 'host' };
    case 'none':
      return null;
    default:
      return assertNever(answer.kind);
  }
}

function isOfCard(source: string, { start, end }: Span): boolean {
  return /cuda|gpu/i.test(source.slice(start, end));
}

/**
 * Asks the model what goes wrong, and puts what it says, marked as its own, before what was read by rules. Whoever wants it otherwise
 * edits or removes the symptom; it is not asked a second time.
 */
export async function understand(work: Work, choice: ModelChoice): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const readOut = required(state.report.readOut, 'report');
  const source = await ports.store.readReport(state.id);
  const [first] = state.symptoms;
  const read = first ? describeSymptom(first) : '';
  const id = ports.ids.next('symptom');
  const answered = await ask(
    work,
    choice,
    {
      purpose: 'plan',
      strategy: 'understand',
      prompt: (level, boundary) => understandPrompt({ readOut, source, read, level, boundary }),
      schema: understandSchema(),
      read: readUnderstandAnswer,
      temperature: 0,
      maxOutputTokens: 400,
    },
    (answer) => {
      const found = symptomOf(answer, source, id);
      return found ? message('model.understood', { symptom: describeSymptom(found) }) : message('model.notUnderstood');
    },
  );
  const found = answered && symptomOf(answered.value, source, id);
  const after = session.state();
  // What a person said meanwhile stands.
  if (!found || after.symptoms[0]?.id !== first?.id) return;
  if (describeSymptom(found) === read) return;
  await session.emit({ type: 'symptom/edited', symptoms: [found, ...after.symptoms] });
}

/** The step for a report in which rules read no symptom: the model is asked, and where it cannot be, that is the end. */
export async function understandOrEnd(work: Work): Promise<void> {
  const { session, ports } = work;
  const { model } = session.state().options;
  const asked = (): number => session.state().modelCalls?.length ?? 0;
  const before = asked();
  if (model && ports.models) await understand(work, model);
  if (asked() === before && session.state().symptoms.length === 0) await conclude(work, missingSymptom());
}
