export const approval = {
  'approval.plan':
    'Go on with this plan? It approves the shown script and what edit actions make of it, inside the sandbox, without network.',
  'approval.script': 'Run the script of attempt {{number}}? It holds code that was not in the report.',
  'approval.prompt': 'Send this question to {{model}} at {{address}}? It leaves this machine.',
  'approval.promptLocal': 'Put this question to {{model}} on this machine?',
  'approval.refusedPrompt': 'A question to a model was not allowed.',
  'approval.heavy': 'Fetch {{names}}? It takes about {{size}} on disk.',
  'approval.unknown': 'Install {{names}}? Only the report names it; it is not on the list of known packages.',
  'approval.weakerSandbox': 'Run with limits only, without a sandbox? {{reason}}',
  'approval.noSandbox': 'This machine has no sandbox that Reprise knows. Install the package `bubblewrap`.',
  'approval.refusedPlan': 'The plan was not accepted. Edit it and start again.',
  'approval.refusedScript': 'The script was not approved. Edit it, or start again and approve it.',
  'approval.refusedHeavy':
    '{{names}} is missing: it takes about {{size}} on disk and was not approved. Allow it with `{{flags}}`, or name an environment that has it with `--environment`.',
  'approval.refusedUnknown':
    '{{names}} is missing: only the report names it, and it was not approved. Allow it with `{{flags}}` if you trust it.',
  'approval.refusedNetwork': 'The network is missing: it was not approved. Start again and approve it.',
  'approval.refusedData':
    'Data are missing: {{what}} was not approved. Start again and approve it, or give a folder with `--data`.',
  'approval.refusedSandbox':
    'A sandbox is missing, and running without one was not approved. {{reason}} Or run with limits only: `--sandbox off`.',
} as const;
