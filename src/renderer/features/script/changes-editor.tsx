import { useEffect, useRef } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import { useTheme } from '../../components/use-theme';
import { applyMonacoTheme, editorOptions, monaco, prepareMonaco } from './monaco';

interface ChangesEditorProps {
  readonly before: string;
  readonly after: string;
  readonly sideBySide: boolean;
  /** The line of the second text that is pointed at. */
  readonly shown: { readonly line: number } | null;
}

/** Two texts against each other, side by side or inline. */
export function ChangesEditor({ before, after, sideBySide, shown }: ChangesEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneDiffEditor>(null);
  const theme = useTheme();

  useEffect(() => {
    if (!place.current) return;
    prepareMonaco();
    const own = monaco.editor.createDiffEditor(place.current, {
      ...editorOptions,
      readOnly: true,
      originalEditable: false,
      originalAriaLabel: message('app.script.before'),
      modifiedAriaLabel: message('app.script.after'),
      renderOverviewRuler: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      hideUnchangedRegions: { enabled: true, minimumLineCount: 24, contextLineCount: 6 },
      lineNumbersMinChars: 4,
      lineDecorationsWidth: 22,
      accessibilityVerbose: true,
    });
    editor.current = own;
    return () => {
      const model = own.getModel();
      own.dispose();
      model?.original.dispose();
      model?.modified.dispose();
      editor.current = null;
    };
  }, []);

  useEffect(() => applyMonacoTheme(theme), [theme]);
  useEffect(() => {
    editor.current?.updateOptions({ renderSideBySide: sideBySide, useInlineViewWhenSpaceIsLimited: false });
  }, [sideBySide]);
  useEffect(() => {
    const own = editor.current;
    if (!own) return;
    const old = own.getModel();
    own.setModel({
      original: monaco.editor.createModel(before, 'python'),
      modified: monaco.editor.createModel(after, 'python'),
    });
    old?.original.dispose();
    old?.modified.dispose();
  }, [before, after]);

  useEffect(() => {
    if (shown) editor.current?.getModifiedEditor().revealLineInCenter(shown.line);
  }, [shown]);

  return <div className="editor" ref={place} />;
}
