/** Why a run that could have been forked from a warm interpreter was started anew. */
export const warm = {
  'warm.rootAlone':
    'Started cold: Reprise runs as root, and some of these folders are for root alone, so namespaces cannot be nested in the sandbox.',
  'warm.noSandbox': 'Started cold: interpreters are kept warm inside the sandbox only.',
  'warm.noParser': 'Started cold: the script cannot be parsed.',
  'warm.oldPython': 'Started cold: interpreters older than Python 3.6 are not kept warm.',
  'warm.shadowed':
    'Started cold: the project has a module named {{name}}, which a warm interpreter would have taken from elsewhere.',
  'warm.noStart': 'Started cold: the warm interpreter could not be made ready. {{printed}}',
  'warm.importFailed': 'Started cold: {{reason}}',
  'warm.noMemory': 'Started cold: a warm interpreter would take more memory than there is to spare.',
  'warm.refused': 'Started cold: the system refuses namespaces inside the sandbox ({{detail}}).',
  'warm.orphaned':
    'Run again, cold: the warm interpreter ended while the script ran in it, and took it down. Nothing is judged by that run.',
  'warm.gone': 'Started cold: the warm interpreter has ended.',
} as const;
