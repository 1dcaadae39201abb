import type { PlanStep } from '../../protocol/plan';
import type { Params } from '../../protocol/methods';
import { isLooser } from '../../protocol/settings';
import type { Symptom } from '../../protocol/symptom';
import type { Overrule } from '../../protocol/verdict';
import { assertNever } from '../../protocol/primitives';
import { nextAct, type NextAct } from '../../protocol/reproduction/next-act';
import { lookedAtAttempt } from '../app/follow-document';
import { openState } from './app-state';
import type { App } from './create-app';
import { draftKey } from './draft-key';

/**
 * What a person can do on the page. Each act resolves when the host has taken it. Nothing here starts a run: that is the
 * Run surface's, and the page only leads there.
 */
export interface Acts {
  create(
    report: {
      readonly name: string;
      readonly text: string;
      readonly options: Params<'reproduction/create'>['options'];
    },
    start: boolean,
  ): Promise<boolean>;
  /** The text of an issue, fetched by the host. Null: it did not come, and the page says why. */
  fetchIssue(address: string): Promise<{ readonly name: string; readonly text: string } | null>;
  runExample(exampleId: string): Promise<void>;
  perform(act: NextAct): Promise<void>;
  stop(): Promise<void>;
  /** Keeps the draft of the looked-at attempt as a new attempt. Resolves with it. */
  keepEdit(): Promise<{ readonly attemptId: string; readonly scriptDigest: string } | null>;
  /** Leads to the button that runs the looked-at script; a draft is kept first. */
  runScript(): Promise<void>;
  editPlan(steps: readonly PlanStep[]): Promise<boolean>;
  /** Has one step of the plan proposed anew. */
  regenerateStep(stepId: string): Promise<boolean>;
  /** Keeps the symptoms, and lets what was concluded be judged by them. */
  editSymptoms(symptoms: readonly Symptom[]): Promise<boolean>;
  overrule(overrule: Omit<Overrule, 'at'>): Promise<boolean>;
  remove(id: string): Promise<void>;
  archive(id: string, archived: boolean): Promise<void>;
  settings(change: Params<'settings/update'>): Promise<void>;
}

