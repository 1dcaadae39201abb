import type { SyntaxNode } from '../../ports/python-parser';
import { walk } from '../syntax-names';
import { argumentsOf, lastNameOf } from './call-arguments';

/** A value of one feature of a TFRecord, by what the script parses it as. */
function featureText(call: SyntaxNode): string {
  const { positional, keywords } = argumentsOf(call);
  const dtype = (keywords.get('dtype') ?? positional[lastNameOf(call) === 'VarLenFeature' ? 0 : 1])?.text ?? '';
  const sizes = (lastNameOf(call) === 'FixedLenFeature' ? (positional[0]?.text ?? '') : '').match(/\d+/g) ?? [];
  const count = Math.min(
    4096,
    sizes.reduce((product, size) => product * Number(size), 1),
  );
  if (/string/.test(dtype)) return 'tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"some bytes"]))';
  if (/int/.test(dtype)) return `tf.train.Feature(int64_list=tf.train.Int64List(value=[0] * ${count}))`;
  return `tf.train.Feature(float_list=tf.train.FloatList(value=[0.5] * ${count}))`;
}

/** Statements that write a TFRecord file with the features that the script parses. */
export function recordFile(root: SyntaxNode, file: string): readonly string[] {
  const features: string[] = [];
  walk(root, (node) => {
    const value = node.type === 'pair' ? node.childForField('value') : null;
    const key = node.type === 'pair' ? node.childForField('key')?.text : undefined;
    if (value?.type !== 'call' || key === undefined || !/^(?:FixedLen|VarLen)\w*Feature$/.test(lastNameOf(value)))
      return;
    if (/^["'][\w/.-]+["']$/.test(key)) features.push(`${key}: ${featureText(value)}`);
  });
  return [
    `with tf.io.TFRecordWriter("${file}") as records:`,
    '    for number in range(16):',
    `        features = tf.train.Features(feature={${features.join(', ')}})`,
    '        records.write(tf.train.Example(features=features).SerializeToString())',
  ];
}

/** Keys that a script reads from the rows of a file: `row["text"]`. */
export function keysRead(root: SyntaxNode): readonly string[] {
  const keys = new Set<string>();
  walk(root, (node) => {
    const key = node.type === 'subscript' ? /\[\s*["'](\w{1,60})["']\s*\]$/.exec(node.text)?.[1] : undefined;
    if (key !== undefined) keys.add(key);
  });
  return [...keys].slice(0, 40);
}
