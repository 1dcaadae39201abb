import { message } from '../../../protocol/catalogue/catalogue';
import type { ModelChoice, ScriptAnswer } from '../../../protocol/model';
import { scriptSchema } from '../../model/answer-schemas';
import { isFragment, withFragment } from '../../model/place-fragment';
import { mendScript } from '../../model/mend-script';
import { applyEdits, type Miss } from '../../model/apply-edits';
import { withoutUnseen } from '../../model/boundary';
import { correctPrompt } from '../../model/prompts/correct-prompt';
import type { PromptFacts } from '../../model/prompts/facts';
import { readScriptAnswer } from '../../model/read-answer';
import { validateScript, type Validated } from '../../validate/validate-script';
import { mayBeWeaker } from '../../execute/may-be-weaker';
import { required, type Work } from '../work';
import { ask, type Answered } from './ask';
import { projectModules } from './facts';

/** A script that the model gave, before it is an attempt. */
export interface Candidate extends Validated {
  readonly text: string;
  readonly callId: string;
  /** What the script lacked, by the model, on one line. */
  readonly thought: string;
}

/** What an answer makes of a script: its new text, or the edits that hit nothing. */
function applied(base: string | null, answer: ScriptAnswer): string | readonly Miss[] {
  const whole = answer.script.trim() === '' ? null : `${answer.script.replace(/\s+$/, '')}\n`;
  if (base !== null && whole !== null && answer.edits.length === 0 && isFragment(base, whole))
    return withFragment(base, whole);
  if (answer.edits.length === 0 || base === null) return whole ?? '';
  const result = applyEdits(base, answer.edits);
  if (result.kind === 'applied') return result.text;
  return whole ?? result.misses;
}

function describeMiss({ anchor, why, near }: Miss): string {
  const args = { anchor: anchor.slice(0, 300), near: near.join(' | ').slice(0, 300) };
  return message(why === 'absent' ? 'model.anchorAbsent' : 'model.anchorAmbiguous', args);
}

const oneLine = (text: string, most: number): string => withoutUnseen(text).replace(/\s+/g, ' ').trim().slice(0, most);

/** Tokens for an answer: a script of this length anew, within what small models can say. */
export function tokensFor(base: string | null): number {
  return Math.min(4_000, Math.max(1_500, Math.ceil((base?.length ?? 0) / 3) + 800));
}

/** What an answer comes to, in a sentence that later questions are told. */
export function outcomeOf(base: string | null, answer: ScriptAnswer): string {
  const result = applied(base, answer);
  const thought = oneLine(answer.thought, 200);
  if (typeof result !== 'string') return result.map(describeMiss).join(' ');
  if (result.trim() === '') return message('model.emptyScript');
  if (result === base) return message('model.unchanged');
  return answer.edits.length > 0
    ? message('model.edited', { count: answer.edits.length, thought })
    : message('model.written', { thought });
}

/** Looks a script up in its environment, where there is one, and at its genuineness and relevance. */
async function validate(work: Work, choice: ModelChoice, text: string): Promise<Validated> {
  const { session, ports, progress } = work;
  const state = session.state();
  const environment = state.environment.ready;
  const isOff = choice.without?.includes('validation') === true;
  const checked =
    isOff || !environment || !ports.names
      ? null
      : await ports.names.check(
          {
            reproductionId: state.id,
            executionId: ports.ids.next('execution'),
            terminalId: ports.ids.next('terminal'),
            environment,
            text,
            projectModules: await projectModules(state.options.project, ports.workspace, progress),
            sandbox: state.options.sandbox,
            allowWeakerSandbox: mayBeWeaker(state, null),
          },
          progress,
        );
  const validated = validateScript({
    text,
    symptom: required(state.symptoms[0], 'symptoms'),
    readOut: required(state.report.readOut, 'report'),
    projectTexts: [],
    names: checked?.kind === 'checked' ? checked.issues : [],
    isInstallable: (module) =>
      state.options.environment === null && ports.environments.distributionOf(module.split('.')[0] ?? module) !== null,
    parser: ports.parser,
  });
  return isOff ? { ...validated, issues: [] } : validated;
}

/** A report of broken syntax is reproduced by broken syntax. */
function mended(work: Work, text: string): string {
  const [symptom] = work.session.state().symptoms;
  const isAboutSyntax = symptom?.kind === 'exception' && /SyntaxError|IndentationError|TabError/.test(symptom.type);
  return isAboutSyntax ? text : mendScript(text, work.ports.parser);
}

/** Asks once for a correction of a script that will not run as it is. */
function correct(
  work: Work,
  choice: ModelChoice,
  facts: PromptFacts,
  wrong: { readonly strategy: string; readonly script: string; readonly issues: readonly string[] },
): Promise<Answered<ScriptAnswer> | null> {
  const { strategy, script, issues } = wrong;
  return ask(
    work,
    choice,
    {
      purpose: 'repair',
      strategy,
      prompt: (level, boundary) => correctPrompt({ facts, script, issues, level, boundary }),
      schema: scriptSchema(),
      read: readScriptAnswer,
      temperature: 0.2,
      maxOutputTokens: tokensFor(script),
    },
    (answer) => outcomeOf(script, answer),
  );
}

/**
 * Makes a candidate of an answer: applies its edits, looks the script up, and has each fault corrected once. Null: no script came
 * of it, and the calls tell why.
 */
export async function toCandidate(
  work: Work,
  choice: ModelChoice,
  given: {
    readonly facts: PromptFacts;
    readonly base: string | null;
    readonly strategy: string;
    readonly answered: Answered<ScriptAnswer>;
  },
): Promise<Candidate | null> {
  const { facts, base, strategy } = given;
  let { answered } = given;
  let result = applied(base, answered.value);
  if (typeof result !== 'string') {
    const issues = result.map(describeMiss);
    const again = await correct(work, choice, facts, { strategy, script: base ?? '', issues });
    if (!again) return null;
    answered = again;
    result = applied(base, again.value);
  }
  if (typeof result !== 'string' || result.trim() === '' || result === base) return null;
  let text = mended(work, result);
  let validated = await validate(work, choice, text);
  if (validated.issues.length > 0) {
    const issues = validated.issues.map((issue) => issue.text);
    const again = await correct(work, choice, facts, { strategy, script: text, issues });
    const better = again ? applied(text, again.value) : null;
    if (again && typeof better === 'string' && better.trim() !== '' && better !== base) {
      answered = again;
      text = mended(work, better);
      validated = await validate(work, choice, text);
    }
  }
  return { ...validated, text, callId: answered.callId, thought: oneLine(answered.value.thought, 200) };
}
