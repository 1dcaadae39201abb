import { message } from '../../../protocol/catalogue/catalogue';
import type { EditAction, Script } from '../../../protocol/script';
import type { Missing } from '../../../protocol/verdict';
import type { Attempt } from '../../../protocol/attempt';
import type { TriedScript } from '../../actions/action';
import { diagnose, lastException } from '../../actions/diagnosis';
import { propose } from '../../actions/propose';
import { currentRound } from '../../execute/current-round';
import { toScript } from '../../generate/script-lines';
import { standardModules } from '../../plan/standard-modules';
import { nextEdit, type Candidate, type NextEdit } from '../../refine/next-edit';
import { searchBudget } from '../../refine/search-budget';
import { modelTurn } from '../model/model-turn';
import { projectDefinitionsFor } from '../project-definitions-for';
import { required, type Work } from '../work';
import { concludeJudged } from './conclude-judged';
import { asFailure, attemptToRepeat, brokenByLibrary, mayTryCurrent, takeAnother } from './other-environment';
import { resolveCurrent, resolveEnvironment } from './prepare-environment';
import { nextAttemptNumber } from '../next-attempt-number';

/** The runs of the search that ended in an exception, each with the scripts that its own was made from. */
async function misfitsOf(work: Work): Promise<readonly TriedScript[]> {
  const { session, ports } = work;
  const state = session.state();
  const found: TriedScript[] = [];
  for (const attempt of state.attempts) {
    const search = attempt.phase.kind === 'finished' ? currentRound(state, attempt.id)[0] : undefined;
    if (!search || attempt.edit.kind === 'control') continue;
    const exception = lastException(search);
    const { end } = search.result ?? {};
    if (!exception && !(end?.kind === 'exited' && end.code === 0)) continue;
    const texts: string[] = [];
    for (let at: Attempt | undefined = attempt; at;) {
      texts.push((await ports.store.readScript(state.id, at.scriptDigest)).text);
      const { parentId }: Attempt = at;
      at = state.attempts.find(({ id }) => id === parentId);
    }
    const line = exception?.frames.filter(({ place }) => place === 'script').at(-1)?.line ?? 0;
    const code = texts[0]?.split('\n')[line - 1]?.trim() ?? '';
    found.push({ texts, type: exception?.type ?? '', message: exception?.message.slice(0, 4000) ?? '', code });
  }
  return found;
}

/** The attempts of the search that ran and did not show the symptom, each with what may be done about it. */
async function candidates(work: Work, ways: 'likeliest' | 'all'): Promise<readonly Candidate[]> {
  const { session, ports } = work;
  const state = session.state();
  const symptom = required(state.symptoms[0], 'symptoms');
  const source = await ports.store.readReport(state.id);
  const found: Candidate[] = [];
  const misfits = await misfitsOf(work);
  for (const attempt of state.attempts) {
    if (attempt.phase.kind !== 'finished' || attempt.author === 'user') continue;
    if (attempt.edit.kind === 'control') continue;
    const search = currentRound(state, attempt.id)[0];
    const diagnosis = search ? diagnose(search) : null;
    if (!diagnosis || (diagnosis.kind === 'missingModule' && standardModules.has(diagnosis.module))) continue;
    const script = await ports.store.readScript(state.id, attempt.scriptDigest);
    const { pythonVersion } = required(state.environment.ready, 'environment');
    const key = JSON.stringify([attempt.scriptDigest, diagnosis, symptom, pythonVersion, ways, misfits.length]);
    const known = work.proposals.get(key);
    const isLacking = known === undefined && diagnosis.kind === 'missingName';
    const definitions = isLacking ? await projectDefinitionsFor(work, script.text) : [];
    const proposals =
      known ??
      propose({
        script,
        diagnosis,
        symptom,
        readOut: required(state.report.readOut, 'report'),
        source,
        parser: ports.parser,
        pythonVersion,
        distributionOf: (module) => ports.environments.distributionOf(module),
        ways,
        definitions,
        misfits,
      });
    work.proposals.set(key, proposals);
    found.push({ attempt, script, proposals });
  }
  return found;
}

