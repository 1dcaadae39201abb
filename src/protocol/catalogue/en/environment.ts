export const environment = {
  'environment.broken.interpreterMissing': 'It has no Python interpreter.',
  'environment.broken.baseMissing': 'The Python that it was made from is gone ({{target}}).',
  'environment.broken.libraryMissing': 'It has no standard library of Python.',

  'environment.failure.noPython': 'No Python was found. Install Python 3.8 or newer, or name one with --python PATH.',
  'environment.failure.noPythonOf':
    'Python {{version}} was asked for, but was not found. Found: {{found}}. Install it, or choose another with --python.',
  'environment.failure.pythonNotFound':
    'There is no working Python at {{path}}: {{reason}} Give the path of an interpreter, or a version such as 3.11.',
  'environment.failure.pythonWords':
    '"{{given}}" is neither a Python version such as 3.11 nor the path of an interpreter.',
  'environment.failure.environmentNotFound':
    'There is no Python environment at {{path}}. Give the folder of one, or its interpreter.',
  'environment.failure.environmentBroken': 'The environment at {{path}} cannot be used. {{reason}}',
  'environment.failure.tooOld':
    'Making an environment for Python {{version}} is not possible; it works for 2.7, and from 3.6 on. Name an existing environment with --environment.',
  'environment.failure.unknownPackages':
    'Not on the list of known packages, so not installed: {{names}}. Allow a package by its name with --allow-package.',
  'environment.unknown.install': 'Not on the list of known packages: {{names}}. Install all the same?',
  'environment.unknown.releases_one': '{{name}} has one release in the package index, of {{first}}.',
  'environment.unknown.releases_other':
    '{{name}} has {{count}} releases in the package index, the first of {{first}}, the last of {{last}}.',
  'environment.unknown.noDays_one': '{{name}} has one release in the package index, which tells no days.',
  'environment.unknown.noDays_other': '{{name}} has {{count}} releases in the package index, which tells no days.',
  'environment.unknown.young_one': 'It appeared within the last day.',
  'environment.unknown.young_other': 'It appeared only {{count}} days ago.',
  'environment.unknown.absent': 'The package index has nothing by the name {{name}}.',
  'environment.unknown.untold': 'The package index was not reached, so the age of {{name}} is not known.',
  'environment.unknown.nearest': '{{name}} looks like {{nearest}}, which is on the list: is that one meant?',
  'environment.failure.noSandbox': 'Packages are installed in a sandbox only. {{reason}}',
  'environment.failure.noInstaller':
    'The installer uv was not found, and no Python here has pip to fetch it. Install uv, or the package python3-venv, then try again.',
  'environment.failure.noNetwork':
    'The package index was not reached. Connect to the network, or name an existing environment with --environment.',
  'environment.failure.noVersion': 'A wanted version is not in the package index. {{detail}}',
  'environment.failure.noneOf': 'There is no ready-made {{name}} of that version for this Python.',
  'environment.failure.twoBuilds': 'Another package asks for {{name}} itself, beside {{build}}.',
  'environment.failure.yanked':
    'A wanted version was withdrawn from the package index by its makers. {{detail}} Ask for another version, or for that one alone by its exact number.',
  'environment.failure.sourceOnly':
    'A wanted version is in the package index as source only, and building from source is refused. {{detail}} Choose another version, or name an existing environment with --environment.',
  'environment.failure.buildFailed':
    'A package that has to be built from source could not be built. {{detail}} Choose another version, or another Python with --python.',
  'environment.failure.otherPython':
    'A wanted version is not for Python {{python}}. {{detail}} Choose another Python with --python.',
  'environment.failure.brokenPython':
    'Python {{python}} could not be started by the installer. {{detail}} Choose another Python with --python, or install it again.',
  'environment.failure.indexRefused':
    'The package index refused to answer ({{status}}). Check its address and the name and password in it, in the settings.',
  'environment.failure.unreadable':
    'A wanted version is in the package index in a form that cannot be read. {{detail}} Ask for another version, or check the package index in the settings.',
  'environment.failure.elsewhere':
    'The installation wanted to reach {{places}}, which is not the package index, and was refused. If your own index keeps its files there, add that host to packageHosts in the settings.',
  'environment.failure.indexBusy':
    'The package index does not work at the moment ({{status}}). Try again later, or name an existing environment with --environment.',
  'environment.failure.conflict': 'The wanted versions do not go together. {{detail}}',
  'environment.failure.noWheel':
    'A wanted version has no ready-made package for Python {{python}} on this machine. {{detail}} Choose another Python with --python, or name an existing environment with --environment.',
  'environment.failure.diskFull': 'The disk is full. Free some space at {{path}}, then try again.',
  'environment.failure.strangeLock':
    'The installer answered with something that is not a list of names and versions, so nothing was installed.',
  'environment.failure.strangeBuild':
    'The build of {{name}} from its source did not leave one readable package of that name and version, so nothing of it was used. Choose another version, or another Python with --python.',
  'environment.failure.endlessBuilds':
    'No versions were found that go together: each package that was built from source asked for others ({{names}} at last). Ask for these by their exact numbers.',
  'environment.failure.changedContent':
    'What the package index gave does not have the content that it should have, so it was not used. Check the package index in the settings.',
  'environment.failure.time': 'The installation took longer than {{minutes}} minutes and was ended. Try again.',
  'environment.failure.notImported': '{{name}} was installed, but cannot be imported ({{type}}: {{text}}).',
  'environment.failure.other': 'The installation failed. {{detail}}',
  'environment.failure.couldNotStart': 'The installer could not be started: {{reason}}',
  'environment.failure.ended': 'The installer was ended before it was done ({{reason}}).',

  'environment.failure.notOurs':
    'There is no environment {{name}} that Reprise made, so nothing was removed. List them with: reprise environments list',

  'environment.python.given': 'You chose it.',
  'environment.python.fromEnvironment': 'It belongs to the environment that is used.',
  'environment.python.stated': 'The report states Python {{stated}}.',
  'environment.python.nearest':
    'The report states Python {{stated}}, which is not on this machine; this is the nearest.',
  'environment.python.packages':
    'The one here that most packages support, with ready-made packages of the wanted versions.',
  'environment.python.date': 'Fits the day of the report, {{date}}.',
  'environment.python.conda': '{{program}} brings it, as it is not on this machine.',
  'environment.python.withoutConda': 'So Python {{version}} of this machine is taken, without {{program}}.',
  'environment.note.conda': 'Making an environment with {{program}}: {{specs}}',
  'environment.python.next': 'Python {{version}} is tried, as it could not be made with {{first}}.',
  'environment.python.current': 'The one here that most packages support.',

  'environment.row.date': 'The newest on the day of the report, {{date}}.',
  'environment.row.anyDay': 'Of any day, as not all could be had of {{date}}.',
  'environment.row.beside': 'The newest on {{date}}, when {{name}} {{version}} was in use.',
  'environment.row.era': 'The report speaks of "{{what}}", so {{range}} ({{source}}).',
  'environment.row.current': 'The newest of today, as those of the report’s time did not show the symptom.',
  'environment.row.installed': 'The report installs it: {{command}}',
  'environment.row.framework': 'The report is about it.',
  'environment.row.first':
    'The package index has nothing of {{name}} from before {{day}}, so its first release there, {{version}}, is the nearest to {{date}}.',
  'environment.row.undeclared': 'Releases of {{name}} need it and do not say so; the newest on {{date}}.',
  'environment.row.kerasOn':
    'The Keras of its own that TensorFlow {{version}} can carry; a newer one ends at its import.',
  'environment.row.given': 'You asked for it.',
  'environment.row.files': 'Declared by the project in {{file}}.',
  'environment.row.steppedBack':
    '{{name}} {{stated}} has no ready-made package for Python {{python}}; {{version}} is the nearest that has.',
  'environment.row.nearer': '{{wanted}} could not be had, so the nearest is taken: {{taken}}.',
  'environment.row.cpuBuild':
    'This machine has no graphics card for it, so {{build}} is taken: the same code as {{name}}, without that for cards.',
  'environment.row.cpuIndex':
    'This machine has no graphics card for it, so the build without CUDA is taken, from {{host}}.',
  'environment.row.wholeBuild': '{{build}} could not be had in its place, so {{name}} itself is taken.',
  'environment.row.unreadable': 'The version "{{specifier}}" cannot be read, so any version is taken.',
  'environment.row.invalid': 'This is not a package name.',

  'environment.difference.python': 'Python {{actual}} is used; the report states {{stated}}.',
  'environment.difference.version': '{{name}} {{actual}} is used; wanted is {{wanted}}.',
  'environment.difference.withdrawn':
    'Its makers have withdrawn this release since, and it was asked for: {{name}} {{version}}.',
  'environment.difference.withdrawnFor':
    'Its makers have withdrawn this release since, and it was asked for: {{name}} {{version}} ({{reason}}).',
  'environment.column.kind': 'KIND',
  'environment.column.python': 'PYTHON',
  'environment.column.size': 'SIZE',
  'environment.column.lastUse': 'LAST USE',
  'environment.column.name': 'NAME OR MAKER',
  'environment.column.frameworks': 'FRAMEWORKS',
  'environment.column.interpreter': 'INTERPRETER',
  'environment.time.seconds': '{{seconds}} seconds',
  'environment.time.minutes': '{{minutes}} minutes',
  'environment.time.assumed':
    'About {{time}}, if {{rate}} a second come: nothing of that size was made here yet to measure it by. What is in the cache takes less.',
  'environment.time.measured_one':
    'About {{time}}, at the {{rate}} a second of the environment of that size that was made here. What is in the cache takes less.',
  'environment.time.measured_other':
    'About {{time}}, at {{rate}} a second, the middle of {{count}} environments that were made here. What is in the cache takes less.',
  'environment.difference.unimportable': '{{name}} cannot be imported in this environment ({{type}}: {{text}}).',
  'environment.difference.missing': '{{name}} is not installed in this environment.',

  'environment.notice.nearest': '{{reason}} The nearest environment on this machine is used instead: {{name}}.',
  'environment.notice.next': '{{reason}} {{change}}',
  'environment.notice.noDay':
    '{{reason}} So the packages beside the stated ones are taken of any day, not of {{date}}.',
  'environment.notice.heavyRefused': 'The large packages were not approved.',

  'environment.notice.leftOut_one':
    'One line of the project’s files leads elsewhere than to the package index, so it is not followed: {{lines}}',
  'environment.notice.leftOut_other':
    '{{count}} lines of the project’s files lead elsewhere than to the package index, so they are not followed: {{lines}}',
  'environment.files.unreadable': 'This file is not of its form, so nothing of it is taken.',

  'environment.note.searching': 'Looking for Python environments',
  'environment.note.choosing': 'Choosing an interpreter and packages',
  'environment.note.fetchingInstaller': 'Fetching the installer uv {{version}}',
  'environment.note.resolving': 'Finding versions that go together',
  'environment.importCrashed': 'the interpreter ended while it was imported',
  'environment.note.importing': 'Importing once: {{names}}',
  'environment.note.fromSource': 'Built from source, as there was no ready-made package then: {{names}}',
  'environment.note.olderThanOfTheDay':
    '{{name}} {{newest}} was out on that day but cannot be had, so {{locked}} is taken. {{reason}}',
  'environment.note.refusedElsewhere': 'Refused, as it is not the package index: {{places}}',
  'environment.note.tool': 'Python {{version}} needs an older tool: {{tool}}',
  'environment.failure.noToolPython':
    'Making an environment for Python {{version}} needs a Python from 3.8 to 3.12 beside it. Install one, or name an existing environment with --environment.',
  'environment.note.creating': 'Making an environment with Python {{version}}',
  'environment.note.installing_one': 'Installing {{count}} package',
  'environment.note.installing_other': 'Installing {{count}} packages',
  'environment.note.waiting': 'Waiting for the same environment, which is being made',
  'environment.note.ready': 'The environment is ready in {{prefix}}',
  'environment.note.found': 'Found the environment in {{prefix}}, nothing had to be installed',

  'environment.terminal.title': 'Environment',
} as const;
