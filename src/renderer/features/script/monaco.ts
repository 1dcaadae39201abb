import * as monaco from 'monaco-editor/editor/editor.api.js';
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import 'monaco-editor/features/bracketMatching/register.js';
import 'monaco-editor/features/caretOperations/register.js';
import 'monaco-editor/features/clipboard/register.js';
import 'monaco-editor/features/comment/register.js';
import 'monaco-editor/features/contextmenu/register.js';
import 'monaco-editor/features/cursorUndo/register.js';
import 'monaco-editor/features/diffEditor/register.js';
import 'monaco-editor/features/find/register.js';
import 'monaco-editor/features/folding/register.js';
import 'monaco-editor/features/gotoLine/register.js';
import 'monaco-editor/features/hover/register.js';
import 'monaco-editor/features/indentation/register.js';
import 'monaco-editor/features/linesOperations/register.js';
import 'monaco-editor/features/multicursor/register.js';
import 'monaco-editor/features/readOnlyMessage/register.js';
import 'monaco-editor/features/smartSelect/register.js';
import 'monaco-editor/features/toggleTabFocusMode/register.js';
import 'monaco-editor/features/unicodeHighlighter/register.js';
import 'monaco-editor/features/wordHighlighter/register.js';
import 'monaco-editor/features/wordOperations/register.js';
import 'monaco-editor/languages/definitions/python/register.js';
import { readToken } from '../../components/use-theme';

export { monaco };

/** Gives Monaco its worker, from the page's own origin. */
export function prepareMonaco(): void {
  window.MonacoEnvironment ??= { getWorker: () => new EditorWorker() };
}

/** Shows Monaco in the colours of the page's theme. */
export function applyMonacoTheme(theme: string): void {
  const name = `reprise-${theme.toLowerCase()}`;
  const bare = (token: string): string => readToken(token).replace('#', '');
  monaco.editor.defineTheme(name, {
    base: theme === 'highContrast' ? 'hc-black' : theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: bare('code') },
      { token: 'keyword', foreground: bare('code-keyword') },
      { token: 'string', foreground: bare('code-string') },
      { token: 'string.escape', foreground: bare('code-string') },
      { token: 'number', foreground: bare('code-number') },
      { token: 'comment', foreground: bare('code-comment') },
      { token: 'delimiter', foreground: bare('code') },
      { token: 'identifier', foreground: bare('code') },
    ],
    colors: {
      'editor.background': readToken('panel'),
      'editor.foreground': readToken('code'),
      'editorLineNumber.foreground': readToken('ink-3'),
      'editorLineNumber.activeForeground': readToken('ink'),
      'editor.selectionBackground': readToken('selection'),
      'editor.lineHighlightBackground': readToken('raised'),
      'editor.lineHighlightBorder': '#00000000',
      'editorGutter.background': readToken('panel'),
      'editorWidget.background': readToken('panel'),
      'editorWidget.border': readToken('line-strong'),
      focusBorder: readToken('accent'),
      'diffEditor.insertedLineBackground': readToken('add'),
      'diffEditor.removedLineBackground': readToken('del'),
      'diffEditor.insertedTextBackground': readToken('add-strong'),
      'diffEditor.removedTextBackground': readToken('del-strong'),
      'diffEditor.border': readToken('line'),
      'scrollbar.shadow': '#00000000',
    },
  });
  monaco.editor.setTheme(name);
}

/** What every editor of ours is: quiet, and without what nobody asked for. */
export const editorOptions: monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions = {
  automaticLayout: true,
  contextmenu: true,
  fontFamily: "'JetBrains Mono', ui-monospace, 'DejaVu Sans Mono', monospace",
  fontLigatures: false,
  fontSize: 12.5,
  lineHeight: 19.5,
  links: false,
  minimap: { enabled: false },
  occurrencesHighlight: 'singleFile',
  overviewRulerBorder: false,
  overviewRulerLanes: 0,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: 'line',
  renderWhitespace: 'selection',
  scrollBeyondLastLine: false,
  stickyScroll: { enabled: false },
  tabSize: 4,
  unicodeHighlight: { ambiguousCharacters: true, invisibleCharacters: true },
};
