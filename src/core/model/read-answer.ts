import { PlanAnswer, RankAnswer, ScriptAnswer, UnderstandAnswer } from '../../protocol/model';

/** A value in an answer's text, or null where there is none of the form. */
export type ReadAnswer<T> = (text: string) => T | null;

/** The text without the thoughts that some models print before they answer. */
function withoutThoughts(text: string): string {
  return text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, '');
}

/** Pieces between braces that belong together, the longest first. Linear: each brace is looked at once. */
function objectsIn(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') quoted = false;
    } else if (letter === '"' && depth > 0) quoted = true;
    else if (letter === '{') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (letter === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, at + 1));
    }
  }
  return found.sort((a, b) => b.length - a.length).slice(0, 20);
}

/** What stands between three quotes, as JSON writes it. */
function withoutTripled(text: string): string {
  return text.replace(/("""|''')([\s\S]*?)\1/g, (_whole, _quotes, inner: string) => JSON.stringify(inner));
}

/** Line ends inside of strings, and backslashes before letters that no string may have them before, as JSON writes them. */
function withEscapes(text: string): string {
  let shown = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (letter === '"') quoted = !quoted;
    if (quoted && letter === '\\') {
      shown += /["\\/bfnrtu]/.test(next) ? letter + next : `\\\\${next}`;
      at += 1;
    } else if (quoted && letter < ' ') shown += letter === '\n' ? '\\n' : letter === '\t' ? '\\t' : '';
    else shown += letter;
  }
  return shown;
}

/** JSON as models write it without a schema that binds them. */
function parse(text: string): unknown {
  const forms: readonly ((value: string) => string)[] = [
    (value) => value,
    (value) => value.replace(/,(\s*[}\]])/g, '$1'),
    withEscapes,
    (value) => withEscapes(withoutTripled(value)).replace(/,(\s*[}\]])/g, '$1'),
  ];
  for (const form of forms) {
    try {
      return JSON.parse(form(text));
    } catch {
      // The next form may do.
    }
  }
  return null;
}

/** Every JSON object in a text: the whole of it, or pieces within prose and fences. */
function jsonIn(text: string): readonly unknown[] {
  const whole = parse(text.trim());
  const pieces = whole === null ? objectsIn(text).map(parse) : [whole];
  return pieces.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
}

/** Code between fences, the longest first; a fence inside of a string of the code does not end it. */
function fencedCode(text: string): readonly string[] {
  const found = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n([\s\S]*?)\n[ \t]*\1[ \t]*$/gm)]
    .filter((match) => /^(?:|py|python|python3|pycon)$/i.test(match[2] ?? ''))
    .map((match) => match[3] ?? '');
  return found.filter((code) => code.trim() !== '').sort((a, b) => b.length - a.length);
}

/** Code without a fence around all of it, and with the line ends that were written as letters: no script of several lines has none. */
function unfenced(code: string): string {
  const written = code.match(/\\n(?:import |from |def |class |[A-Za-z_]\w*\s*[=(.])/g)?.length ?? 0;
  const lines = /\n/.test(code.trim()) || written < 2 ? code : unescaped(code);
  const inner = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\s*\1\s*$/.exec(lines)?.[2];
  return inner ?? lines;
}

function unescaped(code: string): string {
  const meant: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', "'": "'", '\\': '\\' };
  return code.replace(/\\([nt"'\\])/g, (_whole, letter: string) => meant[letter] ?? letter);
}

type Loose = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An answer that left out what it had nothing for counts; one of other types does not. */
function loosely(value: unknown): unknown {
  const raw = value as Loose;
  if (raw['edits'] === undefined && raw['script'] === undefined) return null;
  return {
    thought: text(raw['thought']),
    script: raw['script'] ?? '',
    edits: Array.isArray(raw['edits'])
      ? raw['edits'].map((edit: unknown) => {
          const one = (typeof edit === 'object' && edit !== null ? edit : {}) as Loose;
          return { ...one, place: one['place'] ?? 'replace' };
        })
      : (raw['edits'] ?? []),
  };
}

/** Reads an answer with code. Prose around it, a fence around it and code in place of it are put up with; all else is null. */
export const readScriptAnswer: ReadAnswer<ScriptAnswer> = (whole) => {
  const answer = withoutThoughts(whole);
  for (const value of jsonIn(answer)) {
    const parsed = ScriptAnswer.safeParse(loosely(value));
    if (!parsed.success) continue;
    const script = unfenced(parsed.data.script);
    if (parsed.data.edits.length > 0 || script.trim() !== '') return { ...parsed.data, script };
  }
  const [code] = fencedCode(answer);
  return code === undefined || parse(code) !== null ? null : { thought: '', edits: [], script: code };
};

/** Reads the steps of a plan; a bare list of them counts too. */
export const readPlanAnswer: ReadAnswer<PlanAnswer> = (whole) => {
  const answer = withoutThoughts(whole);
  const list = /\[[\s\S]*\]/.exec(answer)?.[0];
  const values = [...jsonIn(answer), ...(list === undefined ? [] : [{ steps: parse(list) }])];
  for (const value of values) {
    const raw = value as Loose;
    const steps = Array.isArray(raw['steps'])
      ? raw['steps'].map((step: unknown) => ({ quote: '', ...(step as Loose) }))
      : raw['steps'];
    const parsed = PlanAnswer.safeParse({ steps });
    if (parsed.success && parsed.data.steps.length > 0) return parsed.data;
  }
  return null;
};

/** The order in an answer: an object of the form, or a bare list of numbers. */
export const readRankAnswer: ReadAnswer<RankAnswer> = (whole) => {
  const answer = withoutThoughts(whole);
  const list = /\[[\d\s,]{1,4000}\]/.exec(answer)?.[0];
  for (const value of [...jsonIn(answer), ...(list === undefined ? [] : [{ order: parse(list) }])]) {
    const parsed = RankAnswer.safeParse(value);
    if (parsed.success && parsed.data.order.length > 0) return parsed.data;
  }
  return null;
};

/** What goes wrong, by an object of the form; words that were left out are empty. */
export const readUnderstandAnswer: ReadAnswer<UnderstandAnswer> = (whole) => {
  for (const value of jsonIn(withoutThoughts(whole))) {
    const raw = value as Loose;
    const words = { type: text(raw['type']), message: text(raw['message']), quote: text(raw['quote']) };
    const parsed = UnderstandAnswer.safeParse({ ...words, kind: raw['kind'] });
    if (parsed.success) return parsed.data;
  }
  return null;
};
