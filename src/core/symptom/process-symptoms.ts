import type { Span } from '../../protocol/primitives';
import type { FoundSymptom, SymptomSource } from './find-symptoms';

interface Sign {
  readonly pattern: RegExp;
  /** Where it stands in a block of output it was printed; in a sentence it is the reporter's word. */
  readonly make: (confidence: number, span: Span) => FoundSymptom;
  readonly inProse: number;
}

/** Ends that Python itself does not survive or see. A data table. */
const signs: readonly Sign[] = [
  {
    pattern:
      /\bsegmentation fault\b|\bsegfaults?\b|\bSIGSEGV\b|exit code (?:139|-11|-1073741819)\b|\b0xC0000005\b|\baccess violation\b|\bkernel (?:has )?(?:died|appears to have died)\b/i,
    make: (confidence, span) => ({ kind: 'signal', signal: 'SIGSEGV', confidence, span }),
    inProse: 0.7,
  },
  {
    pattern: /\bAborted \(core dumped\)|\bSIGABRT\b|exit code (?:134|-6)\b|\bterminate called after throwing/,
    make: (confidence, span) => ({ kind: 'signal', signal: 'SIGABRT', confidence, span }),
    inProse: 0.7,
  },
  {
    pattern:
      /\bCUDA (?:error: )?out of memory\b|\b(?:runs?|ran|running) out of (?:GPU|CUDA|video) memory\b|\bOOM when allocating\b|CUDNN_STATUS_ALLOC_FAILED/i,
    make: (confidence, span) => ({ kind: 'outOfMemory', where: 'gpu', confidence, span }),
    inProse: 0.6,
  },
  {
    pattern:
      /\b(?:OOM[- ]kill(?:er|ed)|out of memory|(?:runs?|ran|running) out of (?:RAM|memory)|DefaultCPUAllocator)\b|^Killed$|exit code (?:137|-9)\b/im,
    make: (confidence, span) => ({ kind: 'outOfMemory', where: 'host', confidence, span }),
    inProse: 0.5,
  },
  {
    pattern: /\bIllegal instruction\b|\bSIGILL\b|exit code (?:132|-4)\b/i,
    make: (confidence, span) => ({ kind: 'signal', signal: 'SIGILL', confidence, span }),
    inProse: 0.7,
  },
  {
    pattern: /\bFloating point exception\b|\bSIGFPE\b|exit code (?:136|-8)\b/i,
    make: (confidence, span) => ({ kind: 'signal', signal: 'SIGFPE', confidence, span }),
    inProse: 0.7,
  },
  {
    pattern: /\bBus error\b|\bSIGBUS\b|exit code (?:135|-7)\b/i,
    make: (confidence, span) => ({ kind: 'signal', signal: 'SIGBUS', confidence, span }),
    inProse: 0.7,
  },
];

/** Signals and exhausted memory, from what was printed or what the reporter says. */
export function processSymptoms({ readOut, prose }: Pick<SymptomSource, 'readOut' | 'prose'>): FoundSymptom[] {
  const found: FoundSymptom[] = [];
  const output = readOut.blocks.filter(
    (block) => block.kind === 'log' || block.kind === 'traceback' || block.kind === 'shell',
  );
  for (const sign of signs) {
    const block = output.find(({ text }) => sign.pattern.test(text));
    const match = block ? null : sign.pattern.exec(prose.slice(0, 200_000));
    const made = block
      ? sign.make(0.85, block.span)
      : match
        ? sign.make(sign.inProse, { start: match.index, end: match.index + match[0].length })
        : null;
    if (made && !found.some((other) => other.kind === made.kind)) found.push(made);
  }
  // A printed exception of exhausted memory is a symptom of its own already.
  const printed = readOut.exceptions.some((exception) => /out of memory|OOM when/i.test(exception.message));
  return printed ? found.filter((symptom) => symptom.kind !== 'outOfMemory') : found;
}
