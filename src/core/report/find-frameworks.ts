import type { PrintedException, ReportBlock, StatedVersion } from '../../protocol/report';
import { distributionByModule, distributionByWord } from './framework-names';

const IMPORT = /^\s*(?:from|import)\s+([A-Za-z_]\w*)((?:[^\n#]{0,300}))/gm;
const NOT_FRAMEWORKS = new Set([
  'python',
  'numpy',
  'scipy',
  'pandas',
  'matplotlib',
  'h5py',
  'protobuf',
  'pillow',
  'gast',
]);

/** Frameworks that the report speaks of, the surest first: imported, in a traceback's paths, then named or stated. */
export function findFrameworks(
  visible: string,
  blocks: readonly ReportBlock[],
  exceptions: readonly PrintedException[],
  versions: readonly StatedVersion[],
): string[] {
  const scores = new Map<string, number>();
  const add = (name: string | undefined, score: number): void => {
    if (name) scores.set(name, (scores.get(name) ?? 0) + score);
  };
  for (const block of blocks) {
    if (block.kind !== 'snippet') continue;
    for (const match of block.text.matchAll(IMPORT)) {
      add(distributionByModule[match[1] ?? ''], 10);
      for (const other of (match[2] ?? '').matchAll(/,\s*([A-Za-z_]\w*)/g))
        add(distributionByModule[other[1] ?? ''], 10);
    }
    if (/\btf\.\w|\btfe?\.\w/.test(block.text)) add('tensorflow', 6);
    if (/\b(?:torch|nn)\.\w+/.test(block.text)) add('torch', 6);
    if (/\bpl\.(?:LightningModule|Trainer)\b/.test(block.text)) add('pytorch-lightning', 6);
    if (/\b(?:Sequential\(|Dense\(|Conv[123]D\(|model\.compile\()/.test(block.text)) add('keras', 2);
  }
  for (const frame of exceptions.flatMap((exception) => exception.frames)) {
    for (const part of frame.file.split(/[/\\]/)) add(distributionByModule[part], 4);
  }
  for (const version of versions) add(version.name, 5);
  for (const match of visible.slice(0, 200_000).matchAll(/[A-Za-z][\w-]{1,30}/g)) {
    add(distributionByWord[match[0].toLowerCase()], 1);
  }
  return [...scores]
    .filter(([name, score]) => !NOT_FRAMEWORKS.has(name) || (name === 'numpy' && score >= 5))
    .filter(([name]) => Object.values(distributionByWord).includes(name))
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .map(([name]) => name)
    .slice(0, 8);
}
