/** Characters from a seed, so that each planted secret is another one and no vendor's real one. */
function characters(seed: number, length: number, alphabet: string): string {
  let state = (seed * 2654435761 + 12345) >>> 0;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += alphabet[(state >>> 8) % alphabet.length];
  }
  return text;
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const word = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hex = '0123456789abcdef';

export interface PlantedSecret {
  readonly kind: string;
  readonly secret: string;
  /** The line that it stands in. */
  readonly line: string;
}

const kinds: readonly {
  readonly kind: string;
  secret(seed: number): string;
  lines: readonly ((secret: string) => string)[];
}[] = [
  {
    kind: 'AWS access key',
    secret: (n) => `AKIA${characters(n, 16, upper)}`,
    lines: [(s) => `aws_access_key_id = ${s}`, (s) => `key ${s} was used`],
  },
  {
    kind: 'AWS secret key',
    secret: (n) => characters(n, 40, `${word}/+`),
    lines: [(s) => `AWS_SECRET_ACCESS_KEY=${s}`, (s) => `aws_secret_access_key: "${s}"`],
  },
  {
    kind: 'Google API key',
    secret: (n) => `AIza${characters(n, 35, word)}`,
    lines: [(s) => `https://maps.example.org/?key=${s}`, (s) => `genai.configure("${s}")`],
  },
  { kind: 'Google OAuth', secret: (n) => `ya29.${characters(n, 60, word)}`, lines: [(s) => `credentials ${s}`] },
  {
    kind: 'GitHub token',
    secret: (n) => `${['ghp_', 'gho_', 'ghs_'][n % 3]}${characters(n, 36, word)}`,
    lines: [(s) => `git clone https://x:${s}@github.com/a/b`, (s) => s],
  },
  {
    kind: 'GitHub fine-grained token',
    secret: (n) => `github_pat_${characters(n, 22, word)}_${characters(n + 9, 59, word)}`,
    lines: [(s) => `gh auth with ${s}`],
  },
  { kind: 'GitLab token', secret: (n) => `glpat-${characters(n, 20, word)}`, lines: [(s) => `PRIVATE-TOKEN: ${s}`] },
  {
    kind: 'Hugging Face token',
    secret: (n) => `hf_${characters(n, 34, word)}`,
    lines: [(s) => `login(token="${s}")`, (s) => `HF_TOKEN=${s}`],
  },
  {
    kind: 'OpenAI key',
    secret: (n) => `sk-${n % 2 ? 'proj-' : ''}${characters(n, 48, word)}`,
    lines: [(s) => `openai.api_key = "${s}"`, (s) => `Incorrect API key provided: ${s}.`],
  },
  {
    kind: 'Anthropic key',
    secret: (n) => `sk-ant-api03-${characters(n, 90, word)}AA`,
    lines: [(s) => `export ANTHROPIC_API_KEY=${s}`],
  },
  {
    kind: 'Weights & Biases key',
    secret: (n) => characters(n, 40, hex),
    lines: [(s) => `wandb.login(key="${s}")`, (s) => `WANDB_API_KEY=${s}`, (s) => `wandb login ${s}`],
  },
  {
    kind: 'Kaggle key',
    secret: (n) => characters(n, 32, hex),
    lines: [(s) => `{"username":"u","key":"${s}"}`, (s) => `os.environ['KAGGLE_KEY'] = '${s}'`],
  },
  {
    kind: 'Slack token',
    secret: (n) => `xoxb-${characters(n, 12, '0123456789')}-${characters(n + 1, 24, word)}`,
    lines: [(s) => `SLACK ${s}`],
  },
  {
    kind: 'Slack webhook',
    secret: (n) =>
      `https://hooks.slack.com/services/T${characters(n, 8, upper)}/B${characters(n + 2, 8, upper)}/${characters(n + 3, 24, word)}`,
    lines: [(s) => `requests.post("${s}")`],
  },
  {
    kind: 'Discord webhook',
    secret: (n) => `https://discord.com/api/webhooks/${characters(n, 18, '123456789')}/${characters(n, 68, word)}`,
    lines: [(s) => `notify ${s}`],
  },
  {
    kind: 'Stripe key',
    secret: (n) => `sk_live_${characters(n, 24, word)}`,
    lines: [(s) => `stripe.api_key = '${s}'`],
  },
  {
    kind: 'SendGrid key',
    secret: (n) => `SG.${characters(n, 22, word)}.${characters(n + 5, 43, word)}`,
    lines: [(s) => `mail ${s}`],
  },
  {
    kind: 'npm token',
    secret: (n) => `npm_${characters(n, 36, word)}`,
    lines: [(s) => `//index.example.org/:_authToken=${s}`],
  },
  {
    kind: 'PyPI token',
    secret: (n) => `pypi-AgEIcHlwaS5vcmc${characters(n, 120, word)}`,
    lines: [(s) => `password = ${s}`, (s) => `twine -p ${s}`],
  },
  { kind: 'Databricks token', secret: (n) => `dapi${characters(n, 32, hex)}`, lines: [(s) => `token ${s}`] },
  {
    kind: 'JSON web token',
    secret: (n) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOi${characters(n, 40, word)}.${characters(n + 7, 43, word)}`,
    lines: [(s) => `NEPTUNE_API_TOKEN="${s}"`, (s) => `cookie=${s}`],
  },
  {
    kind: 'private key',
    secret: (n) => characters(n, 200, word),
    lines: [
      (s) => `-----BEGIN RSA PRIVATE KEY-----\n${s}\n-----END RSA PRIVATE KEY-----`,
      (s) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${s}\n-----END OPENSSH PRIVATE KEY-----`,
    ],
  },
  {
    kind: 'password in an address',
    secret: (n) => characters(n, 14, word),
    lines: [
      (s) => `postgresql://train:${s}@db.example.org:5432/runs`,
      (s) => `mlflow at https://me:${s}@mlflow.example.org`,
    ],
  },
  {
    kind: 'authorization header',
    secret: (n) => characters(n, 40, word),
    lines: [
      (s) => `Authorization: Bearer ${s}`,
      (s) => `headers={"Authorization": "Bearer ${s}"}`,
      (s) => `X-API-Key: ${s}`,
    ],
  },
  {
    kind: 'password by name',
    secret: (n) => `${characters(n, 10, word)}!${n}`,
    lines: [(s) => `password = "${s}"`, (s) => `DB_PASSWORD='${s}'`, (s) => `{"passwd": "${s}"}`],
  },
  {
    kind: 'Azure storage key',
    secret: (n) => `${characters(n, 86, `${word}+/`)}==`,
    lines: [(s) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${s};EndpointSuffix=x`],
  },
  {
    kind: 'Telegram token',
    secret: (n) => `${characters(n, 9, '123456789')}:AA${characters(n, 33, word)}`,
    lines: [(s) => `https://api.telegram.org/bot${s}/send`, (s) => `bot ${s}`],
  },
  {
    kind: 'netrc',
    secret: (n) => characters(n, 40, hex),
    lines: [(s) => `machine api.wandb.ai login user password ${s}`],
  },
];

/** Ten of each kind, each in a line as logs, scripts and settings have them. */
export const plantedSecrets: readonly PlantedSecret[] = kinds.flatMap(({ kind, secret, lines }, at) =>
  Array.from({ length: 10 }, (_, number) => {
    const text = secret(at * 100 + number + 1);
    const line = lines[number % lines.length] ?? ((s: string) => s);
    return { kind, secret: text, line: line(text) };
  }),
);
