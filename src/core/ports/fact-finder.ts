import type { ScriptFacts, WantedFacts } from '../../protocol/script-facts';
import type { Progress } from './cancellation';
import type { NameQuestion } from './name-checker';

export interface FactQuestion extends NameQuestion {
  readonly wanted: WantedFacts;
}

/** Asks the chosen environment's interpreter, in the sandbox, without running the script. Rejects on cancellation alone. */
export interface FactFinder {
  find(question: FactQuestion, progress: Progress): Promise<ScriptFacts>;
}
