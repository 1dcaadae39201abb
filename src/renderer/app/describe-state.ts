import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import type { Phase, ReproductionState, ReproductionSummary } from '../../protocol/reproduction/state';
import type { Outcome } from '../../protocol/verdict';
import type { IconName } from '../components/icon';
import { overruleOf } from '../features/verdict/overrule-of';
import { questions } from '../../protocol/reproduction/next-act';

/** How a state looks: never a colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'live' | 'still';

export interface StateWords {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly text: string;
}

const outcomes: Readonly<Record<Outcome, { tone: Tone; icon: IconName; key: MessageKey }>> = {
  reproduced: { tone: 'good', icon: 'check', key: 'app.outcome.reproduced' },
  notReproduced: { tone: 'still', icon: 'cross', key: 'app.outcome.notReproduced' },
  inconclusive: { tone: 'warn', icon: 'question', key: 'app.outcome.inconclusive' },
  cancelled: { tone: 'still', icon: 'stop', key: 'app.outcome.cancelled' },
  failed: { tone: 'bad', icon: 'warning', key: 'app.outcome.failed' },
};

/** Words for an outcome. */
export function describeOutcome(outcome: Outcome): StateWords {
  const { tone, icon, key } = outcomes[outcome];
  return { tone, icon, text: message(key) };
}

function describePhase(phase: Phase, outcome: Outcome | null, paused: boolean): StateWords {
  if (phase === 'concluded') return describeOutcome(outcome ?? 'inconclusive');
  if (paused) return { tone: 'warn', icon: 'pause', text: message('app.state.paused') };
  switch (phase) {
    case 'draft':
      return { tone: 'still', icon: 'circle', text: message('app.state.draft') };
    case 'awaitingPlan':
      return { tone: 'warn', icon: 'question', text: message('app.state.awaitingPlan') };
    case 'reading':
    case 'gatheringContext':
    case 'planning':
    case 'preparingEnvironment':
    case 'attempting':
      return { tone: 'live', icon: 'running', text: message(`app.state.${phase}`) };
    default:
      return assertNever(phase);
  }
}

/** Words for a line of the list. */
export function describeSummary(summary: ReproductionSummary): StateWords {
  if (summary.damaged) return { tone: 'bad', icon: 'warning', text: message('app.state.damaged') };
  return describePhase(summary.phase, summary.outcome, summary.paused);
}

/** Words for the whole state: the chip, and what is announced. */
export function describeState(state: ReproductionState): StateWords {
  if (state.phase !== 'concluded' && questions(state).length > 0) {
    return { tone: 'warn', icon: 'question', text: message('app.state.asking') };
  }
  const words = describePhase(state.phase, state.conclusion?.outcome ?? null, state.paused);
  const judged = state.attempts.find((attempt) => attempt.id === state.conclusion?.attemptId);
  const overrule = state.phase === 'concluded' && judged ? overruleOf(state, judged) : null;
  if (overrule) {
    const { text } = describeOutcome(overrule.outcome);
    return { tone: 'warn', icon: 'question', text: message('app.state.overruled', { outcome: text }) };
  }
  const repeats = state.conclusion?.verdict?.repeats ?? [];
  if (state.conclusion?.outcome === 'reproduced' && repeats.length > 0) {
    const shown = repeats.filter((repeat) => repeat.shown).length;
    return { ...words, text: message('app.state.reproducedCount', { shown, of: repeats.length }) };
  }
  const running = state.attempts.at(-1);
  if (state.phase === 'attempting' && !state.paused && running) {
    return { ...words, text: message('app.state.attemptNumber', { number: running.number }) };
  }
  return words;
}
