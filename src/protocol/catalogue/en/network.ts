/** Ways out of this machine. */
export const network = {
  'network.offline':
    '{{host}} was not asked, since Reprise is offline. Leave out --offline and REPRISE_OFFLINE, and turn off the setting, to ask it.',
  'network.offlineInstall':
    'Packages are taken from the cache alone, since Reprise is offline: {{reason}} Leave out --offline and REPRISE_OFFLINE, and turn off the setting, to fetch them.',
} as const;
