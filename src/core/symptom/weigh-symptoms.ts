import type { ReportReadOut } from '../../protocol/report';
import type { FoundSymptom } from './find-symptoms';
import { wordsOf } from './message-tokens';
import { firstComment, surroundingsOf } from './place-in-report';
import { processSymptoms } from './process-symptoms';
import type { Sentence } from './sentences';
import { silentSymptoms } from './silent-symptoms';

/** What is told beside the matter counts less by this; it stays sure enough to be judged with it. */
const BESIDE = 0.4;
/** Said by the title, and again below it. */
const CLAIMED = 0.78;

/** Before an error that the report is not about: one that is over, of another try, of another person, or wished for. A data table. */
const ASIDE_BEFORE = [
  /\b(?:at first|initially|originally|previously|earlier|before (?:that|this)|beforehand|in the beginning|(?:the )?first time|first,? (?:I|it|we|there)|used to)\b/i,
  /\b(?:instead,? (?:I|it|we|this|that)|instead it|(?:an)?other error|different error|another (?:exception|problem|issue)|even (?:raises|crashes|fails)|only get a)\b/i,
  /\b(?:colleague|friend|someone|somebody|other (?:people|users)|others|similar (?:questions?|issues?|problems?|models?)|related (?:issues?|questions?)|on (?:another|my other|a different) (?:machine|computer|system|laptop|server))\b/i,
  /\b(?:expect(?:ed|ing)?|should|would (?:be|have been|rather|like)|(?:a |clear |better |meaningful )message like|hop(?:e|ed|ing) for)\b(?![^.]*\b(?:but|however|yet|gets?|got|gives?|gave|fail\w*|raises|throws|crash\w*)\b)[^.]{0,60}$/i,
  /\b(?:otherwise|the usual|by the way|btw|side ?note|note that|unrelated|not related|workaround|could not (?:test|try|use)|couldn't (?:test|try|use)|not possible|the message)\b/i,
];
/** After such an error. */
const ASIDE_AFTER = [
  /\b(?:I|we) (?:have |had |could |already |then |later |just )?(?:fixed|solved|resolved|corrected|got rid of)\b(?! (?:it |this |that )?(?:by|with|when|if|using)\b)|\b(?:that|this|it|which)(?: one| error| problem| part)? (?:is|was|has been|got|could be)(?: now| already| easily| since)? (?:solved|fixed|resolved|gone|clear|expected|fine|understandable|my (?:own )?(?:mistake|fault|error|typo)|a typo|not (?:what|the|my)|another|a different|harmless|unrelated)\b/i,
  /\b(?:is another|are another|another thing|other thing|of course|as expected|not (?:the|my) (?:problem|issue|question|point)|unrelated|not related|can be ignored|harmless|which I (?:do not|don't) have|which I fixed|(?:is|was) a typo|so I (?:cannot|can't) use|not what I want|(?:but )?the cause is|has (?:a )?different|because (?:someone|somebody|another|other))\b/i,
] as const;
/** What follows is what the report came to, or what was before went well. */
const NOW =
  /\b(?:now|currently|still|today|since|these days|second time|next time|after (?:the |an? )?(?:update|upgrade|updating|upgrading)|work(?:s|ed|ing)|fine|no (?:errors?|problems?|issues?))\b/i;
/** Words by which a reporter sets an error aside, whatever else the report tells. */
const EXPLICIT = /\b(?:the usual|btw|by the way|unrelated|not related)\b/i;
/** A title that tells of an error by itself. */
const TELLS_ERROR =
  /(?<!\b(?:no|without|any) )\b(?:errors?|exceptions?|raises?|raising|throws?|fail(?:s|ed|ing|ure)?|crash(?:es|ed|ing)?|cannot|can'?t|unable|not (?:implemented|found|supported|defined)|incompatible|mismatch|invalid)\b|\w(?:Error|Exception)\b/i;
const SHARED_WORDS = 3;

interface WeighingSource {
  readonly found: readonly FoundSymptom[];
  readonly readOut: ReportReadOut;
  readonly visible: string;
  readonly sentences: readonly Sentence[];
}

/**
 * Says how sure each symptom is the one that the report is about. The title's claim, where the report repeats it and the title
 * tells of no error, goes before what was printed; what the reporter sets aside, or another person adds, goes behind.
 */
export function weighSymptoms({ found, readOut, visible, sentences }: WeighingSource): FoundSymptom[] {
  const claimed = claimedKind(found, readOut, sentences);
  const comments = firstComment(visible);
  const asides = found.map((symptom) =>
    (symptom.span?.start ?? 0) > comments ? 'explicit' : asideOf(symptom, readOut, visible, sentences),
  );
  const allAside = asides.every((aside) => aside !== null);
  return found.map((symptom, at) => {
    if (claimed !== null && symptom.kind === claimed) return surer(symptom, CLAIMED);
    // What is only likely set aside gives way to another printed error and to the title, not to what the prose may mean.
    const gives =
      asides[at] === 'explicit' ||
      found.some((other, index) => (isPrinted(other) || isInTitle(other, readOut)) && asides[index] === null);
    const beside = (claimed !== null && isPrinted(symptom)) || (asides[at] !== null && gives && !allAside);
    return beside ? { ...symptom, confidence: Math.max(0.1, round(symptom.confidence - BESIDE)) } : symptom;
  });
}

function surer(symptom: FoundSymptom, least: number): FoundSymptom {
  return { ...symptom, confidence: Math.max(symptom.confidence, least) };
}

/** A printed error that the reporter sets aside speaks of nothing else in the report. */
export function isAside(
  symptom: Pick<FoundSymptom, 'kind' | 'span'>,
  readOut: ReportReadOut,
  visible: string,
  sentences: readonly Sentence[],
): boolean {
  return asideOf(symptom, readOut, visible, sentences) !== null;
}

function asideOf(
  { kind, span }: Pick<FoundSymptom, 'kind' | 'span'>,
  readOut: ReportReadOut,
  visible: string,
  sentences: readonly Sentence[],
): 'explicit' | 'likely' | null {
  if (!span || !/^(?:exception|warning|signal|outOfMemory)$/.test(kind)) return null;
  if (readOut.titleSpan && span.start >= readOut.titleSpan.start && span.end <= readOut.titleSpan.end + 1) return null;
  const { lead, tail } = surroundingsOf(span, visible, readOut);
  // The title's own words are no lead.
  const isTitle = sentences.some((sentence) => sentence.isTitle && sentence.text.includes(lead));
  const [fixed, told] = ASIDE_AFTER;
  if (told.test(tail) || EXPLICIT.test(lead)) return 'explicit';
  if (lead !== '' && !isTitle && !NOW.test(lead) && ASIDE_BEFORE.some((sign) => sign.test(lead))) return 'likely';
  return fixed.test(tail) ? 'likely' : null;
}

/**
 * The kind that the title claims, if the report says it again and the title speaks of no error. A claim of the title alone may be a
 * loose word, such as "stuck" before a traceback.
 */
function claimedKind(
  found: readonly FoundSymptom[],
  readOut: ReportReadOut,
  sentences: readonly Sentence[],
): FoundSymptom['kind'] | null {
  const title = sentences.filter(({ isTitle }) => isTitle);
  const text = title.map((sentence) => sentence.text).join(' ') || readOut.title;
  const warned = found.find((symptom) => symptom.kind === 'warning');
  if (warned?.kind === 'warning' && !/\w(?:Error|Exception)\b/.test(text)) {
    if (/warn(?:s|ing|ings|ed)?\b/i.test(text) || shared(text, warned.message.source) > SHARED_WORDS) return 'warning';
  }
  if (TELLS_ERROR.test(text)) return null;
  const printed = found.filter((symptom) => symptom.kind === 'exception');
  if (printed.some((symptom) => symptom.kind === 'exception' && isNamed(symptom, text))) return null;
  const claims = [
    ...processSymptoms({ readOut: { ...readOut, blocks: [] }, prose: text }),
    ...silentSymptoms(title).sort((a, b) => b.confidence - a.confidence),
  ];
  const below = silentSymptoms(sentences.filter(({ isTitle }) => !isTitle));
  const [claim] = claims.filter(
    ({ kind }) =>
      below.some((other) => other.kind === kind) ||
      found.some((other) => other.kind === kind && !isInTitle(other, readOut)),
  );
  return claim?.kind ?? null;
}

function isNamed(symptom: Extract<FoundSymptom, { kind: 'exception' }>, title: string): boolean {
  return shared(title, symptom.message?.source ?? '') >= SHARED_WORDS;
}

function shared(title: string, text: string): number {
  const words = new Set(wordsOf(text));
  return new Set(wordsOf(title).filter((word) => word.length > 3 && words.has(word))).size;
}

function isInTitle({ span }: FoundSymptom, { titleSpan }: ReportReadOut): boolean {
  return span !== null && titleSpan !== null && span.start >= titleSpan.start && span.end <= titleSpan.end + 1;
}

function isPrinted({ kind }: FoundSymptom): boolean {
  return /^(?:exception|warning|signal|outOfMemory)$/.test(kind);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