/** Records an edit as an attempt of its own. `summary`: it does not run, and why. */
async function startAttempt(
  work: Work,
  edit: { readonly parentId: string; readonly script: Script; readonly action: EditAction; readonly reason: string },
  summary: string | null,
): Promise<string> {
  const { session, ports } = work;
  const state = session.state();
  const id = ports.ids.next('attempt');
  await ports.store.writeScript(state.id, edit.script);
  await session.emit({
    type: 'attempt/started',
    attempt: {
      id,
      number: nextAttemptNumber(state),
      parentId: edit.parentId,
      author: 'reprise',
      edit: { kind: 'editAction', action: edit.action, reason: edit.reason },
      scriptDigest: edit.script.digest,
      phase: summary === null ? { kind: 'generating' } : { kind: 'finished', summary },
      startedAt: ports.clock.now(),
      verdict: null,
    },
  });
  return id;
}

/** Each edit becomes an attempt, so that each has its reason; only the last one runs. */
async function startEdited(work: Work, edit: Extract<NextEdit, { kind: 'attempt' }>): Promise<void> {
  let parentId = edit.parent.id;
  for (const step of edit.before) {
    const script = toScript(step.lines, work.ports.digestOf);
    parentId = await startAttempt(work, { ...step, parentId, script }, message('attempt.moreIsMissing'));
  }
  await startAttempt(work, { ...edit, parentId }, null);
}

/** The likeliest way on; where none is left, another way to the same end. */
async function chooseEdit(work: Work): Promise<NextEdit> {
  const state = work.session.state();
  if (state.options.model?.without?.includes('editActions')) return { kind: 'nothing', repeated: 0 };
  const { digestOf } = work.ports;
  const likeliest = nextEdit({ state, candidates: await candidates(work, 'likeliest'), digestOf });
  if (likeliest.kind === 'attempt') return likeliest;
  if (likeliest.kind === 'package' && state.options.environment === null) return likeliest;
  return nextEdit({ state, candidates: await candidates(work, 'all'), digestOf });
}

/**
 * After a package that failed as it was imported: the same script in another environment, else a way around that package. Other
 * data are no way. True: the step is done.
 */
async function passLibrary(work: Work): Promise<boolean> {
  const state = work.session.state();
  const broken = brokenByLibrary(state);
  if (!broken) return false;
  const { attempt, fault } = broken;
  const failure = asFailure(fault);
  if (state.options.environment === null) {
    const isOther = (await takeAnother(work, failure)) || (mayTryCurrent(state) && (await resolveCurrent(work)));
    if (isOther) {
      const script = await work.ports.store.readScript(state.id, attempt.scriptDigest);
      const reason = message('attempt.otherForLibrary', { name: fault.distribution });
      await startEdited(work, {
        kind: 'attempt',
        parent: attempt,
        script,
        action: 'version-migration',
        reason,
        before: [],
      });
      return true;
    }
  }
  const { digestOf } = work.ports;
  const around = nextEdit({ state, candidates: await candidates(work, 'likeliest'), digestOf });
  if (around.kind === 'attempt') await startEdited(work, around);
  else if (!(await modelTurn(work)))
    await concludeJudged(work, [{ kind: 'package', name: fault.distribution, message: failure.message }]);
  return true;
}

/** Takes the next step of the search, or concludes where there is none. */
export async function refine(work: Work): Promise<void> {
  const state = work.session.state();
  const budget = searchBudget(state);
  if (budget.spent !== null) {
    if (await modelTurn(work)) return;
    const used = { count: budget.executions, seconds: budget.seconds };
    const text = message(budget.spent === 'executions' ? 'attempt.budgetOfRuns' : 'attempt.budgetOfSeconds', used);
    const spent: Missing = { kind: 'time', name: 'budget', message: text };
    return concludeJudged(work, [spent]);
  }
  const repeat = attemptToRepeat(state);
  if (repeat) {
    const script = await work.ports.store.readScript(state.id, repeat.scriptDigest);
    const reason = message('attempt.otherEnvironment');
    return startEdited(work, {
      kind: 'attempt',
      parent: repeat,
      script,
      action: 'version-migration',
      reason,
      before: [],
    });
  }
  if (await passLibrary(work)) return;
  const edit = await chooseEdit(work);
  if (edit.kind === 'nothing') {
    if (mayTryCurrent(state) && (await resolveCurrent(work))) return;
    if (await modelTurn(work)) return;
    const why =
      edit.repeated === 0
        ? message('attempt.nothingLeft')
        : message('attempt.onlyKnownScripts', { count: edit.repeated });
    return concludeJudged(work, [], why);
  }
  if (edit.kind === 'attempt') return startEdited(work, edit);
  if (state.options.environment !== null) {
    const text = message('attempt.givenEnvironmentLacks', { module: edit.module, distribution: edit.distribution });
    return concludeJudged(work, [{ kind: 'package', name: edit.distribution, message: text }]);
  }
  await resolveEnvironment(work);
}
