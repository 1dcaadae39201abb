export const attempt = {
  'attempt.asReported': 'The code of the report, as it is.',
  'attempt.given': 'The script that was given, {{name}}, as it is.',
  'attempt.userEdit': 'Your edit.',
  'attempt.addedImports_one': 'The code uses {{names}} and never imports it.',
  'attempt.addedImports_other': 'The code uses {{names}} and never imports them.',
  'attempt.addedPackage':
    'The code needs the module {{module}}, so the package {{distribution}} was added to the environment.',
  'attempt.otherEnvironment':
    'The environment of the report’s time did not show it, so the same code runs with the releases of today.',
  'attempt.otherForLibrary':
    '{{name}} could not be imported in the environment before, so the same code runs in another one.',
  'attempt.removedPrompts': 'The code was pasted with its prompts, so they were taken off.',
  'attempt.plainTypography': 'The code was pasted with typographic quotes, dashes or spaces, so they were made plain.',
  'attempt.dedented': 'A part of the code was pasted with a deeper indentation, so it was moved back.',
  'attempt.printCalls': 'The code prints as Python 2 does, so the statements were made calls.',
  'attempt.definedAsReported': 'The code lacks {{name}}; the report says in words what it is.',
  'attempt.takenFromProject_one': 'The code lacks {{names}}; the project defines it in {{files}}.',
  'attempt.takenFromProject_other': 'The code lacks {{names}}; the project defines them in {{files}}.',
  'attempt.epochsAsPrinted': 'The code never sets {{name}}; {{value}} is how many the report printed.',
  'attempt.setHyperparameter': 'The code never sets {{name}}; {{value}} is a usual small value.',
  'attempt.madeWithOwnData': '{{name}} is missing; it is made with {{source}}, which the code defines and never uses.',
  'attempt.standInData':
    'The data {{name}} are missing; small random ones of the shape that the code asks for stand in.',
  'attempt.standInNetwork': 'The network {{name}} is missing; a small one that fits the rest stands in.',
  'attempt.correctedForm':
    'The run ended where the stand-ins did not fit the code; they are made anew, as its message asks.',
  'attempt.movedDefinition': '{{name}} is defined below its first use; the definition is put in front of it.',
  'attempt.notFetched':
    'Runs have no network: something small of the same layout stands in for {{what}}, which would be fetched.',
  'attempt.otherForm':
    'With the data that were made so far it does not show; they are made in another form that the message speaks of.',
  'attempt.onProcessor_one':
    'There is no accelerator of the kind that the code asks for, so {{count}} line computes on the processor.',
  'attempt.onProcessor_other':
    'There is no accelerator of the kind that the code asks for, so {{count}} lines compute on the processor.',
  'attempt.mainGuard':
    'The script starts processes that would run it again, so what starts them runs in the main process alone.',
  'attempt.cutLines': 'The report leaves out a part of the code and marks it with dots, so the mark was taken out.',
  'attempt.python2': 'The code is in the syntax of Python 2, so it was brought to that of Python 3.',
  'attempt.answersInput': 'The script asks at the keyboard, and nobody answers while it runs; it gets a fixed answer.',
  'attempt.standInFunction':
    'The function {{name}} is missing; one that gives what the code makes of its result stands in.',
  'attempt.classAround': 'The report shows methods without their class, so the class {{name}} was put around them.',
  'attempt.skeleton': 'The report has no code; its traceback and its sentences show the call that fails.',
  'attempt.standInModule':
    'The module {{module}} is not installed, and nothing of the symptom needs it; an object that does nothing stands in.',
  'attempt.standInSetting': 'The code never defines {{name}}; a usual one stands in.',
  'attempt.migrated_one':
    'The installed release no longer knows what the code was written for, so {{count}} line was brought to it.',
  'attempt.migrated_other':
    'The installed release no longer knows what the code was written for, so {{count}} lines were brought to it.',
  'attempt.renamedArguments_one':
    'The installed release has other names for arguments of the code, so {{count}} line was brought to it.',
  'attempt.renamedArguments_other':
    'The installed release has other names for arguments of the code, so {{count}} lines were brought to it.',
  'attempt.removedArgument': 'The installed release no longer takes the argument {{argument}}, so it was taken out.',
  'attempt.ownModule':
    'The code imports from {{module}}, a file of its project that is not here; what it takes from there is made instead.',
  'attempt.toldCall': 'The code only prepares what fails; the call that the report names was added: {{call}}',
  'attempt.calledFunction': 'The code defines {{name}} and never calls it, so a call was added.',
  'attempt.filesMade':
    'The code reads {{file}}, which is not there; a small stand-in of the same layout is written first.',
  'attempt.logged': 'Lines of ours tell what the symptom speaks of: {{what}}.',
  'attempt.learnableData':
    'The stand-in “{{inputs}}” says something of “{{targets}}” now: where there is nothing to learn, learning nothing is no fault.',
  'attempt.smaller_one': 'One size of what is timed is made a quarter of it, so that the run ends in time.',
  'attempt.smaller_other': '{{count}} sizes of what is timed are made a quarter of them, so that the run ends in time.',
  'attempt.shortened_one': 'It did not end in time, so {{count}} loop makes {{most}} rounds at most.',
  'attempt.shortened_other': 'It did not end in time, so {{count}} loops make {{most}} rounds at most.',
  'attempt.moreIsMissing': 'Not run: more is missing, as the next attempts show.',
  'attempt.notRunYet': 'Kept, not run yet.',
  'attempt.notApproved': 'Not approved, not run.',
  'attempt.notFound': 'This attempt is not there any more. Reload, and choose another one.',
  'attempt.changedMeanwhile': 'The script of this attempt is another one than you saw. Look at it again, then run it.',
  'attempt.reopenedToRun': 'Attempt {{number}} is run again.',
  'attempt.running': 'Running attempt {{number}}',
  'attempt.showsIt': 'Shows the reported symptom',
  'attempt.nothingObserved': 'It ends without the reported symptom',
  'attempt.reproduced': 'Reproduced by attempt {{number}}: {{symptom}}',
  'attempt.lastDidNotShow': '(attempt {{number}}, which ran last, does not show it)',
  'attempt.notReproduced_one': 'Not reproduced: “{{symptom}}” did not show. {{near}}',
  'attempt.notReproduced_other':
    'Not reproduced in {{count}} attempts: “{{symptom}}” did not show. The nearest: {{near}}',
  'attempt.inconclusive': 'No answer: what ran does not decide whether {{symptom}} shows.',
  'attempt.couldNotStart': 'The script could not be started. {{reason}}',
  'attempt.timeLimit':
    'Time is missing: the script ran for {{seconds}} s and was ended. Give it more with `--time-limit`, or shorten it.',
  'attempt.idleLimit': 'The script printed nothing for longer than the limit allows and was ended.',
  'attempt.memoryLimit':
    'Memory is missing: the script went over the limit of memory and was ended. Make its data smaller.',
  'attempt.outputLimit': 'The script printed more than the limit allows and was ended. Make it print less.',
  'attempt.processLimit': 'The script started more processes than the limit allows and was ended. Make it start fewer.',
  'attempt.diskLimit': 'The script wrote more to disk than the limit allows and was ended. Make it write less.',
  'attempt.budgetOfRuns_one':
    'The search ended after {{count}} run: more it does not make. Edit the script by hand and run it.',
  'attempt.budgetOfRuns_other':
    'The search ended after {{count}} runs ({{seconds}} s): more it does not make. Edit the script by hand and run it.',
  'attempt.budgetOfSeconds_one':
    'Time is missing: the search used up its {{seconds}} s in {{count}} run. Edit the script by hand and run it, or give more with `--time-limit`.',
  'attempt.budgetOfSeconds_other':
    'Time is missing: the search used up its {{seconds}} s in {{count}} runs. Edit the script by hand and run it, or give more with `--time-limit`.',
  'attempt.nothingLeft': 'The search ended because no edit is known that would go on from here.',
  'attempt.onlyKnownScripts_one':
    'The search ended because the one edit that is left leads to a script that ran already.',
  'attempt.onlyKnownScripts_other':
    'The search ended because all {{count}} edits that are left lead to scripts that ran already.',
  'attempt.givenEnvironmentLacks':
    'The given environment has no {{module}}. Install {{distribution}} there, or leave out `--environment`.',
  'attempt.failed':
    'Reprise itself made a mistake and stopped ({{detail}}). Nothing is lost: start again, and report it if it happens again.',
} as const;
