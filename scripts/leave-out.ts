import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const monaco = 'monaco-editor/esm/vs/';

/** Names that are only asked for, compared with, or made where an option of ours is off. */
function absent(...names: readonly string[]): string {
  return names.map((name) => `export class ${name} { static get() { return null; } }`).join('\n');
}

/**
 * Parts of Monaco that its core imports and that our editors never reach, by their path, each with what stands in for it: no
 * minimap and no strip beside the scroll bar, drawing or typing by newer ways of the browser than the oldest that we serve,
 * Tree-sitter, list of several diffs, moved blocks and buttons in a diff, sounds, work of the worker on the page's own thread,
 * colour picker, inlay hints, going to definitions, quick fixes, paste choices, inline completions, snippets, drawn select boxes,
 * patterns of file names, and no command box, since the workspace has a palette. Markdown is not rendered: all that a hover says
 * is shown letter by letter, whoever wrote it.
 */
const standIns: Readonly<Record<string, string>> = {
  'editor/browser/viewParts/minimap/minimap.js': `
    import { ViewPart } from 'monaco-editor/esm/vs/editor/browser/view/viewPart.js';
    import { createFastDomNode } from 'monaco-editor/esm/vs/base/browser/fastDomNode.js';
    export class Minimap extends ViewPart {
      #node = createFastDomNode(document.createElement('div'));
      getDomNode() { return this.#node; }
      prepareRender() {}
      render() {}
    }`,
  'editor/browser/viewParts/overviewRuler/decorationsOverviewRuler.js': `
    import { ViewPart } from 'monaco-editor/esm/vs/editor/browser/view/viewPart.js';
    import { createFastDomNode } from 'monaco-editor/esm/vs/base/browser/fastDomNode.js';
    export class DecorationsOverviewRuler extends ViewPart {
      #node = createFastDomNode(document.createElement('div'));
      getDomNode() { return this.#node.domNode; }
      prepareRender() {}
      render() {}
    }`,
  'editor/browser/view/domLineBreaksComputer.js':
    'export class DOMLineBreaksComputerFactory { static create() { return null; } }',
  'editor/browser/controller/editContext/native/nativeEditContext.js': absent('NativeEditContext'),
  'editor/common/services/editorWebWorker.js': absent('EditorWorker'),
  'platform/accessibilitySignal/browser/accessibilitySignalService.js': `
    import { createDecorator } from 'monaco-editor/esm/vs/platform/instantiation/common/instantiation.js';
    export const IAccessibilitySignalService = createDecorator('accessibilitySignalService');
    export const AccessibilitySignal = {};`,
  'editor/browser/widget/diffEditor/features/movedBlocksLinesFeature.js': `
    import { constObservable } from 'monaco-editor/esm/vs/base/common/observableInternal/observables/constObservable.js';
    export class MovedBlocksLinesFeature {
      static movedCodeBlockPadding = 4;
      width = constObservable(0);
      dispose() {}
    }`,
  'editor/browser/widget/diffEditor/features/gutterFeature.js': absent('DiffEditorGutter'),
  'editor/browser/widget/diffEditor/features/overviewRulerFeature.js':
    'export class OverviewRulerFeature { static ENTIRE_DIFF_OVERVIEW_WIDTH = 0; }',
  'base/common/observableInternal/logging/debugger/devToolsLogger.js': absent('DevToolsLogger'),
  'editor/browser/widget/diffEditor/features/revertButtonsFeature.js':
    'export class RevertButtonsFeature { dispose() {} } export class RevertButton {}',
  'editor/browser/gpu/viewGpuContext.js': absent('ViewGpuContext'),
  'editor/browser/viewParts/viewLinesGpu/viewLinesGpu.js': absent('ViewLinesGpu'),
  'editor/browser/viewParts/rulersGpu/rulersGpu.js': absent('RulersGpu'),
  'editor/browser/viewParts/gpuMark/gpuMark.js': absent('GpuMarkOverlay'),
  'editor/common/model/tokens/treeSitter/treeSitterSyntaxTokenBackend.js': absent('TreeSitterSyntaxTokenBackend'),
  'editor/browser/widget/multiDiffEditor/multiDiffEditorWidget.js': absent('MultiDiffEditorWidget'),
  'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant.js': absent(
    'ColorHover',
    'HoverColorPickerParticipant',
  ),
  'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPicker.js':
    'export function isOnColorDecorator() { return false; }',
  'editor/contrib/inlayHints/browser/inlayHintsHover.js': absent('InlayHintsHover'),
  'editor/contrib/inlineCompletions/browser/hintsWidget/inlineCompletionsHintsWidget.js': absent(
    'InlineSuggestionHintsContentWidget',
  ),
  'editor/contrib/gotoSymbol/browser/link/goToDefinitionAtPosition.js': absent(
    'GotoDefinitionAtPositionEditorContribution',
  ),
  'editor/contrib/gotoError/browser/gotoError.js': absent('MarkerController', 'NextMarkerAction'),
  'editor/contrib/codeAction/browser/codeActionController.js': absent('CodeActionController'),
  'editor/contrib/codeAction/browser/codeAction.js': `
    export const quickFixCommandId = 'editor.action.quickFix';
    export const ApplyCodeActionReason = {};
    export async function getCodeActions() { return { validActions: [], allActions: [], dispose() {} }; }`,
  'editor/contrib/dropOrPasteInto/browser/copyPasteController.js': absent('CopyPasteController'),
  'editor/standalone/browser/quickInput/standaloneQuickInputService.js': absent('StandaloneQuickInputService'),
  'editor/contrib/snippet/browser/snippetController2.js': `
    import { RawContextKey } from 'monaco-editor/esm/vs/platform/contextkey/common/contextkey.js';
    import { Range } from 'monaco-editor/esm/vs/editor/common/core/range.js';
    export class SnippetController2 {
      static InSnippetMode = new RawContextKey('inSnippetMode', false);
      static get(editor) { return new SnippetController2(editor); }
      constructor(editor) { this.editor = editor; }
      isInSnippet() { return false; }
      insert(text, { overwriteBefore, overwriteAfter }) {
        const edits = (this.editor.getSelections() ?? []).map(({ positionLineNumber: line, positionColumn: column }) => ({
          range: new Range(line, column - overwriteBefore, line, column + overwriteAfter),
          text,
          forceMoveMarkers: true,
        }));
        this.editor.executeEdits('suggest', edits);
      }
    }`,
  'editor/contrib/snippet/browser/snippetParser.js':
    'export class SnippetParser { static escape(text) { return text; } static guessNeedsClipboard() { return false; } }',
  'editor/contrib/suggest/browser/suggestWidgetStatus.js': `
    export class SuggestWidgetStatus {
      element = document.createElement('div');
      show() {}
      hide() {}
      dispose() {}
    }`,
  'base/common/glob.js': 'export function match() { return false; } export function parse() { return () => false; }',
  'base/browser/markdownRenderer.js': `
    const plain = (text) =>
      text
        .replace(/\\[[^\\]]*\\]\\(command:[^)]*\\)/g, '')
        .replace(/\\\\([!-/:-@[-\`{-~])/g, '$1')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&');
    export function renderAsPlaintext(given) { return plain(typeof given === 'string' ? given : given.value); }
    export function renderMarkdown(given, _options, target) {
      const element = target ?? document.createElement('div');
      element.textContent = renderAsPlaintext(given);
      return { element, dispose() {} };
    }`,
  'base/browser/ui/selectBox/selectBoxCustom.js': absent('SelectBoxList'),
  'platform/list/browser/listService.js': `
    import { createDecorator } from 'monaco-editor/esm/vs/platform/instantiation/common/instantiation.js';
    export const IListService = createDecorator('listService');
    export class ListService { lastFocusedList = undefined; dispose() {} }`,
};

