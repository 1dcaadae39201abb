/** What a line of a printed traceback is. Each pattern is anchored and bounded, so a long line costs a short look. */
type TracebackLine =
  | { readonly kind: 'header' }
  | { readonly kind: 'notebookHeader'; readonly type: string }
  | {
      readonly kind: 'frame';
      readonly file: string;
      readonly line: number;
      readonly function: string | null;
      readonly notebook?: true;
    }
  | { readonly kind: 'arrow'; readonly line: number; readonly code: string }
  | { readonly kind: 'numbered'; readonly line: number; readonly code: string }
  | { readonly kind: 'carets' | 'repeated' | 'blank' }
  | { readonly kind: 'link'; readonly relation: 'cause' | 'context' }
  | { readonly kind: 'exception'; readonly type: string; readonly message: string }
  | { readonly kind: 'other' };

const HEADER = /Traceback \((?:most recent call last|innermost last)\)/;
const NOTEBOOK_HEADER = /^([A-Za-z_][\w.]{0,200}) {2,}Traceback \(most recent call last\)/;
const FRAME = /^\s{0,40}File ["“”]([^"“”]{1,1000})["“”], line (\d{1,9})(?:, in (.{1,300}))?\s*$/;
const NOTEBOOK_FRAMES = [
  /^File ([^\s:][^:]{0,1000}):(\d{1,9})(?:, in (.{1,300}))?$/,
  /^(?:Cell )?(?:In|Input In) ?\[(\d{1,6})\](?:, in (.{1,300})|, line (\d{1,9}))$/,
  /^(<ipython-input-[\w-]{1,80}>|[^\s(]{1,1000}\.pyc?) in (.{1,300})$/,
];
const ARROW = /^-{2,}> {0,6}(\d{1,9})(?: (.*))?$/;
/** IPython numbers empty lines too. */
const NUMBERED = /^\s{0,12}(\d{1,9})(?: (.*))?$/;
/** As a machine that reads pictures writes it. */
const SPACED = /^((?:[A-Za-z_]\w{0,100}\.){0,12}\w{0,100}(?:Error|Exception)) : ?(\S.*)$/;
const EXCEPTION = /^((?:[A-Za-z_]\w{0,100}\.){0,12}[A-Za-z_]\w{0,100})(?::(?:\s(.*))?)?$/;
/** `Error: ValueError: …`: a word before the exception that people write, and some programs print. No class has this name alone. */
const LABEL =
  /^(?:(?:the )?(?:full )?error(?: message| text| is| was| log)?|(?:got|raises|gives|stderr|output|result)) ?: {1,3}(?=(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception): )/i;

/** Tells the lines of a traceback apart; `text` is free of the quoting that stands before all of its lines. */
export function readTracebackLine(text: string): TracebackLine {
  if (text.trim() === '') return { kind: 'blank' };
  if (text.includes('Traceback (')) {
    const notebook = NOTEBOOK_HEADER.exec(text);
    if (notebook?.[1]) return { kind: 'notebookHeader', type: notebook[1] };
    if (HEADER.test(text.slice(0, 400))) return { kind: 'header' };
  }
  const frame = FRAME.exec(text);
  if (frame?.[1]) return { kind: 'frame', file: frame[1], line: Number(frame[2]), function: frame[3] ?? null };
  const cell = readNotebookFrame(text);
  if (cell) return cell;
  const arrow = ARROW.exec(text);
  if (arrow) return { kind: 'arrow', line: Number(arrow[1]), code: (arrow[2] ?? '').trim() };
  if (text.startsWith('The above exception was the direct cause')) return { kind: 'link', relation: 'cause' };
  if (text.startsWith('During handling of the above exception')) return { kind: 'link', relation: 'context' };
  if (/^\s+[~^]+[~^ ]*$/.test(text)) return { kind: 'carets' };
  if (/^\s*\[Previous line repeated \d+ more times?\]/.test(text)) return { kind: 'repeated' };
  const numbered = NUMBERED.exec(text);
  if (numbered) return { kind: 'numbered', line: Number(numbered[1]), code: (numbered[2] ?? '').trim() };
  const unlabelled = text.slice(LABEL.exec(text)?.[0].length ?? 0);
  const exception = EXCEPTION.exec(unlabelled) ?? SPACED.exec(unlabelled);
  if (exception?.[1]) return { kind: 'exception', type: exception[1], message: exception[2] ?? '' };
  return { kind: 'other' };
}

function readNotebookFrame(text: string): TracebackLine | null {
  const [file, cell, module] = NOTEBOOK_FRAMES.map((pattern) => pattern.exec(text));
  if (file?.[1]) return { kind: 'frame', file: file[1], line: Number(file[2]), function: nameOf(file[3]) };
  if (cell?.[1]) {
    return { kind: 'frame', file: `<cell ${cell[1]}>`, line: Number(cell[3] ?? 0), function: nameOf(cell[2]) };
  }
  if (module?.[1]) return { kind: 'frame', file: module[1], line: 0, function: nameOf(module[2]), notebook: true };
  return null;
}

/** `fit(self, x)` is the function `fit`; `<module>()` and `<cell line: 2>()` are the module. */
function nameOf(text: string | undefined): string | null {
  if (!text) return null;
  return text.startsWith('<') ? '<module>' : text.replace(/\(.*$/, '');
}
