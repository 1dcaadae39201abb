import type { ReportReadOut } from '../../../protocol/report';
import type { PythonParser, SyntaxNode } from '../../ports/python-parser';
import { walk } from '../syntax-names';

/** Where a report speaks of a name, and what it says of it. */
export interface ReportText {
  readonly source: string;
  /** The source with its wrapped lines joined. */
  readonly sentences: string;
  readonly readOut: Pick<ReportReadOut, 'blocks'>;
  readonly parser: PythonParser;
}

/** A report as the stand-ins read it. Only its first part is searched, so that a long log costs nothing. */
export function reportText(source: string, readOut: ReportText['readOut'], parser: PythonParser): ReportText {
  const read = source.slice(0, MOST_READ);
  return { source: read, sentences: read.replace(/([^\n])\n(?=[^\n])/g, '$1 '), readOut, parser };
}

const MOST_READ = 50_000;
/** A longer one is no value that somebody wrote into a sentence. */
const LONGEST_VALUE = 300;

function escaped(name: string): string {
  return name.replace(/[^\w]/g, '\\$&');
}

/** Statements that only compute: what a sentence gives as a value may not do more. */
const valueNodes: ReadonlySet<string> = new Set(['ERROR', 'lambda', 'await', 'yield', 'named_expression']);
const strangeCalls = /^(?:exec|eval|compile|open|input|__import__|globals|locals|vars|getattr|setattr|delattr)$/;

function expressionOf(text: string, parser: PythonParser): SyntaxNode | null {
  const value = text.trim();
  if (value === '' || value.length > LONGEST_VALUE || /…|\.\.\./.test(value)) return null;
  const root = parser.parse(value);
  const statement = root.namedChildren[0];
  const expression = statement?.namedChildren[0];
  if (root.hasError || root.namedChildren.length !== 1 || statement?.type !== 'expression_statement') return null;
  if (!expression || statement.namedChildren.length !== 1 || expression.type === 'assignment') return null;
  let strange = false;
  walk(expression, (node) => {
    strange ||= valueNodes.has(node.type);
    if (node.type === 'call') strange ||= strangeCalls.test(node.childForField('function')?.text ?? '');
  });
  return strange ? null : expression;
}

/** Whether a text says what a value is, not only that there is one: `Adam` alone does not. */
function isTelling(expression: SyntaxNode): boolean {
  return !['identifier', 'attribute'].includes(expression.type) || /^(?:True|False|None)$/.test(expression.text);
}

