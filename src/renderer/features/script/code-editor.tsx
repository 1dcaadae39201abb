import { useEffect, useRef } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import type { LineProvenance } from '../../../protocol/script';
import { useTheme } from '../../components/use-theme';
import { applyMonacoTheme, editorOptions, monaco, prepareMonaco } from './monaco';

interface CodeEditorProps {
  readonly text: string;
  readonly provenance: readonly LineProvenance[];
  readonly readOnly: boolean;
  readonly line: { readonly line: number; readonly turn: number } | null;
  readonly onChange: (text: string) => void;
}

/** The script in Monaco, with where each line comes from in the margin. */
export function CodeEditor({ text, provenance, readOnly, line, onChange }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const changed = useRef(onChange);
  const theme = useTheme();
  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);

  useEffect(() => {
    if (!place.current) return;
    prepareMonaco();
    const own = monaco.editor.create(place.current, {
      ...editorOptions,
      language: 'python',
      ariaLabel: message('app.script.aria'),
      folding: true,
      lineNumbersMinChars: 4,
      lineDecorationsWidth: 14,
    });
    editor.current = own;
    const listening = own.onDidChangeModelContent((event) => {
      if (!event.isFlush) changed.current(own.getValue());
    });
    return () => {
      listening.dispose();
      own.getModel()?.dispose();
      own.dispose();
      editor.current = null;
    };
  }, []);

  useEffect(() => applyMonacoTheme(theme), [theme]);
  useEffect(() => editor.current?.updateOptions({ readOnly }), [readOnly]);
  useEffect(() => {
    const own = editor.current;
    if (own && own.getValue() !== text) own.setValue(text);
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
