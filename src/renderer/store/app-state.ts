import type { DraftHistory } from '../../protocol/draft';
import type { Result } from '../../protocol/methods';
import type { Span } from '../../protocol/primitives';
import type { ReproductionState, ReproductionSummary } from '../../protocol/reproduction/state';
import type { RunActKind, RunWish } from '../../protocol/run-offer';
import type { Script } from '../../protocol/script';
import { defaultSettings, type Settings } from '../../protocol/settings';
import type { Connection } from '../client/keep-connected';

export type DocumentName = 'report' | 'context' | 'plan' | 'environment' | 'script' | 'verdict' | 'reproducer';
export const documentNames: readonly DocumentName[] = [
  'report',
  'context',
  'plan',
  'environment',
  'script',
  'verdict',
  'reproducer',
];

export type Example = Result<'example/list'>['examples'][number];

/** The reproduction on the screen. */
export type Opened =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'open'; readonly state: ReproductionState }
  | { readonly kind: 'failed'; readonly id: string; readonly message: string };

export type ScriptMode = 'code' | 'sideBySide' | 'inline';

/** What of the reproduction is looked at. Null: follows what happens. */
export interface View {
  readonly document: DocumentName | null;
  readonly attemptId: string | null;
  /** An execution, or `installation`. */
  readonly output: string | null;
  readonly below: 'output' | 'observations' | 'charts';
  readonly scriptMode: ScriptMode;
  /** The attempt that the script is held against; null: its parent. */
  readonly compareWith: string | null;
  /** Place in the report that is pointed at. `turn` rises with every request, so that the same place can be asked for again. */
  readonly reportSpan: { readonly span: Span; readonly turn: number } | null;
  readonly scriptLine: { readonly line: number; readonly turn: number } | null;
  /** Rises with every request to explain the name at the editor's cursor. */
  readonly explained: number;
  readonly outputText: { readonly text: string; readonly turn: number } | null;
}

export const freshView: View = {
  document: null,
  attemptId: null,
  output: null,
  below: 'output',
  scriptMode: 'code',
  compareWith: null,
  reportSpan: null,
  scriptLine: null,
  explained: 0,
  outputText: null,
};

/** The one dialog that may be open. */
export type OpenDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'palette'; readonly scope: 'commands' | 'reproductions' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'tour' }
  | { readonly kind: 'steer' }
  /** Calls of the model. `text`: digest of a question that waits to be sent; null: none. */
  | { readonly kind: 'calls'; readonly text: string | null }
  | { readonly kind: 'bisect' }
  | { readonly kind: 'new'; readonly name: string; readonly text: string }
  | { readonly kind: 'overrule'; readonly attemptId: string }
  /** Null: a symptom that is not there yet. */
  | { readonly kind: 'symptom'; readonly symptomId: string | null }
  | { readonly kind: 'remove'; readonly id: string; readonly title: string }
  | { readonly kind: 'link'; readonly address: string };

/** A script to shorten, a release to search or a reproducer to publish: only a press in the surface does it. */
export type AsideWish = Extract<RunWish, { kind: 'minimise' | 'bisect' | 'publish' }>;

/** What the page knows of the Run surface. */
export interface SurfaceState {
  /** Null: this host has none. */
  readonly address: string | null;
  /** Where the keyboard is to go; each request is an object of its own. Null: nowhere yet. */
  readonly focus: { readonly act: RunActKind | null } | null;
  /** Settings that only the surface may change, until they are changed or left. */
  readonly settings: Extract<RunWish, { kind: 'settings' }> | null;
  /** Environments that are to go, until they went or stay. */
  readonly removal: Extract<RunWish, { kind: 'environments' }> | null;
  /** What is asked about the open reproduction beside its next act, until it is taken or left. */
  readonly aside: AsideWish | null;
}

export interface AppState {
  readonly connection: Connection;
  readonly about: Result<'app/describe'> | null;
  readonly settings: Settings;
  readonly examples: readonly Example[];
  readonly list: readonly ReproductionSummary[];
  readonly listLoaded: boolean;
  readonly opened: Opened;
  /** What stands beside the list: the reproduction, or the environments and hardware of the machine. */
  readonly place: 'reproduction' | 'machine';
  /** Rises when environments went, so that the list is read again. */
  readonly removals: number;
  /** Source texts of reports by reproduction. */
  readonly reports: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, Script>>;
  /** The user's unkept texts, by `<reproduction>/<attempt>`. */
  readonly drafts: Readonly<Record<string, string>>;
  /** What was noted of them, by the same key. Absent: not read yet. */
  readonly histories: Readonly<Record<string, DraftHistory>>;
  readonly view: View;
  readonly dialog: OpenDialog;
  /** Null: as there is room. */
  readonly listShown: boolean | null;
  readonly surface: SurfaceState;
  /** Where a reproducer was published last, in this page. */
  readonly published: { readonly reproductionId: string; readonly address: string } | null;
  /** The last refusal, until it is put away. */
  readonly problem: string | null;
  /** Name of the act that is under way. */
  readonly acting: string | null;
}

export const initialState: AppState = {
  connection: { kind: 'connecting' },
  about: null,
  settings: defaultSettings,
  examples: [],
  list: [],
  listLoaded: false,
  opened: { kind: 'none' },
  place: 'reproduction',
  removals: 0,
  reports: {},
  scripts: {},
  drafts: {},
  histories: {},
  view: freshView,
  dialog: { kind: 'none' },
  listShown: null,
  surface: { address: null, focus: null, settings: null, removal: null, aside: null },
  published: null,
  problem: null,
  acting: null,
};

/** The open reproduction's state, if it is there. */
export function openState(state: AppState): ReproductionState | null {
  return state.opened.kind === 'open' ? state.opened.state : null;
}

/** Id of what is on the screen, also while it loads. */
export function openedId(opened: Opened): string | null {
  switch (opened.kind) {
    case 'none':
      return null;
    case 'open':
      return opened.state.id;
    case 'loading':
    case 'failed':
      return opened.id;
  }
}