/** Names that printed values use without saying where they are from. */
function qualified(text: string): string {
  return text.replace(/(^|[^\w.])(tensor|array)\(/g, (_, before: string, name: string) =>
    name === 'tensor' ? `${before}torch.tensor(` : `${before}np.array(`,
  );
}

/** "`NAME` is `VALUE`", "`NAME = VALUE`", and "NAME = VALUE" with a plain value, in the report's sentences. */
function fromSentence(name: string, { source, parser }: ReportText): string | null {
  const word = escaped(name);
  const patterns = [
    new RegExp(
      '`' + word + '`\\s*(?:is|=|:|was|equals|means)\\s*(?:just\\s+|simply\\s+|set to\\s+)?`([^`\\n]{1,300})`',
      'g',
    ),
    new RegExp('`' + word + '\\s*=(?!=)\\s*([^`\\n]{1,300})`', 'g'),
    new RegExp(
      '(?:^|[\\s(,;`])' +
        word +
        '`?\\s*(?:=|:|is|was|of)\\s*(-?\\d[\\d_]*(?:\\.\\d+)?(?:e-?\\d+)?|\\([\\d, ]+\\))(?![\\w.]\\d|\\s*(?:or|to|and|/|-|–)\\s*-?\\d)',
      'g',
    ),
  ];
  for (const pattern of patterns) {
    for (const match of source.matchAll(pattern)) {
      const expression = expressionOf(match[1] ?? '', parser);
      if (expression && isTelling(expression)) return qualified(expression.text);
    }
  }
  return null;
}

/** A value printed in a block of its own, right below a sentence that ends with its name. */
function fromBlock(name: string, { source, readOut, parser }: ReportText): string | null {
  const before = new RegExp(
    '(?:^|[^\\w.])`?' +
      escaped(name) +
      '`?\\s*(?:is|=|:|are|looks? like this|contains|holds)?\\s*:?\\s*(?:`{3}\\w*)?\\s*$',
  );
  for (const block of readOut.blocks) {
    if (block.text.length > 4000 || !/^\s*(?:tensor|array|np\.array|torch\.tensor|\[|\()/.test(block.text)) continue;
    const lead = source.slice(Math.max(0, block.span.start - 120), block.span.start);
    if (!before.test(lead)) continue;
    const text = block.text.replace(/\s*\n\s*/g, ' ');
    const expression = expressionOf(text.length > LONGEST_VALUE ? '' : text, parser);
    if (expression) return qualified(expression.text);
  }
  return null;
}

/** The value that the report gives a name in words, as a Python expression. Null: it gives none. */
export function reportedValue(name: string, report: ReportText): string | null {
  return fromBlock(name, report) ?? fromSentence(name, report);
}

function sizesIn(text: string): readonly string[] | null {
  const sizes = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return sizes.length > 0 && sizes.every((size) => /^(?:\d{1,6}|[a-zA-Z]\w*)$/.test(size)) ? sizes : null;
}

/** Shapes of more elements are shown, not made. */
const MOST_ELEMENTS = 50_000_000;

function isSmall(shape: readonly string[]): boolean {
  return shape.reduce((product, size) => product * (/^\d+$/.test(size) ? Number(size) : 32), 1) <= MOST_ELEMENTS;
}

/**
 * The whole shape, batch axis included, that the report tells of a name: in the comment of a line that holds it, or in a
 * sentence. Letters stand for any size.
 */
export function reportedShape(name: string, report: ReportText): readonly string[] | null {
  const word = '(?:^|[^\\w.])' + escaped(name) + '(?!\\w)';
  const patterns = [
    new RegExp('(?:^|\\n)\\s*' + escaped(name) + '\\s*=[^#\\n]{0,200}#[^#\\n]{0,120}?[(\\[]([\\w, ]{1,60})[)\\]]', 'g'),
    new RegExp(
      '#[^\\n]{0,120}?\\b' + escaped(name) + '\\b:?\\s*(?:is|has shape|of shape)?\\s*[(\\[]([\\w, ]{1,60})[)\\]]',
      'g',
    ),
    new RegExp(word + '`?[^.\\n(]{0,60}?shape[^.\\n(\\[]{0,30}[(\\[]((?=[^)\\]]*\\d)[\\w, ]{2,60})[)\\]]', 'g'),
    // A shape that was printed: `torch.Size([4, 3])` in a comment or a sentence right behind the name's.
    new RegExp(word + '`?\\.shape[^\\n\\d]{0,40}?(?:torch\\.Size\\()?[(\\[]([\\d, ]{2,60})[)\\]]', 'g'),
    // "x is (256, 128), y (256, 1)"
    new RegExp(
      word +
        // A bracket right behind a name is a call.
        '`?(?:\\s+(?:(?:is|are|has|being|of)\\s*)?|\\s*[:=]\\s*)\\(((?:\\d{1,6}|None|[A-Za-z]\\w*), ?(?:\\d{1,6}(?:, ?)?){0,4})\\)(?!\\s*=)',
      'g',
    ),
    new RegExp('shape[^.\\n(\\[]{0,20}`?' + escaped(name) + '`?[^.\\n(\\[]{0,30}[(\\[]([\\d, ]{2,60})[)\\]]', 'g'),
  ];
  for (const pattern of patterns) {
    for (const match of (pattern.source.includes('#') ? report.source : report.sentences).matchAll(pattern)) {
      const shape = sizesIn(match[1] ?? '');
      if (shape && isSmall(shape)) return shape;
    }
  }
  return null;
}

/** Whether the report calls a value a single number: "a scalar b", "`b` is a float". */
export function isScalar(name: string, { sentences }: Pick<ReportText, 'sentences'>): boolean {
  const word = '`?' + escaped(name) + '`?(?!\\w|\\.\\w)';
  return new RegExp(
    `\\b(?:scalars?|floats?|number) ${word}|(?:^|[^\\w.])${word} (?:is|being|as|are) (?:just |only |simply )?(?:an? )?(?:scalar|float|number|single (?:number|value))\\b`,
    'i',
  ).test(sentences);
}

/** The shape of the data as the report tells it without a name: "got array with shape (400, 5, 300)", "data has the shape". */
export function reportedDataShape({ sentences }: Pick<ReportText, 'sentences'>): readonly string[] | null {
  const patterns = [
    /(?:got|with|an) array with shape \(([\d, ]{2,60})\)/,
    /(?:data|images?|inputs?|samples?|features?|arrays?|sequences?|signals?|series|windows|recordings?|spectrograms?|tensors?)\b[^.\n(]{0,50}\bshape\b[^.\n(]{0,12}\(((?:(?!None)[A-Za-z]\w{0,20}, ?(?=\d))?[\d, ]{2,60})\)/i,
  ];
  for (const pattern of patterns) {
    const shape = sizesIn(pattern.exec(sentences)?.[1] ?? '');
    if (shape && isSmall(shape)) return shape;
  }
  return null;
}

/** Height and width of the pictures that a report tells of: "192x192 images", "my pictures are 102 x 102". Null: it does not. */
export function reportedPicture({ sentences }: Pick<ReportText, 'sentences'>): readonly [string, string] | null {
  const things = '(?:images?|pictures?|photos?|scans?|frames?|pngs?|jpe?gs?|slices|tiles|patches)';
  const size = String.raw`(?<![\d.x×*,] ?)(\d{2,4}) ?[x×] ?(\d{2,4})(?! ?[x×] ?\d{2})`;
  const told =
    new RegExp(`${size}(?: ?(?:px|pixels?))?(?: [a-z]{2,12}){0,2} ${things}\\b`, 'i').exec(sentences) ??
    new RegExp(`\\b${things}\\b(?: [a-z]{2,12}){0,3} ${size}`, 'i').exec(sentences);
  const [, height, width] = told ?? [];
  return height === undefined || width === undefined || Number(height) * Number(width) > 1_100_000
    ? null
    : [height, width];
}

/** Size of the batches that a report tells, or null. */
export function reportedBatch(source: string): number | null {
  const told =
    /\bbatch[_ -]?size\b[\s`*]*(?:=|:|of|is|was)?[\s`*]*(\d{1,5})\b/i.exec(source) ??
    /\.batch\(\s*(\d{1,5})\s*[,)]/.exec(source) ??
    /\bbatch(?:es)? of (\d{1,5})\b/i.exec(source);
  return told ? Number(told[1]) : null;
}

/** What a report calls a value in words: "`docs` is a list of strings", "tokens: list of lists of ints". */
export function reportedKind(
  name: string,
  { sentences }: Pick<ReportText, 'sentences'>,
): 'texts' | 'lists' | 'numbers' | null {
  const told = new RegExp(
    '(?:^|[^\\w.])' +
      escaped(name) +
      '`?\\s*(?:is|are|=|:|was|being)?\\s*(?:just |simply )?(?:a |an )?(?:python )?lists? of (\\w+(?: of \\w+)?)',
    'i',
  ).exec(sentences)?.[1];
  if (told === undefined) return null;
  if (/^(?:lists?|sequences?|arrays?|tensors?|token)/i.test(told)) return 'lists';
  return /^(?:str|string|text|sentence|document|word|tweet|review)/i.test(told) ? 'texts' : 'numbers';
}

/** The shape of each of several arrays: "batches is a list of arrays of shape (64, 12)". Null: the report tells of none. */
export function reportedArrays(name: string, { sentences }: Pick<ReportText, 'sentences'>): readonly string[] | null {
  const told = new RegExp(
    `(?:^|[^\\w.])${escaped(name)}\`?\\s*(?:is|are|=|:|was|being)?\\s*(?:just |simply )?(?:an? )?(?:python )?lists? of (?:\\d+ )?(?:\\w+ )?(?:arrays?|tensors?|matrices|images?|batches)\\b[^.\\n(\\[]{0,20}\\bshapes? [(\\[]([\\w, ]{1,60})[)\\]]`,
    'i',
  ).exec(sentences)?.[1];
  const shape = told === undefined ? null : sizesIn(told);
  return shape && isSmall(shape) ? shape.map((size) => (/^\d+$/.test(size) ? size : '8')) : null;
}

/** The shape of "for the input I use torch.randn(2, 64, 16, 16)". */
export function reportedInput({ sentences }: Pick<ReportText, 'sentences'>): readonly string[] | null {
  const told =
    /\b(?:inputs?|x|data|images?|batch|tensor)\b[^.\n]{0,40}?\b(?:torch|np\.random|tf\.random)\.(?:randn|rand|zeros|ones|normal|uniform)\(\(?([\d, ]{1,60})\)/i.exec(
      sentences,
    )?.[1];
  const shape = told === undefined ? null : sizesIn(told);
  return shape && isSmall(shape) ? shape : null;
}

const numberWords: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
}; // prettier-ignore

/** How many of a thing the report speaks of: "three classes", "10 kinds". */
export function reportedCount(things: RegExp, source: string): number | null {
  const pattern = new RegExp(
    `\\b(\\d{1,4}|${Object.keys(numberWords).join('|')})\\s+(?:\\w+\\s+){0,2}?(?:${things.source})\\b`,
    'i',
  );
  const word = pattern.exec(source)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  return numberWords[word] ?? Number(word);
}
