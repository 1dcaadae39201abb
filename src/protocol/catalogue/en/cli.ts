export const cli = {
  'cli.web.foreign': 'This request does not come from the Reprise page, so it was refused.',
  'cli.web.method': 'Only GET and POST are answered here.',
  'cli.web.signIn':
    'Open the address that Reprise printed when it started; each signs in one browser, once. `reprise serve` prints a new one.',
  'cli.web.csrf': 'This change did not come from the Reprise page, so it was refused. Reload the page.',
  'cli.web.json': 'Send changes as application/json.',
  'cli.web.upgrade': 'This address takes WebSockets only.',
  'cli.web.notFound': 'There is nothing at this address.',
  'cli.web.failure': 'Reprise could not answer. Reload the page, or start Reprise again.',
  'cli.web.notBuilt': 'The page is not built. Run `npm run build` in the folder of Reprise.',
  'cli.web.port': 'Port {{port}} cannot be used ({{reason}}). Choose another with --port, or leave it out.',
} as const;
