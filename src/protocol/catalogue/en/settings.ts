export const settings = {
  'settings.noKeyStore':
    'No key store is in use here, so Reprise keeps no keys. Give a key by an environment variable such as {{variable}}.',
  'keys.noSession': 'There is no session with a key store here, as over a plain remote login, so no key is kept.',
  'keys.noTool':
    'The key store of this system is reached through {{tool}}, which is not installed. Install the package {{package}}.',
  'keys.noStore': 'Reprise reaches no key store on this system outside of its window, so no key is kept here.',
  'keys.refused':
    'The key store of this system did not do it ({{detail}}). Unlock it, or set up a keyring, and try again.',
  'keys.notAKey': 'That is no key: it has to be one line of 1 to 2000 letters, digits and signs, without blanks.',
  'keys.setAndRemove': 'Give --set or --remove, not both.',
  'keys.ask': 'Key for {{address}} (not shown):',
  'keys.own': 'There is a key for {{address}}.',
  'keys.general': 'There is a key for any endpoint, which goes to {{address}} too.',
  'keys.none': 'There is no key for {{address}}.',
  'settings.badSecretName': 'A key’s name holds letters, digits and hyphens only.',
} as const;
