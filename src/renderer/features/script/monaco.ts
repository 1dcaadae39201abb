import * as monaco from 'monaco-editor/editor/editor.api.js';
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import 'monaco-editor/features/bracketMatching/register.js';
import 'monaco-editor/features/caretOperations/register.js';
import 'monaco-editor/features/clipboard/register.js';
import 'monaco-editor/features/codicon/register.js';
import 'monaco-editor/features/comment/register.js';
import 'monaco-editor/features/contextmenu/register.js';
import 'monaco-editor/features/cursorUndo/register.js';
import 'monaco-editor/features/diffEditor/register.js';
import 'monaco-editor/features/find/register.js';
import 'monaco-editor/features/folding/register.js';
import 'monaco-editor/features/hover/register.js';
import 'monaco-editor/features/linesOperations/register.js';
import 'monaco-editor/features/multicursor/register.js';
import 'monaco-editor/features/readOnlyMessage/register.js';
import 'monaco-editor/features/smartSelect/register.js';
// The module by itself: the feature of this name leads to inline completions, which are left out.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js';
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
  const colour = (token: string): string => longColour(readToken(token));
  const bare = (token: string): string => colour(token).slice(1);
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
      'editor.background': colour('panel'),
      'editor.foreground': colour('code'),
      'editorLineNumber.foreground': colour('ink-3'),
      'editorLineNumber.activeForeground': colour('ink'),
      'editorLineNumber.dimmedForeground': colour('ink-3'),
      'editor.selectionBackground': colour('selection'),
      'editor.lineHighlightBackground': colour('raised'),
      'editor.lineHighlightBorder': '#00000000',
      'editorGutter.background': colour('panel'),
      'editorWidget.background': colour('panel'),
      'editorWidget.border': colour('line-strong'),
      focusBorder: colour('accent'),
      'editorSuggestWidget.background': colour('panel'),
      'editorSuggestWidget.border': colour('line-strong'),
      'editorSuggestWidget.foreground': colour('ink'),
      'editorSuggestWidget.selectedBackground': colour('accent-soft'),
      'editorSuggestWidget.selectedForeground': colour('ink'),
      'editorSuggestWidget.highlightForeground': colour('accent'),
      'editorSuggestWidget.focusHighlightForeground': colour('accent'),
      'editorHoverWidget.background': colour('panel'),
      'editorHoverWidget.border': colour('line-strong'),
      'editorHoverWidget.foreground': colour('ink'),
      'editorError.foreground': colour('bad'),
      'editorInfo.foreground': colour('accent'),
      'diffEditor.insertedLineBackground': colour('add'),
      'diffEditor.removedLineBackground': colour('del'),
      'diffEditor.insertedTextBackground': colour('add-strong'),
      'diffEditor.removedTextBackground': colour('del-strong'),
      'diffEditor.border': colour('line'),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, colour('code')]),
      ),
      'editorBracketMatch.background': colour('selection'),
      'editorBracketMatch.border': '#00000000',
      'scrollbar.shadow': '#00000000',
    },
  });
  monaco.editor.setTheme(name);
}

/** `#abc` as `#aabbcc`: a minified stylesheet has the short form, which Monaco's rules do not take. */
function longColour(colour: string): string {
  return /^#[\da-f]{3}$/i.test(colour) ? colour.replace(/[\da-f]/gi, '$&$&') : colour;
}

/** What every editor of ours is: quiet, and without what nobody asked for. */
export const editorOptions: monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions = {
  automaticLayout: true,
  contextmenu: true,
  // The newer way of typing is left out of the build: one way for every browser that we serve.
  editContext: false,
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
  // Enter is always a new line; Tab takes what is offered.
  acceptSuggestionOnEnter: 'off',
  acceptSuggestionOnCommitCharacter: false,
  fixedOverflowWidgets: true,
  suggest: { showStatusBar: false, preview: false },
  tabSize: 4,
  unicodeHighlight: { ambiguousCharacters: true, invisibleCharacters: true },
};
