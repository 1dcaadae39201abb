import type { Span } from '../../protocol/primitives';
import type { PrintedException, ReportBlock } from '../../protocol/report';
import { classifyBlock } from './classify-block';
import { findUnfencedCode } from './find-unfenced-code';
import type { Region } from './regions';
import { stripPrompts } from './strip-prompts';

/** The report's blocks in order: fenced and indented code, code without a fence, and tracebacks among the prose. At most about `most`. */
export function findBlocks(
  visible: string,
  regions: readonly Region[],
  exceptions: readonly PrintedException[],
  most: number,
): ReportBlock[] {
  const code = regions.filter((region) => region.kind === 'code').slice(0, most);
  const blocks = code.map(toBlock);
  const tracebacks = exceptions.filter((exception) => exception.frames.length > 0 && !isWithin(exception.span, blocks));
  for (const { span } of tracebacks) {
    blocks.push({ kind: 'traceback', span, text: visible.slice(span.start, span.end), language: null });
  }
  for (const run of proseRuns(regions, visible).slice(0, most)) {
    for (const found of findUnfencedCode(visible, run.start, run.end).slice(0, 50)) {
      if (found.kind !== 'code') continue;
      const inner = run.indented.filter(({ start }) => found.span.start < start && start < found.span.end);
      const others = blocks.filter(({ span }) => !inner.some(({ start }) => start === span.start));
      if (others.some(({ span }) => span.start < found.span.end && found.span.start < span.end)) continue;
      blocks.splice(0, blocks.length, ...others, { ...toBlock(found), kind: 'snippet' });
    }
  }
  return blocks.filter((block) => block.text.trim() !== '').sort((a, b) => a.span.start - b.span.start);
}

function toBlock(region: Extract<Region, { kind: 'code' }>): ReportBlock {
  const kind = classifyBlock(region.text, region.language);
  const text = kind === 'snippet' ? stripPrompts(region.text) : region.text;
  return { kind, span: region.span, text, language: region.language };
}

/** A stretch of prose, and the indented blocks in it that only go on with a body which began in the prose. */
interface ProseRun extends Span {
  readonly indented: readonly Span[];
}

/** Whether a block without a fence stands deeper than the code before it began: a method behind an empty line. */
function goesOn(region: Extract<Region, { kind: 'code' }>, run: Span, visible: string): boolean {
  if (region.language !== null || /^\s*(?:```|~~~)/.test(visible.slice(region.span.start, region.span.start + 20)))
    return false;
  const before = visible.slice(run.start, region.span.start).trimEnd();
  const last = before.slice(before.lastIndexOf('\n') + 1);
  return (/^\s{2,}\S/.test(last) || /^(?:class|def|for|while|with|if)\b.*:\s*(?:#.*)?$/.test(last)) && classifyBlock(region.text, null) === 'snippet'; // prettier-ignore
}

/** Stretches of prose with nothing but prose in them, comments that look like headings, and bodies of code that go on. */
function proseRuns(regions: readonly Region[], visible: string): ProseRun[] {
  const runs: { start: number; end: number; indented: Span[] }[] = [];
  let going = false;
  for (const region of regions) {
    const last = runs.at(-1);
    const isComment =
      region.kind === 'heading' && /^\s*# /.test(visible.slice(region.span.start, region.span.start + 8));
    if (going && last && (region.kind === 'prose' || isComment)) last.end = region.span.end;
    else if (going && last && region.kind === 'code' && goesOn(region, last, visible)) {
      last.end = region.span.end;
      last.indented.push(region.span);
    } else if (region.kind === 'prose') {
      runs.push({ ...region.span, indented: [] });
      going = true;
    } else going = false;
  }
  return runs;
}

export function isWithin(span: Span, places: readonly { readonly span: Span }[]): boolean {
  return places.some((place) => place.span.start <= span.start && span.start < place.span.end);
}