/** Parts of Monaco's worker that only other editors ask for: moved blocks, the older diff, and the names of the page's interface. */
const workerStandIns: Readonly<Record<string, string>> = {
  'editor/common/services/editorBaseApi.js': 'export function createMonacoBaseAPI() { return {}; }',
  'editor/common/diff/legacyLinesDiffComputer.js': absent('LegacyLinesDiffComputer'),
  'editor/common/diff/defaultLinesDiffComputer/computeMovedLines.js':
    'export function computeMovedLines() { return []; }',
  'editor/common/languages/defaultDocumentColorsComputer.js':
    'export function computeDefaultDocumentColors() { return []; }',
};

/** The words of react-aria in other languages. Ours are English so far, so that a page never speaks two. */
const otherLanguage = /\/react-(?:aria|stately|aria-components)\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/;

/** Words that only the host and the command line say; the page's own keys begin with `app.` and `command.`. */
const hostWords = /\/src\/protocol\/catalogue\/en\/(?!app|commands)([a-z]+)\.ts$/;

/** What writes a schema as JSON Schema, which only the command line asks for: every function of it does nothing. */
const jsonSchema = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/** The two long lists of numbers among Monaco's names: keys, and its options. Our code names neither. */
const longEnums = /^var (EditorOption|KeyCode);\n\(function[^]*?^\}\)\(\1 \|\| \(\1 = \{\}\)\);/gm;
const namesOfMonaco = 'editor/common/standalone/standaloneEnums.js';

/** Older form of a font, beside the one that every browser of the page takes. */
const olderFont = /,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g;

/** A module with the names of another, where each is a function that answers with nothing. */
function emptied(source: string): string {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  return names.map((name) => `export const ${name} = () => ({});`).join('\n') + '\nexport const process = () => ({});';
}

/**
 * Leaves out of the page what it never reaches, since every byte of it is parsed at each start. Errors: the build fails
 * where a part is not found any more, so that an upgrade is looked at.
 */
export function leaveOut(place: 'page' | 'worker' = 'page'): Plugin {
  const parts = place === 'page' ? standIns : workerStandIns;
  const found = new Set<string>();
  return {
    name: 'reprise:leave-out',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (otherLanguage.test(id)) return "export { default } from './en-US.mjs';";
      const area = hostWords.exec(id)?.[1];
      if (area !== undefined) return `export const ${area === 'export' ? 'exportMessages' : area} = {};`;
      const at = id.indexOf(monaco);
      const part = at === -1 ? '' : id.slice(at + monaco.length);
      if (jsonSchema.test(id)) return emptied(readFileSync(id, 'utf8'));
      const standIn = parts[part];
      if (standIn === undefined) return null;
      found.add(part);
      return standIn.replaceAll("'monaco-editor/esm/vs/", `'${id.slice(0, at)}${monaco}`);
    },
    transform(code, id) {
      if (/@fontsource\/.*\.css$/.test(id)) return code.replace(olderFont, '');
      return id.endsWith(namesOfMonaco) ? code.replace(longEnums, 'var $1 = {};') : null;
    },
    buildEnd(error) {
      const lost = Object.keys(parts).filter((part) => !found.has(part));
      if (!error && found.size > 0 && lost.length > 0) this.error(`Monaco has no ${lost.join(', ')} any more.`);
    },
  };
}
