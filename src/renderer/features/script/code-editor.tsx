import { useEffect, useRef } from 'react';
import { changeBetween } from '../../../protocol/draft';
import { message } from '../../../protocol/catalogue/catalogue';
import type { LineProvenance } from '../../../protocol/script';
import type { ScriptMark } from '../../../protocol/script-facts';
import { useTheme } from '../../components/use-theme';
import { applyMonacoTheme, editorOptions, monaco, prepareMonaco } from './monaco';
import type { Explain } from './explain-script';
import { changeModel, replayHistory, type Past } from './replay-history';
import { teachEditor } from './teach-editor';
import { drawMarks } from './use-check';

/** A text has come to rest after so long without a key, in milliseconds. */
const REST_MS = 500;

interface CodeEditorProps {
  readonly text: string;
  readonly past: Past;
  readonly provenance: readonly LineProvenance[];
  readonly line: { readonly line: number; readonly turn: number } | null;
  readonly onChange: (text: string) => void;
  /** The text rests at a step of the past, or at a new one (null). Answers with the step. */
  readonly onSettle: (text: string, step: number | null) => number;
  /** What the environment says is not there. */
  readonly marks: readonly ScriptMark[];
  readonly explain: Explain;
  /** Rises with every request to explain the name at the cursor. */
  readonly explained: number;
}

/** The script in Monaco, with where each line comes from in the margin, and an undo that knows what was before. */
export function CodeEditor(props: CodeEditorProps) {
  const { text, past, provenance, line, onChange, onSettle, marks, explain, explained } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const latest = useRef({ past, onChange, onSettle, explain });
  const theme = useTheme();
  useEffect(() => {
    latest.current = { past, onChange, onSettle, explain };
  }, [past, onChange, onSettle, explain]);

  useEffect(() => {
    if (!place.current) return;
    prepareMonaco();
    const replayed = replayHistory(latest.current.past);
    const own = monaco.editor.create(place.current, {
      ...editorOptions,
      model: replayed.model,
      ariaLabel: message('app.script.aria'),
      folding: true,
      lineNumbersMinChars: 4,
      lineDecorationsWidth: 14,
    });
    editor.current = own;
    let resting: number | undefined;
    const settle = (): void => {
      window.clearTimeout(resting);
      resting = undefined;
      replayed.model.pushStackElement();
      replayed.mark(latest.current.onSettle(own.getValue(), replayed.step()));
    };
    const listening = own.onDidChangeModelContent(() => {
      latest.current.onChange(own.getValue());
      window.clearTimeout(resting);
      resting = window.setTimeout(settle, REST_MS);
    });
    const taught = teachEditor(replayed.model, (asked, wanted) => latest.current.explain(asked, wanted));
    return () => {
      taught.dispose();
      if (resting !== undefined) settle();
      listening.dispose();
      own.dispose();
      replayed.model.dispose();
      editor.current = null;
    };
  }, []);

  useEffect(() => applyMonacoTheme(theme), [theme]);
  useEffect(() => {
    const model = editor.current?.getModel();
    const change = model ? changeBetween(model.getValue(), text) : null;
    if (model && change) changeModel(model, change);
  }, [text]);
  useEffect(() => {
    const decorations = editor.current?.createDecorationsCollection(decorate(provenance));
    return () => decorations?.clear();
  }, [provenance, text]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (model) drawMarks(model, marks);
  }, [marks]);
  useEffect(() => {
    if (explained > 0) editor.current?.trigger('', 'editor.action.showHover', null);
  }, [explained]);
  useEffect(() => {
    if (!line || !editor.current) return;
    editor.current.revealLineInCenter(line.line);
    editor.current.setPosition({ lineNumber: line.line, column: 1 });
    editor.current.focus();
  }, [line]);

  return <div className="editor" ref={place} />;
}

/** A bar beside lines that are ours, and a word on hovering the margin of any line. */
function decorate(provenance: readonly LineProvenance[]): monaco.editor.IModelDeltaDecoration[] {
  return provenance.map(({ origin }, at) => ({
    range: new monaco.Range(at + 1, 1, at + 1, 1),
    options: {
      isWholeLine: true,
      linesDecorationsClassName: `origin origin-${origin}`,
      linesDecorationsTooltip: message(`app.script.origin.${origin}`),
    },
  }));
}
