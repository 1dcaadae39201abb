export const settings = {
  'settings.noKeyStore':
    'No key store is in use here, so Reprise keeps no keys. Give a key by an environment variable such as {{variable}}.',
  'settings.badSecretName': 'A key’s name holds letters, digits and hyphens only.',
} as const;
