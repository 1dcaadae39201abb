import type { ReportReadOut } from '../../protocol/report';
import type { BlamedPlace, ExceptionSymptom } from '../../protocol/symptom';
import type { FoundSymptom } from './find-symptoms';
import { withoutHealthyClauses } from './healthy-clauses';
import { maskMessage } from './mask-message';
import type { FoundWording } from './message-families';
import { nearestWording } from './nearest-wording';
import type { Sentence } from './sentences';

/** Any class: the report quotes a message, or says that something fails, without naming one. */
export const ANY_EXCEPTION = 'Exception';

const QUOTED = /["“]([^"“”]{8,500})["”]|`([^`]{8,500})`|(?<![\w'])'([^']{12,500})'(?!\w)/g;
const CLASS = /\b((?:[A-Za-z_]\w{0,40}\.){0,6}[A-Z]\w{1,50}(?:Error|Exception))\b/;
/** The class that a reporter says to have got: "I get a ValueError when …", "gives me `KeyError`". */
const GOT =
  /\b(?:gets?|got|getting|gives?|gave|giving|have|had|having|receiv\w+|sees?|saw|seeing|fac(?:e|ing)|hit|encounter\w*|(?:run|ran|running) into|caus\w+|leads? to|results? in|ends? (?:up )?(?:in|with)|there is|with) (?:me |us |then )?(?:always )?(?:an? |the |this |following )*`?(?:[A-Za-z_]\w{0,40}\.){0,6}[A-Z]\w{1,50}(?:Error|Exception)\b/;
/** A class that somebody does without, catches, or wishes for. */
const NOT_GOT =
  /\b(?:no|without|never|instead of|catch(?:es|ing)?|except|handles?|should|expect(?:ed)?|want|not) (?:(?:get|have|raise|give|see|throw|any|an?|the|to|be) ){0,3}`?(?:\w+\.){0,6}[A-Z]\w{1,50}(?:Error|Exception)\b/i;
/** The reporter speaks of an error, and mostly tells what it says behind these words. */
const CUE =
  /\b(?:errors?|exceptions?|raises?|raised|throws?|threw|thrown|fails?|failed|failing|failure|complain(?:s|ed|ing)?|crash(?:es|ed)?|traceback|(?:it|which|that) (?:now )?says|tells me|stops with|dies with|ends (?:in|with)|message)\b/i;
const SAYING =
  /\b(?:complain(?:s|ed|ing)?(?: then)?(?: that| about)?|says?(?: something)?(?: about| that)?|saying(?: that)?|(?:errors?|exceptions?|messages?)(?: message)?(?: is|:| that| saying| about)|fails? with|tells me(?: that)?)\s{0,3}:?\s/i;
const NO_EXCEPTION =
  /\b(?:warn(?:s|ed|ing|ings)?|no (?:errors?|exceptions?)|without (?:an? )?(?:errors?|exceptions?)|error (?:rate|bars?|term|function)|(?:mean|squared|absolute|percentage|training|validation|test|reconstruction) (?:\w+ )?errors?)\b/i;
const FAILING =
  /\b(?:raises? (?:an? )?(?:error|exception)|throws? (?:an? )?(?:error|exception)|(?:gives?|get|got|getting) (?:me )?(?:an?|the|this) (?:\w+ )?(?:error|exception)|fails?|failed|crash(?:es|ed)?|does(?:n't| not) work|(?:error|exception) (?:in|at|from|when)|errors? out|breaks)\b/i;
const MARKED =
  /#\s{0,3}(?:<-+|<=+|\^+|-+>)?\s{0,3}(?:here|fails?|error|crash(?:es)?|does(?: not|n't) work|raises|this (?:line )?(?:fails|raises|crashes|errors?))\b/i;

interface TellingSource {
  readonly sentences: readonly Sentence[];
  readonly readOut: ReportReadOut;
  readonly findWordings: (text: string) => FoundWording[];
}

/**
 * Exceptions that the report tells of without printing them: a quoted message, one in the reporter's own words that a message
 * family knows, a class alone, or only that something fails. Less sure in that order.
 */
export function toldExceptions({ sentences, readOut, findWordings }: TellingSource): FoundSymptom[] {
  const found: FoundSymptom[] = [];
  sentences.forEach((sentence, at) => {
    const before = sentences[at - 1]?.text ?? '';
    const isGot = GOT.test(sentence.text) && !NOT_GOT.test(sentence.text);
    const cued = CUE.test(sentence.text) || CUE.test(before) || isGot;
    if (/\bwarn/i.test(sentence.text)) return;
    const inBlock = blockQuoted(sentence, before, findWordings);
    if (inBlock) {
      found.push(inBlock);
      return;
    }
    const type = CLASS.exec(sentence.text)?.[1] ?? null;
    const behind = behindClass(sentence, findWordings);
    const quoted = behind ? [behind] : quotedMessages(sentence, type, cued, findWordings);
    found.push(...quoted);
    if (quoted.length === 0) {
      const titled = sentence.isTitle ? titleMessage(sentence, type, findWordings) : [];
      found.push(...(titled.length > 0 ? titled : saidMessage(sentence)));
    }
    if (
      quoted.length === 0 &&
      type &&
      !NOT_GOT.test(sentence.text) &&
      (sentence.isTitle || CUE.test(sentence.text) || isGot)
    )
      found.push(bare(type, sentence, 0.5));
  });
  const kept = found.filter((symptom, at) => found.findIndex((other) => isSame(other, symptom)) === at);
  if (kept.length > 0) return kept;
  const failing = sentences.find(({ text }) => FAILING.test(withoutHealthyClauses(text)) && !NO_EXCEPTION.test(text));
  return failing ? [{ ...bare(ANY_EXCEPTION, failing, 0.3), blamed: blamedBy(failing, readOut) } as FoundSymptom] : [];
}

function quotedMessages(
  sentence: Sentence,
  type: string | null,
  cued: boolean,
  findWordings: (text: string) => FoundWording[],
): FoundSymptom[] {
  return [...sentence.text.matchAll(QUOTED)].flatMap((match) => {
    const text = (match[1] ?? match[2] ?? match[3] ?? '').trim();
    const [known] = findWordings(text);
    const isCode = /^[\w.]+\(.*\)$|^\w+ = |^(?:import|from|pip|python|def|class) |^[\w./\\-]+$/.test(text) && !known;
    const words = text.split(/\s+/).length;
    if (isCode || (!known && (!cued || words < 3 || NO_EXCEPTION.test(sentence.text)))) return [];
    const sure = known ? 0.75 : match[2] !== undefined || match[3] !== undefined ? 0.5 : 0.6;
    const start = sentence.start + match.index + 1;
    return [told(type ?? known?.wording.types[0] ?? ANY_EXCEPTION, text, sure, { start, end: start + text.length })];
  });
}

/** A message in a block quote of its own, behind a sentence that speaks of an error: `The message is:` and `> …` below. */
function blockQuoted(
  sentence: Sentence,
  before: string,
  findWordings: (text: string) => FoundWording[],
): FoundSymptom | null {
  const marks = /^>[>\s]*/.exec(sentence.text)?.[0];
  if (marks === undefined || /^>/.test(before) || NO_EXCEPTION.test(before)) return null;
  const text = sentence.text.slice(marks.length).replace(/\s>\s/g, ' ').trim();
  const [known] = findWordings(text);
  const type = CLASS.exec(before)?.[1] ?? null;
  const isLed = /[:,-]\s*$/.test(before) && (CUE.test(before) || type !== null);
  if (text.split(/\s+/).length < 3 || !(known ? isLed || CUE.test(before) || type !== null : isLed)) return null;
  const start = sentence.start + marks.length;
  const end = sentence.start + sentence.text.length;
  return told(type ?? known?.wording.types[0] ?? ANY_EXCEPTION, text, known ? 0.76 : 0.62, { start, end });
}

/** The message right behind its class, without the colon that Python prints: `KeyError 'val_loss'`, `ValueError - Shape must be …`. */
function behindClass(sentence: Sentence, findWordings: (text: string) => FoundWording[]): FoundSymptom | null {
  const match = /\b((?:[A-Za-z_]\w{0,40}\.){0,6}[A-Z]\w{1,50}(?:Error|Exception))`?( ?[-–] | )(\S[^\n]{2,500})$/.exec(
    sentence.text,
  );
  const [, type, between = '', rest] = match ?? [];
  if (!match || type === undefined || rest === undefined || NOT_GOT.test(sentence.text)) return null;
  const key = /(?:^|\.)KeyError$/.test(type) ? /^(?:(?:for|with|on|of) )?`?('[^'\n]{1,100}'|"[^"\n]{1,100}")/.exec(rest)?.[1] : undefined; // prettier-ignore
  const text =
    key === undefined ? (/[-–]/.test(between) || findWordings(rest).length > 0 ? rest : null) : `'${key.slice(1, -1)}'`;
  // A quoted message within the rest is read as such.
  if (text === null || (key === undefined && /["“`]/.test(rest))) return null;
  const start = sentence.start + match.index + match[0].length - rest.length;
  return told(type, text, 0.7, { start, end: start + rest.length });
}

/** A title is often the message itself. */
function titleMessage(
  sentence: Sentence,
  type: string | null,
  findWordings: (text: string) => FoundWording[],
): FoundSymptom[] {
  const [known] = findWordings(sentence.text);
  if (!known) return [];
  const whole = sentence.text.replace(/^#+ /, '');
  const behind = whole.replace(/^.{0,80}?: (?=\S{1,40} )/, '');
  // A colon may stand within the message: "got input of size: [64, 784]".
  const text = findWordings(behind).length > 0 ? behind : whole;
  const start = sentence.start + sentence.text.indexOf(text);
  return [told(type ?? known.wording.types[0] ?? ANY_EXCEPTION, text, 0.65, { start, end: start + text.length })];
}

/** `complains that there are …`: the words of the nearest family stand for the reporter's own. */
function saidMessage(sentence: Sentence): FoundSymptom[] {
  const cue = SAYING.exec(sentence.text);
  if (!cue) return [];
  const clause = sentence.text.slice(cue.index + cue[0].length, cue.index + cue[0].length + 300);
  const nearest = nearestWording(clause);
  if (!nearest) return [];
  const start = sentence.start + cue.index + cue[0].length;
  return [told(nearest.type, nearest.text, 0.66, { start, end: start + clause.length })];
}

function told(type: string, text: string, confidence: number, span: { start: number; end: number }): FoundSymptom {
  return { kind: 'exception', type, message: maskMessage(text), blamed: null, phase: null, confidence, span };
}

function bare(type: string, sentence: Sentence, confidence: number): FoundSymptom {
  const span = { start: sentence.start, end: sentence.start + sentence.text.length };
  return { kind: 'exception', type, message: null, blamed: calledIn(sentence.text), phase: null, confidence, span };
}

/** The call that a sentence names: in backticks, or before the word layer, function, method, class or call. */
function calledIn(text: string): BlamedPlace | null {
  const name =
    /\b(?:in|at|by|from|with|when calling|calling) (?:the |my |a )?`?([A-Za-z_][\w.]{2,60})`?(?:\(\))? (?:layer|function|method|class|call|module|op)\b/i.exec(
      text,
    )?.[1] ??
    /`([A-Za-z_][\w.]{2,60})(?:\([^`]{0,60}\))?`/.exec(text)?.[1] ??
    /\b((?:torch|tf|np|keras|nn|F|K)\.[A-Za-z_][\w.]{1,60})/.exec(text)?.[1];
  return name === undefined ? null : { file: null, function: name.split('.').at(-1) ?? name, code: null };
}

/** What is said to fail: a line that the reporter marked in the code, and the call that the sentence names. */
function blamedBy(sentence: Sentence, readOut: ReportReadOut): ExceptionSymptom['blamed'] {
  const line = readOut.blocks
    .filter((block) => block.kind === 'snippet')
    .flatMap((block) => block.text.split('\n'))
    .find((text) => MARKED.test(text) && text.trimStart().length < 400 && !text.trimStart().startsWith('#'));
  const called = calledIn(sentence.text);
  if (line === undefined) return called;
  return { file: null, function: called?.function ?? null, code: line.replace(MARKED, '').trim() };
}

function isSame(one: FoundSymptom, other: FoundSymptom): boolean {
  if (one.kind !== 'exception' || other.kind !== 'exception') return false;
  return one.type === other.type && (one.message?.source ?? '') === (other.message?.source ?? '');
}
