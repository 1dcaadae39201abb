import type { SyntaxNode } from '../../ports/python-parser';
import { walk } from '../syntax-names';
import type { StandInContext } from './build-stand-in';
import { dataText } from './data-text';
import { folderLines } from './folder-text';
import { classCount } from './hyperparameters';
import { keysRead, recordFile } from './record-file';
import { readStateFault, refusedState } from './state-dict-text';
import { reportedClasses, reportedRange, reportedTargets, usualRange } from './told-ranges';
import { proseOf, toldNetwork } from './told-network';
import { argumentsOf, lastNameOf } from './call-arguments';

/** Statements that write a file which a script reads, and the imports that they need besides. */
export interface FileStandIn {
  readonly lines: readonly string[];
  readonly imports: readonly string[];
}

/** The call on a row that reads a file, and the name that its result gets. */
interface Reading {
  readonly call: SyntaxNode;
  readonly callee: string;
  readonly name: string | null;
  /** All of the statement. */
  readonly text: string;
}

const readers =
  /^(?:load|loadtxt|genfromtxt|read_csv|read_table|read_excel|read_json|read_pickle|read_parquet|imread|open|load_model|load_weights|File|ImageFolder|flow_from_directory|image_dataset_from_directory|DatasetFolder|load_state_dict|TFRecordDataset|listdir|load_npz|fromfile|memmap|loadmat|load_img)$/;

function readingAt(root: SyntaxNode, line: number, file: string): Reading | null {
  let found: Reading | null = null;
  walk(root, (node) => {
    if (node.type !== 'call' || !readers.test(lastNameOf(node))) return;
    const { row } = node.startPosition;
    if (row + 1 > line || node.endPosition.row + 1 < line) return;
    const outer = found && found.call.startIndex <= node.startIndex && found.callee !== 'open';
    if (outer && !node.text.includes(file)) return;
    let statement: SyntaxNode = node;
    while (statement.parent && !['assignment', 'expression_statement', 'module', 'block'].includes(statement.type)) {
      statement = statement.parent;
    }
    const left = statement.type === 'assignment' ? statement.childForField('left') : null;
    const callee = node.childForField('function')?.text.replace(/\s/g, '') ?? '';
    if (found && callee === 'open') return;
    found = { call: node, callee, name: left?.type === 'identifier' ? left.text : null, text: statement.text };
  });
  return found;
}

/** Rows that are made where nothing asks for more. */
const ROWS = 200;
/** More is not made, whatever a slice asks for. */
const MOST_ROWS = 5000;

function quoted(text: string): string {
  return JSON.stringify(text);
}

function rowsAsked(texts: readonly string[]): number {
  const asked = texts.flatMap((text) =>
    [...text.matchAll(/(?<![\w.])(\d{2,6})(?![\w.])/g)].map((match) => Number(match[1])),
  );
  return Math.min(MOST_ROWS, Math.max(ROWS, ...asked));
}

