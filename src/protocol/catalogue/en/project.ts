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
  'project.address.form':
    'This is no git address that Reprise takes. Give https://host/owner/name, git@host:owner/name, ssh://host/owner/name, or the path of a folder.',
  'project.address.scheme':
    'Reprise fetches projects by https and ssh alone. Give such an address, or the path of a folder that you have cloned.',
  'project.address.secret':
    'The address holds a name or a password, which would be kept with the reproduction. Give it without; for a private project use its ssh address, or clone it and give the folder.',
  'project.address.plain':
    'What comes by plain http can be changed on its way. Give the https address, or clone the project and give the folder.',
  'project.address.file': 'This file: address names no folder of this machine. Give the path of the folder instead.',
  'project.address.page':
    'A page may not have a repository fetched. Use the command line (--project ADDRESS), or clone it and choose the folder.',
  'project.remote.fetching': 'Fetching {{address}}',
  'project.remote.noGit':
    'A git address needs the program git, which is not on this machine. Install it, or give the path of a folder.',
  'project.remote.failed':
    '{{address}} could not be fetched ({{reason}}). Look at the address and the network; for a private project use its ssh address, or clone it and give the folder.',
  'project.remote.limit':
    '{{address}} is larger or slower than Reprise waits for ({{gigabytes}} GB, {{minutes}} minutes). Clone it yourself and give the folder.',
  'project.remote.empty': '{{address}} has no commit yet. Give another address, or the path of a folder.',
  'project.remote.head':
    'The report names no other commit that {{address}} has, so the project is at its newest one ({{commit}} of {{day}}).',
  'project.remote.unknown':
    '{{address}} has no commit {{revision}}, so the project is at its newest one ({{commit}} of {{day}}). Give a commit, a tag or a branch with --project-at.',
  'project.remote.stale': 'It could not be asked again, so what was fetched before is used.',
  'project.leftOut_one': 'One file of it could not be had.',
  'project.leftOut_other': '{{count}} files of it could not be had (links, other repositories, large files).',
} as const;
