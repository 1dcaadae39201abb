export const share = {
  'share.offline':
    '{{host}} was not reached. Look at your network and try again; nothing was shared, and the reproducer lies where it was.',
  'share.slow': '{{host}} did not answer in time. Try again; look first whether the gist was made.',
  'share.large': 'The answer is larger than anything that was asked for. Nothing of it was taken.',
  'share.gist.address': 'That is no gist. Give its identifier or its address.',
  'share.gist.large': 'A file of this gist is too large to be given whole. Clone it with git, and give the folder.',
  'share.gist.strange':
    '{{host}} answered with something else than a gist. Look whether the address of the server is right.',
  'share.gist.noToken':
    'A gist needs a token of yours with the right “gist” alone. Set GITHUB_TOKEN, or let the gh tool give one with --gh.',
  'share.gist.badToken':
    '{{host}} refuses the token: it expired or was revoked. Make a new one with the right “gist” alone.',
  'share.gist.scope': 'The token may not write gists. Make one with the right “gist” alone.',
  'share.gist.sso':
    'Your organisation asks for single sign-on with this token. Authorise it at {{address}}, or use a token of another account.',
  'share.gist.limited': '{{host}} takes no more requests for {{minutes}} min. Try again then.',
  'share.gist.forbidden': '{{host}} refuses this: {{said}} Look at the token’s rights.',
  'share.gist.absent':
    'There is no such gist, or it is not yours. Look at its address; leave it out to make a new one.',
  'share.gist.invalid': '{{host}} does not take these files: {{said}}',
  'share.gist.conflict': 'The gist was changed at the same moment. Try again.',
  'share.gist.moved':
    '{{host}} sends on to another place, which is not followed. Look whether the address of the server is right.',
  'share.gist.broken':
    '{{host}} has a fault of its own ({{status}}). Try again later; look first whether the gist was made.',
  'share.gist.other': '{{host}} answered with status {{status}}, which this program does not know.',
  'share.gist.half':
    'The gist {{address}} has the report’s code alone, for its second revision failed: {{why}} Go on with --gist {{id}}.',
  'share.changed': 'The reproducer was written anew since it was shown. Look at it again before it is shared.',
  'share.refused':
    '{{file}} holds on line {{line}} what must not leave this machine ({{rule}}). Nothing was shared. Change the script, run it again, and share that.',
  'share.zip.large': 'This is larger than any reproducer. Nothing of it was read.',
  'share.zip.strange': 'This is no zip file that can be read. Give the folder, zip or gist that Reprise exported.',
  'share.source.missing': '{{place}} is not there. Give the folder, zip or gist that Reprise exported.',
  'share.source.unreadable': '{{place}} cannot be read ({{reason}}).',
  'share.gh.absent': 'The gh tool is not here. Set GITHUB_TOKEN instead.',
  'share.gh.slow': 'The gh tool gave no answer in 20 s: its key store may wait for you. Set GITHUB_TOKEN instead.',
  'share.gh.signedOut': 'The gh tool gives no token. Sign in with it, or set GITHUB_TOKEN.',
  'share.device.show': 'Open {{address}} in a browser and type {{code}} there. It asks for the right to gists alone.',
  'share.device.none':
    'Signing in needs the client id of an OAuth app, and none is set. Give a token with the right `gist` in GITHUB_TOKEN, or use --gh.',
  'share.device.expired': 'The code for {{host}} has expired. Start the export again and type the new one in time.',
  'share.device.denied': 'You refused it at {{host}}, so nothing was shared.',
  'share.device.disabled':
    'The OAuth app of this client id does not allow signing in by a code at {{host}}. Give a token with the right `gist` in GITHUB_TOKEN, or use --gh.',
  'share.device.client':
    '{{host}} does not know the client id that is set. Check REPRISE_GIST_CLIENT_ID, or give a token in GITHUB_TOKEN.',
  'share.device.strange':
    '{{host}} did not let us sign in (status {{status}}). Try later, or give a token in GITHUB_TOKEN.',
} as const;
