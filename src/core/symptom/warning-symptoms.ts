import type { Span } from '../../protocol/primitives';
import type { ReportReadOut } from '../../protocol/report';
import { lastName } from './exception-symptoms';
import type { FoundSymptom } from './find-symptoms';
import { maskMessage } from './mask-message';

const LOGGED = /^\s{0,8}(?:WARNING|WARN)(?::[\w.]{1,60})?:\s{0,3}(\S[\s\S]{0,3000})$/;
/** As Python's `warnings` prints them: `file.py:12: UserWarning: text`, with the line of code below. */
const PLACED = /^\s{0,8}\S[^\n]{0,400}?:\d{1,7}: ((?:\w{1,40}\.){0,6}\w{0,60}Warning): (\S[^\n]{0,1500})/m;
/** As C++ parts of a framework log them: `2020-01-01 10:00:00.123: W tensorflow/core/x.cc:12] text`, `[W x.cpp:12] text`. */
const NATIVE =
  /^(?:[\d: .-]{10,40}: |\[)?W(?:\d{4} [\d:.]{6,20} \d{1,9})? ?[\w/.-]{1,120}\.(?:cc|cpp|cu|h):\d{1,7}\] (\S[^\n]{0,1500})/m;
const MOST = 3;
/** What frameworks say of themselves whenever they start; nobody reports a bug by it. A data table. */
const AT_START =
  /All log messages before absl::InitializeLog|oneDNN custom operations are on|binary is optimized (?:with|to use)|this TensorFlow binary was not compiled|Could not find cuda drivers on your machine|TF-TRT Warning: Could not find TensorRT|Unable to register cu(?:DNN|BLAS|FFT) factory|Could not load dynamic library|Ignore above cudart dlerror|Cannot dlopen some GPU libraries|failed call to cuInit|driver does not appear to be running|successful NUMA node read from SysFS/;

/** Warnings that were printed: with their class, or as a line of a log. */
export function warningSymptoms(readOut: ReportReadOut, prose: string): FoundSymptom[] {
  const classed = readOut.exceptions
    .filter((exception) => /Warning$/.test(exception.type) && exception.message !== '')
    .map((exception) => toWarning(lastName(exception.type), withoutShownCode(exception.message), exception.span));
  const logged = readOut.blocks
    .filter((block) => block.kind !== 'snippet' && block.kind !== 'versionTable')
    .flatMap((block) => {
      const head = block.text.slice(0, 40_000);
      const placed = PLACED.exec(head);
      if (placed?.[1] && placed[2]) return [toWarning(lastName(placed[1]), placed[2].trimEnd(), block.span)];
      const text =
        block.kind === 'traceback' ? undefined : (LOGGED.exec(head.slice(0, 4_000)) ?? NATIVE.exec(head))?.[1];
      return text === undefined ? [] : [toWarning(null, text.trimEnd(), block.span)];
    });
  const text = prose.slice(0, 200_000);
  const line = PLACED.exec(text) ?? /\b(\w{3,40}Warning): (\S[^\n]{5,500})/.exec(text);
  const said =
    line?.[1] && line[2]
      ? [toWarning(lastName(line[1]), line[2], { start: line.index, end: line.index + line[0].length })]
      : quotedWarning(text);
  return [...classed, ...logged, ...said].filter((found) => !isAtStart(found, readOut.title)).slice(0, MOST);
}

/** The line of code that Python shows below a warning is none of its words. */
function withoutShownCode(message: string): string {
  return message.replace(/\n\s+[^\n]*[(=)][^\n]*$/, '');
}

/** A title that has the words of the notice is about it. */
function isAtStart(found: FoundSymptom, title: string): boolean {
  if (found.kind !== 'warning') return false;
  const notice = AT_START.exec(found.message.source.slice(0, 2_000))?.[0];
  if (notice === undefined) return false;
  const words = new Set(title.toLowerCase().match(/[a-z]{4,}/g) ?? []);
  return (notice.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => words.has(word)).length < 2;
}

/** `I get the warning "…"`: its words, without a class. */
function quotedWarning(text: string): FoundSymptom[] {
  const match =
    /\bwarn(?:s|ed|ing|ings)?\b[^.\n"“`]{0,60}[:,]?\s{0,3}(?:["“]([^"“”]{12,400})["”]|`([^`]{12,400})`)/i.exec(text);
  const words = match?.[1] ?? match?.[2];
  if (!match || words === undefined || words.trim().split(/\s+/).length < 4) return [];
  const start = match.index + match[0].length - words.length - 1;
  return [{ ...toWarning(null, words, { start, end: start + words.length }), confidence: 0.6 }];
}

function toWarning(category: string | null, text: string, span: Span): FoundSymptom {
  return { kind: 'warning', category, message: maskMessage(text), confidence: 0.8, span };
}
