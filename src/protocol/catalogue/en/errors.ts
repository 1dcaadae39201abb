export const errors = {
  'errors.internal':
    'Reprise met a fault of its own and could not do this. Try again; if it stays, report it with the log.',
  'errors.badParams': 'Reprise could not read this request: {{field}}: {{problem}}. Correct it and try again.',
  'errors.badFrame':
    'Reprise could not read this message. Reload the page, or use the client that came with this version.',
  'errors.helloFirst': 'The first message must be a greeting. Use the client that came with this version of Reprise.',
  'errors.unsupportedVersion':
    'This client speaks version {{client}} and Reprise speaks version {{host}}. Reload the page, or start the same version of both.',
  'errors.unknownMethod': 'Reprise has no method “{{method}}”. Use the client that came with this version.',
  'errors.overloaded': 'Reprise has too many open requests from this client. Wait a moment and try again.',
  'errors.stopping': 'Reprise is closing. Start it again to go on.',
  'errors.cancelled': 'This was cancelled.',
  'errors.emptyReport': 'The report is empty. Paste or choose the text of a bug report.',
  'errors.reportTooLarge':
    'The report is {{size}} MB, more than {{limit}} MB. Give the part that describes the bug; a whole log can be left out.',
  'errors.binaryReport':
    'The report “{{name}}” is not a text in UTF-8. Save it as UTF-8 text or Markdown, or paste its text.',
  'errors.noReproduction': 'There is no reproduction {{id}}. Choose one of the list.',
  'errors.damagedReproduction':
    'The record of this reproduction cannot be read: {{reason}}. Its folder is kept at {{folder}}; take what you need from there, or remove it.',
  'errors.emptySteering': 'Say something to the next step first.',
  'errors.noReason': 'Say why: the reason is kept with the verdict.',
  'errors.verdictChanged': 'The verdict has changed meanwhile. Look at it again, then overrule it.',
  'errors.noAttempt': 'There is no attempt {{id}} in this reproduction. Choose one of the list.',
  'errors.noScript': 'There is no script {{id}} in this reproduction, or its file was changed from outside.',
  'errors.noReport':
    'The report of reproduction {{id}} is not there any more. Create a new reproduction from its text.',
  'errors.noReproducer': 'No reproducer has been written yet. Run the reproduction until a script shows the bug.',
  'errors.noTerminal': 'There is no terminal {{id}}. Its output may have been removed.',
  'errors.noExample': 'There is no example {{id}}. Look at the list for those that are there.',
  'errors.noRequest': 'This question is not open any more. Look at the present state of the reproduction.',
  'errors.noPlan': 'There is no plan yet. Start the reproduction and wait until it proposes one.',
  'errors.running': 'This reproduction is running. Stop it first.',
  'errors.planChanged': 'The plan has changed since you saw it. Look at the present plan and do this again.',
  'errors.scriptChanged': 'This is not the script of that attempt. Look at the attempt again and run what is shown.',
  'errors.approvalChanged': 'The question has changed since you saw it. Look at it again and answer anew.',
  'errors.resolveTooEarly': 'The environment can be chosen once the report was read. Start the reproduction first.',
  'errors.chooseTooLate':
    'What a reproduction runs with can be chosen while its plan waits for you or after the end. Stop it first.',
  'errors.noPath': 'Type the path of an environment, of its interpreter, or of a folder of environments.',
  'errors.noEnvironmentAt':
    'There is no Python environment at {{path}}. Give the absolute path of one, of its interpreter, or of a folder that holds some.',
  'errors.noStep': 'There is no such step in the plan any more. Look at it again.',
  'errors.lockedStep': 'This step is locked. Unlock it first.',
  'errors.noOtherStep': 'Nothing else came of it. Edit the step, or say in a comment what it lacks.',
  'errors.planTooLate': 'The plan can be edited while it waits for you or after the end. Stop the reproduction first.',
  'errors.notApproved': 'This script was not approved, so it was not run. Approve it and run it again.',
  'errors.untrusted':
    'A page cannot start runs or approve anything by itself. Press the button of the Run surface at the top right.',
  'errors.offerChanged': 'What would be done has changed since you saw it. Look at it again, then press anew.',
  'errors.acknowledgedTooMuch': 'More output was acknowledged than was sent. Attach to the terminal again.',
  'errors.unwritable':
    'Reprise cannot write to {{path}} ({{reason}}). Free space or set the rights there, or give another folder by REPRISE_HOME or --home.',
  'errors.locked':
    'Reprise is already running on {{path}} as process {{processId}}. Use that one, end it, or give another folder by REPRISE_HOME or --home.',
  'errors.lockedUnknown':
    'Another program uses {{path}}. End it, or give another folder by REPRISE_HOME or --home. If none is running, delete {{lockFile}}.',
  'errors.noHome': 'Reprise found no home folder to keep its records in. Give a folder by REPRISE_HOME or --home.',
  'errors.damagedLine': 'line {{line}} of its event log is not what Reprise writes',
  'errors.damagedNewer': 'its event log was written by a newer version of Reprise',
  'errors.damagedOrder': 'line {{line}} of its event log is out of order',
  'errors.damagedEmpty': 'its event log is empty',
  'errors.damagedRead': 'its event log could not be read ({{reason}})',
  'errors.diskEnded': 'The last step could not be written to disk, so the run was ended: {{reason}}',
  'errors.failedRun': 'Reprise met a fault of its own and ended the run. Nothing was lost; start it again to go on.',
  'errors.cancelledRun': 'You cancelled it. Nothing is lost; it can go on from where it was.',
  'errors.reopenedByUser': 'Taken up again by you.',
  'errors.emptyScript': 'The script is empty. Write some code, or go back to the attempt before it.',
  'errors.emptyPlan': 'A plan needs at least one step. Keep one, or go back to the plan before.',
  'errors.repeatedStep': 'Two steps of the plan have the same id. Give each its own.',
} as const;
