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
  for (const run of proseRuns(regions).slice(0, most)) {
    for (const found of findUnfencedCode(visible, run.start, run.end).slice(0, 50)) {
      if (blocks.some((block) => block.span.start < found.span.end && found.span.start < block.span.end)) continue;
      if (found.kind === 'code') blocks.push({ ...toBlock(found), kind: 'snippet' });
    }
  }
  return blocks.filter((block) => block.text.trim() !== '').sort((a, b) => a.span.start - b.span.start);
}

function toBlock(region: Extract<Region, { kind: 'code' }>): ReportBlock {
  const kind = classifyBlock(region.text, region.language);
  const text = kind === 'snippet' ? stripPrompts(region.text) : region.text;
  return { kind, span: region.span, text, language: region.language };
}

/** Stretches of prose with nothing but prose in them: code without a fence goes over empty lines. */
function proseRuns(regions: readonly Region[]): Span[] {
  const runs: { start: number; end: number }[] = [];
  let going = false;
  for (const region of regions) {
    const last = runs.at(-1);
    if (region.kind === 'prose' && going && last) last.end = region.span.end;
    else if (region.kind === 'prose') runs.push({ ...region.span });
    going = region.kind === 'prose';
  }
  return runs;
}

export function isWithin(span: Span, places: readonly { readonly span: Span }[]): boolean {
  return places.some((place) => place.span.start <= span.start && span.start < place.span.end);
}
