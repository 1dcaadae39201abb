import { message } from '../../protocol/catalogue/catalogue';
import type { ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import { findSymptoms } from '../symptom/find-symptoms';
import { blankOut } from './blank-out';
import { findBlocks } from './find-blocks';
import { findDate } from './find-date';
import { findExceptions } from './find-exceptions';
import { findFrameworks } from './find-frameworks';
import { findComments, findHiddenText } from './find-hidden-text';
import { findInformation } from './find-information';
import { findTitle } from './find-title';
import { findVersions } from './find-versions';
import { guessBugType } from './guess-bug-type';
import { LARGEST_WHOLE, readStructure } from './read-structure';

/** Items kept of a kind: more than a person would look through, few enough for the log of events. */
const MOST_ITEMS = 500;

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

/** Reads a report. Deterministic, linear in the text, never throws. Spans are offsets of `text`. */
export function readReport({ name, text, asOf }: ReportText): ReadReport {
  const { regions, limited } = readStructure(text);
  const code = regions.filter((region) => region.kind === 'code').map((region) => region.span);
  const visible = blankOut(text, findComments(text, code, Infinity));
  const whole = text.length <= LARGEST_WHOLE;
  const exceptions = findExceptions(visible, regions);
  const kept = exceptions.slice(0, MOST_ITEMS);
  const blocks = findBlocks(visible, regions, kept, MOST_ITEMS);
  const prose = blankOut(visible, [...blocks.map((block) => block.span)]);
  const versions = whole ? findVersions(visible) : [];
  const hidden = findHiddenText(text, code, MOST_ITEMS);
  const { title, titleSpan } = findTitle(visible, regions);
  const tooMany = [exceptions, regions.filter((region) => region.kind === 'code'), versions, hidden].some(
    (items) => items.length > MOST_ITEMS,
  );
  const readOut: ReportReadOut = {
    title: title || name.slice(0, 300),
    titleSpan,
    blocks: blocks.slice(0, MOST_ITEMS),
    exceptions: kept,
    versions: versions.slice(0, MOST_ITEMS),
    date: findDate(whole ? prose : '', whole ? visible : '', asOf),
    frameworks: findFrameworks(whole ? visible : '', blocks, kept, versions),
    bugType: guessBugType(whole ? prose : '', kept),
    information: findInformation(visible, blocks, kept),
    hidden: hidden.slice(0, MOST_ITEMS),
    limited: limited ?? (tooMany ? message('report.limitedByCount', { count: MOST_ITEMS }) : null),
  };
  const told = blankOut(
    prose,
    [...kept].map(({ span }) => span),
  );
  return { readOut, symptoms: findSymptoms({ readOut, visible, prose: told }) };
}
