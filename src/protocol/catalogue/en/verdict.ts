export const verdict = {
  'verdict.matched': 'The run shows what the report says.',
  'verdict.ownWords': 'The run says it in the report’s own words.',
  'verdict.reworded': 'Same fault, reworded in {{library}}: {{fault}}.',
  'verdict.rewordedAtHome':
    'The run says it in other words, though it has {{library}} as the report does; there the words must be the same.',
  'verdict.reportedHere': 'What the report says',
  'verdict.otherShown': 'It does show another symptom of the report: {{symptom}}',
  'verdict.notMatched': 'The run showed something else: {{observed}}',
  'verdict.nothingRan': 'Nothing has run yet.',
  'verdict.nearNamesake':
    'The script defines a class of its own with the name {{type}}; the report speaks of the one that the library or Python has.',
  'verdict.nearOtherType': 'The message is the reported one, but its class is not {{reported}}: {{observed}}',
  'verdict.nearOtherException': 'Another exception ended the run: {{observed}}',
  'verdict.nearOtherMessage': 'The run ended with {{type}}, but not with the reported message. {{differences}}',
  'verdict.nearOtherEnd': 'It did not end as reported: {{observed}}',
  'verdict.nearNoWarning': 'The run did not give the reported warning.',
  'verdict.nearShortHang':
    'The run was ended after {{seconds}} s; the report speaks of {{wanted}} s. Raise the time limit.',
  'verdict.nearTalkativeHang':
    'The run reached the time limit, but it had printed {{bytes}} bytes, so a slow run cannot be told from a hang.',
  'verdict.endedWithCode': 'The run ended by itself with exit code {{code}}.',
  'verdict.endedBySignal': 'The run was ended by {{signal}}.',
  'verdict.endedByTime': 'The run reached the time limit of {{seconds}} s.',
  'verdict.endedByMemory': 'The run reached the memory limit.',
  'verdict.endedBySilence': 'The run printed nothing for {{seconds}} s and was ended.',
  'verdict.endedByLimit': 'The run reached a limit of Reprise and was ended.',
  'verdict.versionMet': '{{name}} {{version}} is what the report states.',
  'verdict.seriesMet': '{{name}} {{version}} fits the {{stated}} that the report states.',
  'verdict.pathMet': '{{name}} {{version}} fits a path in the report, which is of {{name}} {{stated}}.',
  'verdict.pathDiffers': 'A path in the report is of {{name}} {{stated}}; the run had {{actual}}.',
  'verdict.versionDiffers': 'The report states {{name}} {{stated}}; the run had {{actual}}.',
  'verdict.versionAbsent': 'The report states {{name}} {{stated}}; the environment has none.',
  'verdict.nearestEnvironment':
    'The run was in the nearest environment that was to be had, with Python {{python}}, and not in that of the report.',
  'verdict.foundEnvironment':
    'The run was in an environment that was here already, with Python {{python}}, and not in that of the report.',
  'verdict.noVersionsStated': 'The report states no versions; the run had Python {{python}}.',
  'verdict.repeatRate': 'The symptom showed in {{shown}} of {{total}} runs.',
  'verdict.repeatOdd': 'This run did not show it.',
  'verdict.repeatMissing': 'It takes two runs, one of them cold and without the recorder.',
  'verdict.agreementMissing': 'No run without the recorder has been made yet.',
  'verdict.agreementOther':
    'Run without the recorder, the script printed “{{printed}}”, where the record says “{{recorded}}”.',
  'verdict.agreementExit':
    'Run without the recorder, the script ended with {{plain}}, where the record says {{recorded}}.',
  'verdict.agreementSame':
    'Run without the recorder, in a fresh process, the script printed the same and ended the same.',
  'verdict.noControl':
    'No run without the trigger was made, so there is no control. This kind of symptom passes without one.',
  'verdict.controlBroken': 'The control ended before it could show anything, so it proves nothing: {{ended}}',
  'verdict.controlPast':
    'The control never came to line {{line}}, where the script fails, so it proves nothing: it ended before, or left that out. It counts as none.',
  'verdict.controlShows': 'The control shows the symptom as well, so what it removes is not the cause.',
  'verdict.controlClean': 'The control does not show the symptom: {{ended}}',
  'verdict.forbidden':
    'Refused: this line is not from the report, and “{{what}}” could make a run look as if it failed by itself.',
  'verdict.sharedWords': 'Refused: this line is not from the report, and its text repeats the reported message.',
  'verdict.neverRaised':
    'Refused: {{type}} was never raised by itself; it was only named as the cause of another exception.',
  'verdict.raisedByOurs': 'Refused: this line raises the exception itself, and it is not from the report.',
  'verdict.thrownIn': 'Refused: the exception was thrown into a generator from outside, not raised by what ran.',
  'verdict.unknownInstruction':
    'Refused: it cannot be told what this line did when the exception came, and it is not from the report.',
  'verdict.delivered': 'Refused: `{{function}}` only handed on an exception that was made elsewhere.',
  'verdict.raisingHelper':
    'Refused: `{{function}}` raises whatever it is handed, and a line that is not from the report calls it.',
  'verdict.changedFile': 'Refused: {{file}} is not as it was installed.',
  'verdict.noSuchLine': 'Refused: {{file}} has no line {{line}} on disk.',
  'verdict.strangeFile':
    'Refused: the exception comes from {{file}}, which belongs to no installed package, nor to the project, nor to the script.',
  'verdict.noScriptLine': 'Refused: no line of the script led to the {{type}}.',
  'verdict.lineOfReport': 'The line that failed is from the report.',
  'verdict.lineOfProject': 'The line that failed is from the project.',
  'verdict.callOfReport':
    'The line that failed keeps or shows the result otherwise, but what it does stands so in the report.',
  'verdict.lineStandsHere': 'That line in the report',
  'verdict.otherPlace':
    'The exception came from another place: the report points at `{{code}}`, and nothing of that is in the lines that failed.',
  'verdict.lineNotBlamed': 'The line that failed is not from the report and does not call what the report blames.',
  'verdict.analogyNotNeeded':
    'The line that failed is not from the report, though the report shows code of its own that calls `{{name}}`; that code must reach the fault.',
  'verdict.byAnalogy':
    'By analogy: the line that failed is not from the report, but calls `{{name}}`, which the report blames, and the report shows no code that could be run.',
  'verdict.fromOperation': 'The exception came out of an operation ({{op}}), not out of a raise of the script.',
  'verdict.fromFile': 'It was raised in {{function}}, {{file}}, line {{line}}.',
  'verdict.fromInstalled':
    'It was raised in {{function}} of {{distribution}} ({{file}}, line {{line}}), a file that is as it was installed.',
  'verdict.fromUnchecked':
    'It was raised in {{function}} of {{distribution}} ({{file}}, line {{line}}). Its package keeps no digests, so the file could not be compared with what was installed.',
  'verdict.warnedByOurs': 'Refused: this line gives the warning itself, and it is not from the report.',
  'verdict.writtenByOurs':
    'Refused: no call gave the warning, it was only seen in the output, and this line, which is not from the report, can write there.',
  'verdict.stoodAtLine': 'The run stood at this line when the limit ended it, as its process told.',
  'verdict.stoodIn':
    'The run stood in `{{function}}` ({{file}}), below this line, when the limit ended it, as its process told.',
  'verdict.memoryHasNoPlace': 'Where the memory went is not known: the limit ended the process before it could tell.',
  'verdict.warnedBelow': 'The warning was written by code below Python; no line of ours writes output.',
  'verdict.endsByOurs':
    'Refused: this line may end the process by itself, and it is not from the report; the crash can not be told from that.',
  'verdict.waitsByOurs': 'Refused: this line waits by itself, and it is not from the report.',
  'verdict.noReportCode': 'Refused: the script runs no code of the report or the project.',
  'verdict.runsReportCode': 'The script runs code of the report.',
  'verdict.missingStart': 'The script could not be started: {{reason}}',
  'verdict.missingTime':
    'The run reached the time limit of {{seconds}} s before the symptom showed. Raise it with --time-limit.',
  'verdict.missingPackage':
    'The module {{module}} is missing in the environment. Install what provides it, or name another environment.',
  'verdict.missingFile': 'The file {{file}} is missing. Bind a folder that holds it with --data.',
  'verdict.missingGpu': 'The script needs a GPU that can be used, and there is none here.',
  'verdict.missingNetwork': 'The script needs the network, which is closed to it.',
} as const;
