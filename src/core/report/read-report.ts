import { message } from '../../protocol/catalogue/catalogue';
import type { PrintedException, ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import { findSymptoms } from '../symptom/find-symptoms';
import { blankOut } from './blank-out';
import { completeness } from './completeness';
import { findBlocks } from './find-blocks';
import { findDate } from './find-date';
import { findExceptions } from './find-exceptions';
import { findFrameworks } from './find-frameworks';
import { findComments, findHiddenText } from './find-hidden-text';
import { findInvisible } from './find-invisible';
import { findInformation } from './find-information';
import { findTitle } from './find-title';
import { findTold } from './find-told';
import { isPage } from './from-html';
import { findVersions } from './find-versions';
import { guessBugType } from './guess-bug-type';
import { moveSpans } from './move-spans';
import { LARGEST_WHOLE, readStructure } from './read-structure';
import { toldReleases, withoutHealthy } from './told-releases';
import { toReadable } from './to-readable';

/** Items kept of a kind: more than a person would look through, few enough for the log of events. */
const MOST_ITEMS = 500;

/** What of a report that is too large to be read whole is looked through for versions and its date. */
const HEAD_OF_LARGE = 100_000;

export interface ReportText {
  readonly name: string;
  readonly text: string;
  /** ISO date that the user gave. */
  readonly asOf: string | null;
}

export interface ReadReport {
  readonly readOut: ReportReadOut;
  readonly symptoms: readonly Symptom[];
}

/**
 * Reads a report: Markdown, plain text, a saved notebook, a page, a mail. Deterministic, linear in the text, never throws.
 * Spans are offsets of `text`.
 */
export function readReport(report: ReportText): ReadReport {
  if (report.text.length > LARGEST_WHOLE) return readText(report);
  // A page's marks are gone in its readable form, and with them what they keep from a reader.
  const unseen = isPage(report.text) ? findInvisible(report.text, []) : [];
  const readable = toReadable(blankOut(report.text, unseen));
  if (!readable) return readText(report);
  const { readOut, symptoms } = moveSpans(readText({ ...report, text: readable.text }), report.text, readable.spanOf);
  const hidden = unseen.map((span) => ({
    kind: 'invisible' as const,
    span,
    text: report.text.slice(span.start, span.end),
  }));
  return { readOut: { ...readOut, hidden: [...readOut.hidden, ...hidden].slice(0, MOST_ITEMS) }, symptoms };
}

function readText({ name, text, asOf }: ReportText): ReadReport {
  const { regions, limited } = readStructure(text);
  const code = regions.filter((region) => region.kind === 'code').map((region) => region.span);
  const unseen = [...findComments(text, code, Infinity), ...findInvisible(text, code)];
  const visible = blankOut(
    text,
    unseen.sort((a, b) => a.start - b.start),
  );
  const whole = text.length <= LARGEST_WHOLE;
  const exceptions = findExceptions(visible, regions);
  const kept = exceptions.slice(0, MOST_ITEMS);
  const blocks = findBlocks(visible, regions, kept, MOST_ITEMS);
  const prose = blankOut(visible, [...blocks.map((block) => block.span)]);
  const stated = findVersions(whole ? visible : visible.slice(0, HEAD_OF_LARGE));
  const versions = withoutHealthy(stated, toldReleases(whole ? prose : prose.slice(0, HEAD_OF_LARGE)));
  const hidden = findHiddenText(text, code, MOST_ITEMS);
  const { title, titleSpan } = findTitle(visible, regions);
  const tooMany = [exceptions, regions.filter((region) => region.kind === 'code'), versions, hidden].some(
    (items) => items.length > MOST_ITEMS,
  );
  const read: ReportReadOut = {
    title: titleOf(title, kept) || name.slice(0, 300),
    titleSpan,
    blocks: blocks.slice(0, MOST_ITEMS),
    exceptions: kept,
    versions: versions.slice(0, MOST_ITEMS),
    date: findDate(
      whole ? prose : prose.slice(0, HEAD_OF_LARGE),
      whole ? visible : visible.slice(0, HEAD_OF_LARGE),
      asOf,
    ),
    frameworks: findFrameworks(whole ? visible : '', blocks, kept, versions),
    bugType: guessBugType(whole ? prose : '', kept),
    information: findInformation(visible, blocks, kept),
    hidden: hidden.slice(0, MOST_ITEMS),
    ...(whole ? { told: findTold(visible, prose) } : {}),
    limited: limited ?? (tooMany ? message('report.limitedByCount', { count: MOST_ITEMS }) : null),
  };
  const readOut = { ...read, completeness: completeness(read) };
  const told = blankOut(
    prose,
    [...kept].map(({ span }) => span),
  );
  return { readOut, symptoms: findSymptoms({ readOut, visible, prose: told }) };
}

/** A bare traceback is named by how it ended. */
function titleOf(title: string, exceptions: readonly PrintedException[]): string {
  const [first] = exceptions;
  if (!first || !/^(?:Traceback \(|File "|-{5,}|\w+ {2,}Traceback)/.test(title)) return title;
  return `${first.type}: ${first.message.split('\n')[0] ?? ''}`.slice(0, 300);
}
