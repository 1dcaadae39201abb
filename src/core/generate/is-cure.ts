import type { ReportBlock, ReportReadOut } from '../../protocol/report';

/** Words before a snippet that say that it is the cure, not the complaint. */
const cureWords =
  /\b(?:work-?\s?around|fix(?:ed|es)?(?: it| this)? (?:by|with|is)|the fix|solution|(?:this|that|it|following|version) works|works (?:fine|well|correctly|if|when|with)|(?:learns|trains|converges) (?:fine|well|correctly|if|when|with)|no longer (?:fails|happens|raises)|goes away (?:if|when|with)|correct version)\b/i;
const denied = /\b(?:should|expect(?:ed)?|not|n't|never)\b[^.]{0,30}$/i;

/** Whether the text right before a block introduces it as a fix. */
export function isCure(block: ReportBlock, readOut: ReportReadOut, source: string): boolean {
  const before = readOut.blocks.filter(({ span }) => span.end <= block.span.start).map(({ span }) => span.end);
  const from = Math.max(0, block.span.start - 240, ...before);
  const paragraph =
    source
      .slice(from, block.span.start)
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const said = cureWords.exec(paragraph);
  return said !== null && !denied.test(paragraph.slice(0, said.index));
}