/** "x from -10 to 10 in steps of 0.1 and y = x*x + 3": the two columns that a report describes so. */
function describedCurve(source: string): readonly string[] | null {
  const range = /\b([a-z])\b`?\s+(?:goes |runs |ranges )?from (-?[\d.]+) to (-?[\d.]+) in steps of ([\d.]+)/i.exec(
    source,
  );
  const [, x = '', from = '', to = '', step = ''] = range ?? [];
  const formula = new RegExp(
    `\\b([a-z])\\s*=\\s*((?:[\\d.]+|${x || 'x'}|[-+*/^() ]){3,60}?)(?=,|\\.\\s|\\n|\\s+[a-wyz]|$)`,
    'i',
  ).exec(source);
  if (!range || !formula || !(formula[2] ?? '').includes(x)) return null;
  const text = (formula[2] ?? '').trim().replaceAll('^', '**');
  return [`${x} = np.arange(${from}, ${to}, ${step})`, `np.stack([${x}, ${text}], axis=1)`];
}

/** Numbers in columns, as the code takes them apart. */
function numberTable(
  reading: Reading,
  context: StandInContext,
): { readonly lines: readonly string[]; readonly value: string } {
  const curve = describedCurve(context.report.source);
  if (curve) return { lines: curve.slice(0, 1), value: curve[1] ?? '' };
  const usage = reading.name === null ? null : context.usageOf(reading.name);
  const subscripts = [...(usage?.subscripts ?? []), ...tableSlices(reading, context)];
  // `0:3` needs three columns, `3` four.
  const columns = subscripts.flatMap((text) => {
    const last = text.includes(',') ? (text.split(',').at(-1)?.trim() ?? '') : '';
    const [, end] = /^-?\d*:(\d+)$/.exec(last) ?? [];
    if (end !== undefined) return [Number(end)];
    return /^\d+$/.test(last) ? [Number(last) + 1] : [];
  });
  const width = context.layout.input?.every((size) => /^\d+$/.test(size))
    ? context.layout.input.reduce((product, size) => product * Number(size), 1) + 1
    : Math.max(2, ...columns);
  const single = subscripts.map((text) => /,\s*(-?\d+)\s*$/.exec(text)?.[1]).find((column) => column !== undefined);
  const rows = rowsAsked(subscripts);
  const isPicture = /pixel|grey|gray|image|picture|digit/i.test(context.report.source);
  const numbers = isPicture ? `np.random.randint(0, 256, (${rows}, ${width}))` : `np.random.rand(${rows}, ${width})`;
  const classes = context.layout.outputs ?? classCount(context.report.source);
  const targets = context.layout.loss === 'numbers' && single !== undefined ? reportedTargets(context.report) : null;
  if (targets !== null) {
    const told = `table[:, ${single ?? ''}] = np.random.uniform(${targets.join(', ')}, ${rows})`;
    return { lines: [`table = ${numbers}`, told], value: 'table' };
  }
  const label =
    context.layout.loss === 'numbers' || single === undefined || !/^\d+$/.test(classes)
      ? []
      : [`table[:, ${single}] = np.random.randint(0, ${classes === '1' ? '2' : classes}, ${rows})`];
  return { lines: [`table = ${numbers}`, ...label], value: 'table' };
}

/** What stands between the brackets after `.iloc` and `.values`. */
function tableSlices({ name }: Reading, { report }: StandInContext): readonly string[] {
  if (name === null) return [];
  const pattern = new RegExp(`\\b${name}\\.(?:iloc|values)\\s*\\[([^\\]\\n]{1,60})\\]`, 'g');
  return [...report.source.matchAll(pattern)].map((match) => match[1] ?? '');
}

/** "columns: rooms, area, price": the columns that a report or a comment lists. */
function listedColumns({ report }: StandInContext): readonly string[] {
  const told = /\b(?:columns?|fields|features)\b[^\n:(]{0,40}?(?::|are|=|\()\s*((?:[`'"]?[A-Za-z_]\w{0,30}[`'"]?,\s*){1,30}(?:and )?[`'"]?[A-Za-z_]\w{0,30}[`'"]?)/i.exec(report.source); // prettier-ignore
  return (told?.[1] ?? '')
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .map((column) => column.replace(/[`'"\s]/g, ''))
    .filter((column) => column !== '');
}

/** Columns that a script names in calls: `df.pop('price')`, `df.drop(['a', 'b'], axis=1)`. */
function calledColumns(name: string, context: StandInContext): readonly string[] {
  const usage = context.usageOf(name);
  return [...usage.methods]
    .filter(([method]) => /^(?:pop|drop|get|groupby|sort_values|set_index|pivot|value_counts|nunique)$/.test(method))
    .flatMap(([, calls]) => calls)
    .flatMap((call) => [...(call.childForField('arguments')?.text ?? '').matchAll(/['"]([^'"\n]{1,60})['"]/g)])
    .map((match) => match[1] ?? '')
    .filter((column) => !/^(?:columns|index|ignore|raise)$/.test(column));
}

function namedColumns({ name }: Reading, context: StandInContext): readonly string[] {
  if (name === null) return [];
  const listed = listedColumns(context);
  const called = calledColumns(name, context);
  const texts = context.usageOf(name).subscripts;
  const named = texts.flatMap((text) => [...text.matchAll(/['"]([^'"\n]{1,60})['"]/g)].map((match) => match[1] ?? ''));
  const attributes = [...context.usageOf(name).attributes].filter((item) =>
    /^(?:text|label|target|sentence|review)s?$/.test(item),
  );
  const known = [...new Set([...named, ...called, ...attributes, ...(context.form.columns ?? [])])];
  // A list that holds what the code names is the whole table, in its order.
  if (listed.length > 1 && (known.length === 0 || known.some((column) => listed.includes(column))))
    return [...new Set([...listed, ...known])];
  return known.length === 0 ? known : filledUp(known, context);
}

