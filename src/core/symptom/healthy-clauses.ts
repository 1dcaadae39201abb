const SUBJECT = String.raw`(?:the |my |its |our )?(?:training |train |validation |val |test )?(?:accuracy|acc|loss(?:es)?|auc|f1|score|plots?|curves?|results?|outputs?|predictions?|metrics?|everything|all|it|that|this|the rest|training|shapes?|data|code)(?: itself| also| alone| by itself)?`;
const VERB = String.raw`(?:is|are|was|were|looks?|looked|seems?|works?|worked|runs?|ran|ends?|ended|goes)`;
const ADVERB = String.raw`(?:(?:quite|really|very|actually|also|all|pretty|perfectly|just|absolutely|rather|totally|completely) )?`;
const WELL = String.raw`(?:good|fine|ok(?:ay)?|great|perfect|normal(?:ly)?|excellent|reasonable|correct|decent|as expected)`;

/** Clauses in which a reporter says what goes well: nothing of them is the fault. A data table. */
const HEALTHY: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:(?:al|even )?though |while |whereas |but |and )?${SUBJECT} ${VERB} ${ADVERB}${WELL}\b(?! (?:only|until|till|enough|at first)\b)(?:,? (?:just|only|but) (?:a bit |a lot |much |a little )?slow(?:er|ly)?\b)?`,
    'gi',
  ),
  /\b(?:does|do|did|will)(?:n['’]t| not) (?:hang|crash|freeze|fail|diverge)(?:(?:,| or| and| nor)+ (?:hang|crash|freeze|fail|diverge|raise an? (?:error|exception)))*\b/gi,
  /\b(?:there (?:is|are|was|were) no|without any|no) (?:crash(?:es)?|hangs?|memory leaks?|freezes?)\b/gi,
];

/** A sentence with its healthy clauses blanked out, at the same offsets. */
export function withoutHealthyClauses(text: string): string {
  return HEALTHY.reduce((left, pattern) => left.replace(pattern, (clause) => ' '.repeat(clause.length)), text);
}
