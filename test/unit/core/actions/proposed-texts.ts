import type { Diagnosis } from '../../../../src/core/actions/diagnosis';
import { propose } from '../../../../src/core/actions/propose';
import { toScript } from '../../../../src/core/generate/script-lines';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';
import type { Symptom } from '../../../../src/protocol/symptom';

export function symptomOf(type: string, source: string): Symptom {
  return {
    id: 's',
    confidence: 1,
    span: null,
    author: 'report',
    kind: 'exception',
    type,
    message: { source, parts: [{ kind: 'text', text: source }] },
    blamed: null,
    phase: null,
  };
}

/** A report of code and prose, and what its run ended in. */
export interface Asked {
  readonly code: string;
  readonly prose?: string;
  readonly diagnosis: Diagnosis;
  readonly message?: string;
}

/** Texts that are proposed for the code of a report, the best first. */
export function proposedTexts(
  { code, prose = '', diagnosis, message = 'shapes do not match' }: Asked,
  parser: PythonParser,
): readonly string[] {
  const source = `# It fails\n\n${prose}\n\n\`\`\`python\n${code}\n\`\`\`\n`;
  const { readOut } = readReport({ name: 'report.md', text: source, asOf: null });
  const proposals = propose({
    script: toScript(
      code.split('\n').map((text) => ({ text, provenance: { origin: 'report', span: null } })),
      digestOf,
    ),
    diagnosis,
    symptom: symptomOf('RuntimeError', message),
    readOut,
    source,
    parser,
    pythonVersion: '3.11.7',
    distributionOf: (module) => module,
  });
  return proposals.flatMap(({ change }) =>
    change.kind === 'script' ? [change.lines.map(({ text }) => text).join('\n')] : [],
  );
}