/** Columns without a name in the code, as many as the network takes beside those that have one. */
function filledUp(columns: readonly string[], { layout }: StandInContext): readonly string[] {
  const [size, ...more] = layout.input ?? [];
  const wanted = more.length === 0 && /^\d{1,3}$/.test(size ?? '') ? Number(size) + 1 : 0;
  const missing = Math.max(0, wanted - columns.length);
  return [...Array.from({ length: missing }, (_, index) => `f${index}`), ...columns];
}

/** "Sex is 'male' or 'female'": the words that a report says a column holds, as a list of Python. */
function wordsTold(column: string, { report, complaint }: StandInContext): string | null {
  const told = new RegExp(`\\b${column.replace(/\W/g, '.')}\\b\\W{0,3}(?:is|are|contains|has|holds|with)?\\W{0,2}\\s*['"]([^'"\\n]{1,40})['"]\\s*(?:,|or|and|/)\\s*['"]([^'"\\n]{1,40})['"]`).exec(proseOf(report)); // prettier-ignore
  if (!told) return null;
  const words = [told[1] ?? '', told[2] ?? ''];
  // The word that the message complains of is the one that comes first.
  const complained = words.filter((word) => complaint.includes(`'${word}'`));
  return `[${[...new Set([...complained, ...words])].map(quoted).join(', ')}]`;
}

/** Numbers for a column, in the range that the report tells of it, with gaps where it says that there are some. */
function numbersOf(column: string, { report }: StandInContext): string {
  const classes = reportedClasses(column, report);
  const range = reportedRange(column, report) ?? usualRange(column);
  if (classes !== null) return `np.random.randint(0, ${classes}, ${ROWS})`;
  const numbers = range === null ? `np.random.rand(${ROWS})` : `np.random.uniform(${range.join(', ')}, ${ROWS})`;
  const word = column.replace(/\W/g, '.');
  const gap = String.raw`\b(?:empty|missing|nans?|null|blank|n/?a|question ?marks?)\b`;
  const gaps = new RegExp(`\\b${word}s?\\b[^.\\n]{0,40}${gap}|${gap}[^.\\n]{0,40}\\b${word}s?\\b`, 'i');
  return gaps.test(report.sentences) ? `np.where(np.arange(${ROWS}) % 9 == 0, np.nan, ${numbers})` : numbers;
}

function csvLines(file: string, reading: Reading, context: StandInContext): readonly string[] {
  const columns = namedColumns(reading, context);
  const { keywords } = argumentsOf(reading.call);
  const separator = keywords.get('sep')?.text ?? keywords.get('delimiter')?.text;
  const separated =
    separator !== undefined && /^r?['"][^'"]{1,3}['"]$/.test(separator) ? `, sep=${separator.replace(/^r/, '')}` : '';
  if (columns.length > 0) {
    const parts = columns.map((column) => {
      const words = wordsTold(column, context);
      if (words !== null) return `${quoted(column)}: ${words} * ${ROWS / 2}`;
      const isText = /text|sentence|review|title|comment|name|tweet|word/i.test(column);
      const isLabel = /^(?:y|label|target|class|species|outcome|output|survived|sentiment|category)/i.test(column);
      const values = isText
        ? `["some words", "other words here"] * ${ROWS / 2}`
        : isLabel
          ? `np.random.randint(0, 2, ${ROWS})`
          : numbersOf(column, context);
      return `${quoted(column)}: ${values}`;
    });
    return [`pd.DataFrame({${parts.join(', ')}}).to_csv(${quoted(file)}, index=False${separated})`];
  }
  const { lines, value } = numberTable(reading, context);
  const header = keywords.get('header')?.text === 'None' ? ', header=False' : '';
  return [...lines, `pd.DataFrame(${value}).to_csv(${quoted(file)}, index=False${header}${separated})`];
}

