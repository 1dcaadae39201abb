export const bisect = {
  'bisect.started': 'Searching the release of {{name}} that it came with',
  'bisect.reading': 'Reading the list of releases of {{name}}',
  'bisect.probing': 'Trying {{name}} {{version}}',
  'bisect.row': 'The release that is tried.',
  'bisect.dated': '{{version}} ({{day}})',
  'bisect.came': 'It came with {{name}} {{newer}}: first bad {{newer}}, last good {{older}}.',
  'bisect.went': 'It went with {{name}} {{newer}}: first good {{newer}}, last bad {{older}}.',
  'bisect.cameBetween_one':
    'It came between {{name}} {{older}}, the last good one, and {{newer}}, the first bad one that could be tested. In between {{between}} could not be.',
  'bisect.cameBetween_other':
    'It came between {{name}} {{older}}, the last good one, and {{newer}}, the first bad one that could be tested. In between {{count}} could not be: {{between}}.',
  'bisect.wentBetween_one':
    'It went between {{name}} {{older}}, the last bad one, and {{newer}}, the first good one that could be tested. In between {{between}} could not be.',
  'bisect.wentBetween_other':
    'It went between {{name}} {{older}}, the last bad one, and {{newer}}, the first good one that could be tested. In between {{count}} could not be: {{between}}.',
  'bisect.othersDiffer': 'Between the two these differ as well, and could be the cause: {{list}}.',
  'bisect.noGood':
    'No older release of {{name}} is known to be without it: {{version}} is the oldest that shows it. Name one that works (`--good`).',
  'bisect.badIsClean':
    '{{name}} {{version}} was to show it, and does not: {{reason}} Name a release in which it was seen (`--bad`).',
  'bisect.goodShows':
    '{{name}} {{version}} was to be without it, and shows it: {{reason}} Name another release without it (`--good`).',
  'bisect.endUntestable':
    '{{name}} {{version}} cannot be tested, so there is nothing to search between: {{reason}} Name another release (`--good`, `--bad`).',
  'bisect.noIndex':
    'The package index cannot be reached for the releases of {{name}}. Check the network, then start again.',
  'bisect.noSuchPackage': 'The package index has no {{name}}. Check how its name is spelled.',
  'bisect.refused':
    'The package index refused to list {{name}} (status {{status}}). Check its address and the rights for it.',
  'bisect.unreadable':
    'The package index answered for {{name}} with something that is no list of files. Check its address in the settings.',
  'bisect.notInstalled':
    '{{name}} is not in the environment where it showed. Name a release in which it was seen (`--bad`).',
  'bisect.noRelease': 'The package index has no {{name}} {{version}}. The last ones are {{near}}.',
  'bisect.sameEnds': '{{version}} cannot be both the good and the bad one.',
  'bisect.nothingOlder':
    'There is nothing older than {{name}} {{version}} with ready-made files for Python {{python}}. Name a release that works (`--good`).',
  'bisect.endPythons': '{{version}} for Python {{pythons}}',
  'bisect.noPython':
    'No interpreter on this machine has ready-made files of {{name}} for both ends: {{told}}. Install one that has, or name ends that lie nearer.',
  'bisect.otherPython':
    'Both ends of {{name}} need ready-made files for Python {{python}}: there are {{told}}. Name another one (`--python`), or leave it out.',
  'bisect.nothingShown': 'Only a fault that was seen can be searched for in other releases. Reproduce it first.',
  'bisect.leftOut':
    'Passed over: {{prereleases}} pre-releases, {{yanked}} withdrawn, {{noFiles}} without ready-made files for Python {{python}}.',
  'bisect.among': '{{count}} releases with Python {{python}}, from {{first}} to {{last}}',
  'bisect.answer.shows': 'shows it',
  'bisect.answer.clean': 'does not',
  'bisect.answer.untestable': 'untested',
  'bisect.ofRuns': '{{showing}} of {{runs}} runs',
  'cli.help.bisect': 'find the release of a package that a fault came with, by real runs',
  'cli.help.bisectWhat': 'id of a reproduction, the end of it, `last`, or a Python script',
  'cli.help.bisectPackage': 'the package, as the package index names it',
  'cli.help.good': 'a release without the fault (default: the nearest older one, looked for in steps that double)',
  'cli.help.bad': 'a release with it (default: that of the reproduction; of a script, the newest)',
  'cli.help.bisectReport': 'of a script: the report that says what goes wrong',
  'cli.help.shows': 'of a script: the line that shows it, such as the last one of its traceback',
  'cli.help.bisectPython': 'the interpreter for all releases, such as 3.11 (default: one with files for both ends)',
  'cli.help.bisectJobs': 'releases that are tried at once (default: 1)',
  'cli.help.prereleases': 'try pre-releases too',
  'cli.help.yanked': 'try withdrawn releases too',
  'cli.bisect.list': '{{reason}}',
  'cli.bisect.none':
    'The package index has no release of {{name}} with ready-made files for an interpreter on this machine.',
  'cli.bisect.what':
    'Say what goes wrong: --report FILE with the report, or --shows "TypeError: …" with the line that shows it.',
  'cli.bisect.jobs': '--jobs takes a whole number from 1 to 8, not {{value}}.',
  'cli.bisect.python': '--python takes the two numbers of an interpreter here, such as 3.11, not {{value}}.',
  'cli.bisect.release': '--{{option}} takes a release such as 2.1.0, not “{{value}}”.',
  'cli.bisect.name': '--package takes the name of one package, such as numpy, not “{{value}}”.',
} as const;
