/** Words about the project that a report speaks of. */
export const project = {
  'project.writing': 'Reading the project at commit {{commit}}',
  'project.noRepository': 'The folder is no git repository that can be read, so it is used as it is.',
  'project.unknownRevision':
    'The repository has no commit {{revision}}, so the folder is used as it is. Give a commit, a tag or a branch with --project-at.',
  'project.asItIs': 'The report names no commit and no day, so the folder is used as it is.',
  'project.isThere': 'What is checked out is what the report speaks of, so the folder is used as it is.',
  'project.notThen': 'The folder was not in the repository then, so it is used as it is now.',
  'project.at.given': 'The project is at {{by}} (commit {{commit}} of {{day}}), as you asked.',
  'project.at.stated': 'The project is at commit {{commit}} of {{day}}: the report names {{by}}.',
  'project.at.version':
    'The project is at its tag {{by}} (commit {{commit}} of {{day}}): the report states that version.',
  'project.at.date':
    'The project is at commit {{commit}} of {{day}}, the last one up to the day of the report, {{by}}.',
  'project.leftOut_one': 'One file of it could not be had.',
  'project.leftOut_other': '{{count}} files of it could not be had (links, other repositories, large files).',
} as const;