/** Binds the acts to the page's state. One act at a time: a second press while one is under way does nothing. */
export function createActs(app: App): Acts {
  const { store } = app;
  const once = async <T>(name: string, otherwise: T, run: () => Promise<T>): Promise<T> => {
    if (store.getState().acting !== null) return otherwise;
    store.setState({ acting: name, problem: null });
    try {
      return await run();
    } finally {
      store.setState({ acting: null });
    }
  };
  const current = () => openState(store.getState());

  const create: Acts['create'] = (report, start) =>
    once('create', false, async () => {
      const made = await app.ask('reproduction/create', report);
      if (!made) return false;
      app.open(made.reproductionId);
      // Reading and planning run nothing; where no plan is asked about, only the surface may start.
      if (!start) return true;
      if (store.getState().settings.autonomy === 'auto') app.toSurface('start');
      else await app.ask('reproduction/start', made);
      return true;
    });

  const fetchIssue: Acts['fetchIssue'] = (address) =>
    once('fetchIssue', null, () => app.ask('report/fetch', { address }));

  const keep = async () => {
    const state = current();
    const attempt = state && lookedAtAttempt(state, store.getState().view);
    if (!state || !attempt) return null;
    const text = store.getState().drafts[draftKey(state.id, attempt.id)];
    if (text === undefined) return null;
    const kept = await app.ask('attempt/edit', { reproductionId: state.id, parentId: attempt.id, text });
    if (!kept) return null;
    app.drafts.write(state.id, attempt.id, null);
    app.look({ document: 'script', attemptId: kept.attemptId, output: null });
    return kept;
  };

  const perform: Acts['perform'] = async (act) => {
    const state = current();
    if (act.kind === 'create') return app.dialog({ kind: 'new', name: '', text: '' });
    if (!state) return;
    const reproductionId = state.id;
    switch (act.kind) {
      case 'stop':
        return once('stop', undefined, async () => void (await app.ask('reproduction/stop', { reproductionId })));
      case 'openReproducer':
        return app.look({ document: 'reproducer' });
      case 'review':
        return app.toSurface('approve');
      case 'runAgain':
        return app.toSurface('runAttempt');
      case 'start':
      case 'continue':
      case 'judgeAgain':
      case 'acceptPlan':
        return app.toSurface(act.kind);
      default:
        return assertNever(act);
    }
  };

  return {
    create,
    fetchIssue,
    perform,
    runExample: async (exampleId) => {
      const example = await app.ask('example/read', { exampleId });
      if (example) await create({ ...example, options: { bundledExample: true } }, true);
    },
    stop: () => perform({ kind: 'stop' }),
    keepEdit: () => once('keep', null, keep),
    runScript: () =>
      once('run', undefined, async () => {
        const state = current();
        const attempt = state && lookedAtAttempt(state, store.getState().view);
        if (!state || !attempt) return;
        const isEdited = store.getState().drafts[draftKey(state.id, attempt.id)] !== undefined;
        if (isEdited && !(await keep())) return;
        if (!isEdited) app.look({ document: 'script', attemptId: attempt.id, output: null });
        app.toSurface('runAttempt');
      }),
    editPlan: async (steps) => {
      const state = current();
      if (!state?.plan) return false;
      const edit = { reproductionId: state.id, basedOn: state.plan.digest, steps: [...steps] };
      return (await app.ask('plan/edit', edit)) !== null;
    },
    regenerateStep: (stepId) =>
      once('regenerate', false, async () => {
        const state = current();
        if (!state?.plan) return false;
        const asked = { reproductionId: state.id, basedOn: state.plan.digest, stepId };
        return (await app.ask('plan/regenerate', asked)) !== null;
      }),
    editSymptoms: (symptoms) =>
      once('symptoms', false, async () => {
        const state = current();
        if (!state) return false;
        const { id: reproductionId } = state;
        if (!(await app.ask('symptom/edit', { reproductionId, symptoms: [...symptoms] }))) return false;
        if (state.phase === 'concluded') app.toSurface('judgeAgain');
        return true;
      }),
    overrule: (overrule) =>
      once('overrule', false, async () => {
        const state = current();
        if (!state) return false;
        return (await app.ask('verdict/overrule', { reproductionId: state.id, ...overrule })) !== null;
      }),
    remove: (id) =>
      once('remove', undefined, async () => void (await app.ask('reproduction/remove', { reproductionId: id }))),
    archive: (reproductionId, archived) =>
      once(
        'archive',
        undefined,
        async () => void (await app.ask('reproduction/archive', { reproductionId, archived })),
      ),
    settings: async (change) => {
      const asked = isLooser(change, store.getState().settings) ? pick(change) : {};
      // What asks for less is asked in the surface; the rest takes effect at once.
      const rest = Object.fromEntries(Object.entries(change).filter(([name]) => !Object.hasOwn(asked, name)));
      if (Object.keys(rest).length > 0) {
        const settings = await app.ask('settings/update', rest);
        if (settings) store.setState({ settings });
      }
      if (Object.keys(asked).length === 0) return;
      app.dialog({ kind: 'none' });
      app.askSettings({ kind: 'settings', ...asked });
    },
  };
}

/** The main button's act for the page as it is. */
export function currentAct(app: App): NextAct {
  return nextAct(openState(app.store.getState()));
}

function pick({
  autonomy,
  sandbox,
}: Params<'settings/update'>): Pick<Params<'settings/update'>, 'autonomy' | 'sandbox'> {
  return { ...(autonomy === undefined ? {} : { autonomy }), ...(sandbox === undefined ? {} : { sandbox }) };
}
