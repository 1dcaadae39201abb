export const silent = {
  'silent.shown': 'The run shows what the report says: {{observed}}',
  'silent.nothing': 'The run gave no value that speaks of it.',
  'silent.noValue': 'The run gave no value for “{{what}}”. Print it with its name, or hand it to reprise_observe.',
  'silent.noNumber':
    'The report does not say which value of “{{what}}” is wrong. Edit the symptom and give the number.',
  'silent.noForm': 'The run printed no shape or type of “{{what}}”. Print it.',
  'silent.noCourse':
    'The run gave fewer than {{count}} values for “{{metric}}”, which is no course. Print it in each epoch or step.',
  'silent.noPair':
    'The run did not give the two values of “{{metric}}” that are to be compared. Print both with their names.',
  'silent.noRatio': 'The run gave no two times to compare. Print both, or their ratio as “slowdown”.',
  'silent.otherNonFinite': 'A value that is no number was seen, but for “{{name}}” and not for “{{what}}”.',
  'silent.finite': 'All values of “{{what}}” are finite: {{seen}}',
  'silent.notAtChance': 'It does not stay at the {{level}} that guessing gives: {{seen}}',
  'silent.moves': 'It does move: {{seen}}',
  'silent.doesNotRun': 'The values do not run away (a ratio of {{ratio}} counts): {{seen}}',
  'silent.doesNotGrow': 'The memory does not grow with the steps ({{share}} % count): {{seen}}',
  'silent.otherValue': 'The value is another one: {{seen}}; the report speaks of one {{op}} {{value}}.',
  'silent.noGap': 'The two values lie close together: {{seen}}',
  'silent.notSlow': 'The slow way takes {{ratio}} times as long; {{wanted}} times would count.',
  'silent.ownSpread':
    'One model, asked the same again, answers about as differently by itself, so loading has no part in it: {{seen}}',
  'silent.sameAfterLoad': 'The value after loading is the one before saving: {{seen}}',
  'silent.otherForm': 'The run printed another one: {{seen}}',
  'silent.oneRun': 'It takes several runs with the same seed to see a difference.',
  'silent.noCalls': 'The run did not tell how far two calls with one input lie apart.',
  'silent.sameInAllCalls': 'Two calls with one input gave the same: {{seen}}',
  'silent.sameInAllRuns': 'All runs with the same seed gave the same value: {{seen}}',
  'silent.unseeded': 'The runs differ, but the script sets no seed, so nothing was to be the same. Set all seeds.',
  'silent.agrees': 'Run without the recorder, in a fresh process, the script prints it too: {{observed}}',
  'silent.agreementOther':
    'Run without the recorder, the script did not print it. Recorded: {{recorded}}. Without: {{printed}}',
  'silent.notPrinted': 'Only the recorder saw the value. Print it, so that a run without the recorder can confirm it.',
  'silent.spread': 'The value lay between {{from}} and {{to}}.',
  'silent.repeatMissing': 'It takes {{count}} runs, one of them cold and without the recorder.',
  'silent.fixedByConstant': 'Refused: this line is not from the report, and “{{what}}” fixes the value by itself.',
  'silent.reachesNothing':
    'Refused: nothing that “{{name}}” depends on calls a library or the project, or is from the report.',
  'silent.unrelated':
    'Refused: the script does something else. It shares {{shared}} of the {{total}} operations of the report’s code.',
  'silent.fromHook': '“{{name}}” was taken from the library itself, by the recorder.',
  'silent.fromSlice':
    '“{{name}}” comes out of calls into a library or lines of the report; no constant of ours fixes it.',
  'silent.sharesCalls': 'The script does what the report’s code does: {{names}}.',
  'silent.controlMissing':
    'There was no control to be had: no run with the trigger removed was made, and this kind of symptom needs one. Say how it runs without the fault: `reprise verify SCRIPT --control=ARGUMENTS`.',
  'silent.controlPast':
    'The control came to {{reached}} of the {{total}} lines that “{{name}}” is made by, so it proves nothing: it ended before, or left the rest out.',
  'silent.controlLacks':
    'The control ends without a value for “{{name}}”, so it proves nothing. Let it print the same values.',
} as const;
