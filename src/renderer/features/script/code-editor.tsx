import { useEffect, useRef } from 'react';
import { changeBetween } from '../../../protocol/draft';
import { message } from '../../../protocol/catalogue/catalogue';
import type { LineProvenance } from '../../../protocol/script';
import { useTheme } from '../../components/use-theme';
import { applyMonacoTheme, editorOptions, monaco, prepareMonaco } from './monaco';
import { changeModel, replayHistory, type Past } from './replay-history';

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
}

/** The script in Monaco, with where each line comes from in the margin, and an undo that knows what was before. */
export function CodeEditor({ text, past, provenance, line, onChange, onSettle }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const latest = useRef({ past, onChange, onSettle });
  const theme = useTheme();
  useEffect(() => {
    latest.current = { past, onChange, onSettle };
  }, [past, onChange, onSettle]);

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
    return () => {
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
    if (!line || !editor.current) return;
    editor.current.revealLineInCenter(line.line);
    editor.current.setPosition({ lineNumber: line.line, column: 1 });
  }, [line, text]);

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
