export const execution = {
  'execution.folderMissing': 'The folder {{folder}} is not there. Put it back, or choose another one.',
  'execution.programMissing': '{{program}} is not there. Install it, or choose another environment.',
  'execution.programForbidden': '{{program}} may not be run. Make the file executable, or choose another environment.',
  'execution.noRoom':
    '{{program}} could not be started: the machine has no memory or no processes left. Close other programs and try again.',
  'execution.noDescriptors':
    '{{program}} could not be started: too many files are open. Close other programs and try again.',
  'execution.startFailed': '{{program}} could not be started: {{detail}}',
  'execution.badId': 'There is no such execution. Reload the page.',
  'execution.badScriptName':
    '{{name}} is no name for a script. Use letters, digits and underscores, and the ending .py.',
  'execution.folderUnwritable':
    'The folder {{path}} cannot be made. See that the disk has room and that the folder above can be written.',
  'execution.noTerminal': 'A terminal could not be opened: {{detail}}',
  'execution.sandboxFailed':
    'The sandbox could not be started ({{detail}}). Try again; if it stays so, run with limits only by `--sandbox off`.',
  'execution.terminalTitle': 'Output of {{script}}',
  'limits.noGroups': 'This system has no control groups of version 2 that Reprise can see.',
  'limits.noControllers': 'The control group of Reprise has no say over memory and processes.',
  'limits.notOurs':
    'The control group of Reprise may not be divided by it, and the user has no service manager that could.',
  'limits.notDelegated':
    'The service manager has not left the control group of Reprise ({{unit}}) to it, and would end Reprise when a run is ended for memory.',
  'limits.shared': 'The control group of Reprise also holds programs that are not its own.',
  'limits.running': 'This kind of run cannot be given a scope of the service manager.',
  'limits.unused': 'Control groups are not used here.',
  'limits.gone': 'The run could not be taken into its control group.',
  'limits.refused': 'The system refused a control group: {{detail}}',
  'sandbox.off': 'The sandbox is off: this script runs with limits on time, memory, processes, output and disk only.',
  'sandbox.missing':
    'Scripts cannot be confined: bubblewrap is not installed. Install the package `bubblewrap`, or run with limits only by `--sandbox off`.',
  'sandbox.tooOld':
    'Scripts cannot be confined: this bubblewrap is too old. Install version 0.5 or newer of the package `bubblewrap`, or run with limits only by `--sandbox off`.',
  'sandbox.refused':
    'Scripts cannot be confined: bubblewrap is installed but the system refuses it ({{detail}}). Allow user namespaces (`sysctl kernel.unprivileged_userns_clone=1`, on Ubuntu `kernel.apparmor_restrict_unprivileged_userns=0`; in a container, more privileges), or run with limits only by `--sandbox off`.',
  'sandbox.notHere':
    'Scripts cannot be confined on this system: only Linux and macOS have a sandbox that Reprise can use so far. Run with limits only by `--sandbox off`.',
  'sandbox.seatbeltRefused':
    'Scripts cannot be confined: the sandbox of macOS (`/usr/bin/sandbox-exec`) does not work here ({{detail}}). Run with limits only by `--sandbox off`.',
  'sandbox.seatbeltLoopback': 'Programs of this machine that listen on its own addresses are in reach of this step.',
  'sandbox.seatbeltIsWeaker':
    'The sandbox of macOS bounds neither temporary files nor shared memory in size, and Reprise’s profile for it has not been tried on a Mac yet.',
  'sandbox.pathUnquotable':
    'The folder {{path}} cannot be shown to a script safely: its name has a quotation mark, a backslash or a character that cannot be printed. Rename it, or choose another one.',
  'sandbox.pathMissing': 'The folder {{path}} is not there. Put it back, or choose another one.',
  'sandbox.pathTooWide':
    '{{path}} cannot be shown to a script as a whole: it holds more than one project. Choose the folder of the project itself.',
  'sandbox.rootOfHost':
    'Reprise runs as root, and some of these folders are for root alone, so the script runs as root without any privilege: it reads what root may read in the folders that it sees.',
  'sandbox.unfiltered':
    'System calls cannot be filtered on this machine, so a script reaches more of the kernel than it needs.',
  'sandbox.unsized': 'This bubblewrap cannot limit temporary files in memory; version 0.7 can.',
} as const;
