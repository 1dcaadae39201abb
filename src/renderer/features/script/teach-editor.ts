import type { ScriptFacts } from '../../../protocol/script-facts';
import { headOf, keepFacts, plainly, type Explain } from './explain-script';
import { monaco } from './monaco';
import { chainAt, readCursor } from './read-cursor';

type Item = monaco.languages.CompletionItem & {
  /** What the item's own description is asked by. */
  readonly chain: readonly string[] | null;
};
type MemberKind = Extract<ScriptFacts, { kind: 'members' }>['members'][number]['kind'];

const kinds = (): Readonly<Record<MemberKind, monaco.languages.CompletionItemKind>> => {
  const { CompletionItemKind: kind } = monaco.languages;
  return {
    module: kind.Module,
    class: kind.Class,
    function: kind.Function,
    property: kind.Property,
    value: kind.Variable,
  };
};

/** Completion and hover for one editor, from what the host is told by the chosen environment. Returns what ends it. */
export function teachEditor(model: monaco.editor.ITextModel, ask: Explain): monaco.IDisposable {
  const explain = keepFacts(ask);
  const kindOf = kinds();

  const completion = monaco.languages.registerCompletionItemProvider('python', {
    triggerCharacters: ['.', '('],
    provideCompletionItems: async (asked, position, _context, token) => {
      if (asked !== model) return { suggestions: [] };
      const { lineNumber, column } = position;
      const found = readCursor(model.getLinesContent(), lineNumber, column);
      if (!found) return { suggestions: [] };
      const facts = await explain(model.getValue(), found.wanted);
      if (!facts || token.isCancellationRequested || model.isDisposed()) return { suggestions: [] };
      const word = model.getWordUntilPosition(position);
      const range = new monaco.Range(lineNumber, word.startColumn, lineNumber, column);
      return { suggestions: itemsOf(facts, found, range) };
    },
    resolveCompletionItem: async (item, token) => {
      const { chain } = item as Item;
      if (!chain || model.isDisposed()) return item;
      const line = (item.range as monaco.IRange).startLineNumber;
      const facts = await explain(model.getValue(), { kind: 'described', chain: [...chain], line });
      if (token.isCancellationRequested || facts?.kind !== 'described') return item;
      return { ...item, detail: headOf(facts), ...(facts.summary === null ? {} : { documentation: facts.summary }) };
    },
  });

  const itemsOf = (
    facts: ScriptFacts,
    { wanted, offers }: NonNullable<ReturnType<typeof readCursor>>,
    range: monaco.IRange,
  ): Item[] => {
    if (facts.kind === 'members') {
      const base = wanted.kind === 'members' ? wanted.chain : null;
      return facts.members.map(({ name, kind }) => ({
        label: name,
        insertText: name,
        kind: kindOf[kind],
        range,
        sortText: `${name.startsWith('__') ? 2 : name.startsWith('_') ? 1 : 0}${name}`,
        chain: base && [...base, name],
      }));
    }
    if (facts.kind !== 'described' || offers !== 'argument') return [];
    return facts.parameters
      .filter((name) => name !== 'self')
      .map((name, at) => ({
        label: `${name}=`,
        insertText: `${name}=`,
        kind: monaco.languages.CompletionItemKind.Variable,
        detail: headOf(facts),
        range,
        sortText: String(at).padStart(3, '0'),
        chain: null,
      }));
  };

  const hover = monaco.languages.registerHoverProvider('python', {
    provideHover: async (asked, { lineNumber, column }, token) => {
      const found = asked === model ? chainAt(model.getLineContent(lineNumber), column) : null;
      if (!found) return null;
      const wanted = { kind: 'described' as const, chain: [...found.chain], line: lineNumber };
      const facts = await explain(model.getValue(), wanted);
      if (token.isCancellationRequested || facts?.kind !== 'described') return null;
      const { module, summary } = facts;
      return {
        range: new monaco.Range(lineNumber, found.from, lineNumber, found.from + (found.chain.at(-1)?.length ?? 0)),
        contents: [headOf(facts), summary, module].flatMap((text) => (text ? [{ value: plainly(text) }] : [])),
      };
    },
  });
  return {
    dispose: () => {
      completion.dispose();
      hover.dispose();
    },
  };
}
