import type { TextChange } from '../../../protocol/draft';
import { monaco } from './monaco';

/** How a script came to be what it is: its oldest text, the changes after it, and how many of them hold now. */
export interface Past {
  readonly first: string;
  readonly changes: readonly TextChange[];
  readonly done: number;
}

/** A model of which undo and redo know the past, and which steps of the past its states are. */
export interface ReplayedModel {
  readonly model: monaco.editor.ITextModel;
  /** The step that the model is at; null: somewhere else. */
  step(): number | null;
  /** The model's present state is this step. */
  mark(step: number): void;
}

/** A model that went through the past by itself, so that undo goes back over it. */
export function replayHistory({ first, changes, done }: Past): ReplayedModel {
  const model = monaco.editor.createModel(first, 'python');
  const steps = new Map<number, number>();
  const mark = (step: number): void => void steps.set(model.getAlternativeVersionId(), step);
  mark(0);
  changes.forEach((change, at) => {
    changeModel(model, change);
    mark(at + 1);
  });
  for (let at = changes.length; at > done; at -= 1) void model.undo();
  return { model, step: () => steps.get(model.getAlternativeVersionId()) ?? null, mark };
}

/** One change as one step of undo. */
export function changeModel(model: monaco.editor.ITextModel, { at, removed, inserted }: TextChange): void {
  const range = monaco.Range.fromPositions(model.getPositionAt(at), model.getPositionAt(at + removed.length));
  model.pushStackElement();
  model.pushEditOperations([], [{ range, text: inserted, forceMoveMarkers: true }], () => null);
  model.pushStackElement();
}
