import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Region } from './regions';

type Root = ReturnType<typeof fromMarkdown>;
type MarkdownNode = Root | Root['children'][number];

/** Inline marks are looked for by our own linear scans; only blocks are the parser's work. */
const inlineConstructs = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'definition',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

/** The blocks of a Markdown text in order. Lists and quotes are entered; what is within them keeps its place. */
export function parseMarkdown(source: string): Region[] {
  const { flow } = gfm();
  const tree = fromMarkdown(source, {
    extensions: [flow ? { flow } : {}, { disable: { null: inlineConstructs } }],
    mdastExtensions: gfmFromMarkdown().filter((extension) => 'table' in (extension.enter ?? {})),
  });
  const regions: Region[] = [];
  const pending: MarkdownNode[] = [tree];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const start = node.position?.start.offset ?? 0;
    const span = { start, end: node.position?.end.offset ?? start };
    switch (node.type) {
      case 'code':
        regions.push({ kind: 'code', span, text: node.value, language: node.lang?.toLowerCase() ?? null });
        break;
      case 'heading':
        regions.push({ kind: 'heading', span, text: headingText(source.slice(span.start, span.end)) });
        break;
      case 'paragraph':
        regions.push({ kind: 'prose', span });
        break;
      case 'table':
      case 'html':
        regions.push({ kind: node.type, span });
        break;
      default:
        if ('children' in node) pending.push(...[...node.children].reverse());
    }
  }
  return regions;
}

function headingText(text: string): string {
  const [first = ''] = text.split('\n');
  return first
    .replace(/^\s{0,3}#{1,6}\s*/, '')
    .replace(/\s#+\s*$/, '')
    .trim();
}