function imageLines(folder: string, names: readonly string[]): FileStandIn {
  return {
    imports: ['import os', 'import numpy as np', 'from PIL import Image'],
    lines: [
      `for kind in [${names.map(quoted).join(', ')}]:`,
      `    os.makedirs(os.path.join(${quoted(folder)}, kind), exist_ok=True)`,
      '    for number in range(8):',
      '        pixels = (np.random.rand(64, 64, 3) * 255).astype("uint8")',
      `        Image.fromarray(pixels).save(os.path.join(${quoted(folder)}, kind, f"{number}.png"))`,
    ],
  };
}

function arrayOf(reading: Reading, context: StandInContext): string {
  return reading.name === null ? 'np.random.rand(64, 8)' : dataText(reading.name, context);
}

function modelLines(file: string, { report, keras }: StandInContext): readonly string[] {
  const inputs = /(\d{1,4}) (?:inputs?|input features|features)\b/.exec(report.source)?.[1] ?? '8';
  const outputs = /(\d{1,4}) outputs?\b/.exec(report.source)?.[1] ?? '1';
  return [
    `saved = ${keras}.Sequential([${keras}.layers.Dense(4, activation="relu", input_shape=(${inputs},)), ${keras}.layers.Dense(${outputs})])`,
    `saved.compile(optimizer="adam", loss="mse")`,
    `saved.save(${quoted(file)})`,
  ];
}

function kerasImport({ keras }: StandInContext): string {
  return keras === 'tf.keras' ? 'import tensorflow as tf' : 'import keras';
}

/** The network of which a report tells, else a small one. */
function networkText({ report, keras }: StandInContext): string {
  return (
    toldNetwork(report, keras) ??
    `${keras}.Sequential([${keras}.layers.Dense(4, activation="relu", input_shape=(8,)), ${keras}.layers.Dense(1)])`
  );
}

/** Writes what the reading call wants to find. Null: it is not known what that is. */
function linesFor(file: string, reading: Reading, context: StandInContext): FileStandIn | null {
  const { callee, text } = reading;
  const last = callee.split('.').at(-1) ?? callee;
  const numpy = ['import numpy as np'];
  if (/^(?:ImageFolder|flow_from_directory|image_dataset_from_directory|DatasetFolder)$/.test(last)) {
    return imageLines(file, ['first', 'second', ...(context.layout.outputs === '3' ? ['third'] : [])]);
  }
  if (last === 'listdir') return folderLines(quoted(file), context);
  if (last === 'load_weights') {
    const owner = /^([\w.]+)\.load_weights$/.exec(callee)?.[1];
    // Weights are read from a whole model too, and newer releases write them alone under one suffix only.
    const method = /\.(?:h5|hdf5)$/.test(file) && !file.endsWith('.weights.h5') ? 'save' : 'save_weights';
    return owner === undefined ? null : { imports: [], lines: [`${owner}.${method}(${quoted(file)})`] };
  }
  if (last === 'TFRecordDataset')
    return { imports: ['import tensorflow as tf'], lines: recordFile(context.root, file) };
  if (/(?:^|\.)File$/.test(callee) && /h5py/.test(context.root.text)) {
    const names = keysRead(context.root).filter((key) => text.includes(key) || context.root.text.includes(`['${key}']`) || context.root.text.includes(`["${key}"]`)); // prettier-ignore
    const values = (names.length > 0 ? names : ['x', 'y']).map(
      (key) => `    made["${key}"] = ${dataText(key, context)}`,
    );
    return { imports: ['import h5py', ...numpy], lines: [`with h5py.File(${quoted(file)}, "w") as made:`, ...values] };
  }
  if (/^read_json$/.test(last) || (last === 'open' && /\bjson\.loads\b/.test(context.root.text))) {
    const keys = keysRead(context.root);
    const row = (keys.length > 0 ? keys : ['text', 'label'])
      .map(
        (key) =>
          `"${key}": ${/label|class|score|rating|target|id|num/i.test(key) ? 'number % 2' : '"some words in a row"'}`,
      )
      .join(', ');
    const inLines = last === 'open' || /lines\s*=\s*True/.test(text);
    const rows = `[{${row}} for number in range(32)]`;
    return inLines
      ? {
          imports: ['import json'],
          lines: [`open(${quoted(file)}, "w").write("\\n".join(json.dumps(row) for row in ${rows}))`],
        }
      : { imports: ['import json'], lines: [`json.dump(${rows}, open(${quoted(file)}, "w"))`] };
  }
  if (/^load_model$/.test(last)) return { imports: [kerasImport(context)], lines: modelLines(file, context) };
  if (/^(?:read_csv|read_table)$/.test(last)) {
    return { imports: [...numpy, 'import pandas as pd'], lines: csvLines(file, reading, context) };
  }
  if (/\.npz$/i.test(file)) {
    const keys =
      reading.name === null
        ? []
        : context.usageOf(reading.name).subscripts.flatMap((key) => /^['"](\w+)['"]$/.exec(key)?.[1] ?? []);
    const values = (keys.length > 0 ? keys : ['x', 'y']).map((key) => `${key}=${dataText(key, context)}`);
    return { imports: numpy, lines: [`np.savez(${quoted(file)}, ${values.join(', ')})`] };
  }
  if (/^(?:np|numpy)\.load$/.test(callee))
    return { imports: numpy, lines: [`np.save(${quoted(file)}, ${arrayOf(reading, context)})`] };
  if (/^(?:loadtxt|genfromtxt)$/.test(last)) {
    const { lines, value } = numberTable(reading, context);
    const delimiter = argumentsOf(reading.call).keywords.get('delimiter')?.text ?? '" "';
    return { imports: numpy, lines: [...lines, `np.savetxt(${quoted(file)}, ${value}, delimiter=${delimiter})`] };
  }
  if (/\bpickle\.load\b|\bpkl\.load\b|read_pickle/.test(text)) {
    return {
      imports: [...numpy, 'import pickle'],
      lines: [`pickle.dump(${arrayOf(reading, context)}, open(${quoted(file)}, "wb"))`],
    };
  }
  if (/\bjoblib\.load\b/.test(text))
    return {
      imports: [...numpy, 'import joblib'],
      lines: [`joblib.dump(${arrayOf(reading, context)}, ${quoted(file)})`],
    };
  if (/\btorch\.load\b/.test(text)) {
    const owner = /(\w+)\.load_state_dict\s*\(/.exec(text)?.[1];
    const fault = owner === undefined ? null : readStateFault(context.complaint);
    if (owner !== undefined && fault)
      return { imports: ['import torch'], lines: refusedState(fault, owner, quoted(file)) };
    const value = owner === undefined ? dataText(reading.name ?? 'x', context) : `${owner}.state_dict()`;
    return { imports: ['import torch', ...numpy], lines: [`torch.save(${value}, ${quoted(file)})`] };
  }
  if (/^(?:imread|load_img)$/.test(last) || /\bImage\.open\b/.test(callee)) {
    return {
      imports: [...numpy, 'from PIL import Image'],
      lines: [`Image.fromarray((np.random.rand(64, 64, 3) * 255).astype("uint8")).save(${quoted(file)})`],
    };
  }
  if ((/\bjson\.load\b/.test(text) || /\.json$/i.test(file)) && !/\bmodel_from_json\b/.test(context.root.text)) {
    return {
      imports: ['import json'],
      lines: [`json.dump([{"text": "some words", "label": 0}] * 32, open(${quoted(file)}, "w"))`],
    };
  }
  if (last === 'open' && /\bmodel_from_json\b/.test(context.root.text)) {
    return {
      imports: [kerasImport(context)],
      lines: [`open(${quoted(file)}, "w").write(${networkText(context)}.to_json())`],
    };
  }
  if (last === 'open') {
    return {
      imports: [],
      lines: [`open(${quoted(file)}, "w").write("some words in a row\\nother words here\\n" * 50)`],
    };
  }
  return null;
}

/** A prelude that writes the file which a run did not find, in the layout that the code reads. Null: it is not known. */
export function fileStandIn(options: {
  readonly root: SyntaxNode;
  readonly file: string;
  readonly line: number;
  readonly context: StandInContext;
}): FileStandIn | null {
  const { file, context } = options;
  const reading = readingAt(options.root, options.line, file);
  if (!reading) return null;
  const made = linesFor(file, reading, context);
  if (!made) return null;
  const folder =
    file.includes('/') && !made.lines.some((line) => line.includes('makedirs'))
      ? file.slice(0, file.lastIndexOf('/'))
      : '';
  if (folder === '') return made;
  return {
    imports: ['import os', ...made.imports],
    lines: [`os.makedirs(${quoted(folder)}, exist_ok=True)`, ...made.lines],
  };
}
