/** A kind of secret by its published form. `value` is the group that holds the secret; absent: the whole match. */
export interface SecretPattern {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly value?: number;
}

/** Forms that vendors document or that their own tools print. All are linear: no two open repeats stand side by side. */
export const secretPatterns: readonly SecretPattern[] = [
  {
    rule: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[^"'-]{0,20000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|[^"'-]{0,20000})/g,
  },
  { rule: 'aws-access-key-id', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  {
    rule: 'aws-secret-access-key',
    pattern:
      /aws_?(?:secret|session)_?(?:access_?key|token)["']?\s{0,4}[:=]{1,2}\s{0,4}["']?([A-Za-z0-9/+=]{30,2000})/gi,
    value: 1,
  },
  { rule: 'google-api-key', pattern: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g },
  {
    rule: 'google-oauth',
    pattern:
      /(?<![A-Za-z0-9])(?:ya29\.[A-Za-z0-9_-]{20,1000}|GOCSPX-[A-Za-z0-9_-]{20,100}|1\/\/0[A-Za-z0-9_-]{30,200})/g,
  },
  {
    rule: 'github-token',
    pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{30,255})/g,
  },
  { rule: 'gitlab-token', pattern: /(?<![A-Za-z0-9])gl(?:pat|dt|rt|ptt|cbt|imt|ft|soat|agent)-[A-Za-z0-9_-]{16,100}/g },
  { rule: 'hugging-face-token', pattern: /(?<![A-Za-z0-9])(?:hf_|api_org_)[A-Za-z0-9]{30,64}/g },
  { rule: 'openai-key', pattern: /(?<![A-Za-z0-9])sk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{32,300}/g },
  { rule: 'anthropic-key', pattern: /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{20,300}/g },
  { rule: 'replicate-token', pattern: /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{30,60}/g },
  { rule: 'groq-key', pattern: /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,80}/g },
  {
    rule: 'wandb-key',
    pattern: /(?:wandb|WANDB)[\w .:(=,"'/\\-]{0,60}?(?<![0-9a-f])([0-9a-f]{40})(?![0-9a-f])/g,
    value: 1,
  },
  { rule: 'wandb-key', pattern: /(?<![A-Za-z0-9])wandb_v1_[A-Za-z0-9_]{40,120}/g },
  { rule: 'kaggle-key', pattern: /["']key["']\s{0,4}:\s{0,4}["']([0-9a-f]{32})["']/g, value: 1 },
  { rule: 'kaggle-key', pattern: /(?<![A-Za-z0-9])KGAT_[0-9a-f]{32}/g },
  {
    rule: 'slack-token',
    pattern:
      /(?<![A-Za-z0-9])xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,250}|(?<![A-Za-z0-9])xapp-[A-Za-z0-9-]{20,250}/g,
  },
  {
    rule: 'webhook',
    pattern:
      /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,200}|https:\/\/(?:\w{1,20}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/[A-Za-z0-9_-]{20,120}/g,
  },
  { rule: 'stripe-key', pattern: /(?<![A-Za-z0-9])(?:[sr]k|whsec)_(?:live_|test_)?[A-Za-z0-9]{20,250}/g },
  { rule: 'twilio-key', pattern: /(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/g },
  { rule: 'sendgrid-key', pattern: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g },
  {
    rule: 'npm-token',
    pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])|_authToken\s{0,4}=\s{0,4}[^\s"'\\]{8,300}/g,
  },
  { rule: 'pypi-token', pattern: /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,300}/g },
  { rule: 'docker-token', pattern: /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,100}/g },
  { rule: 'databricks-token', pattern: /(?<![A-Za-z0-9])dapi[0-9a-f]{32}(?:-\d)?/g },
  { rule: 'digitalocean-token', pattern: /(?<![A-Za-z0-9])do[opr]_v1_[0-9a-f]{64}/g },
  { rule: 'shopify-token', pattern: /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g },
  { rule: 'linear-key', pattern: /(?<![A-Za-z0-9])lin_(?:api|oauth)_[A-Za-z0-9]{32,80}/g },
  { rule: 'telegram-token', pattern: /(?<!\d)\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { rule: 'azure-key', pattern: /AccountKey=([A-Za-z0-9+/=]{40,120})|[?&]sig=([A-Za-z0-9%+/=]{30,120})/g },
  {
    rule: 'json-web-token',
    pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/g,
  },
  {
    rule: 'authorization',
    pattern:
      /(?:authorization|x-api-key|x-auth-token)["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|token)\s{1,4})?([A-Za-z0-9._~+/=-]{12,4000})/gi,
    value: 1,
  },
  { rule: 'authorization', pattern: /(?<![A-Za-z])Bearer\s{1,4}([A-Za-z0-9._~+/=-]{16,4000})/g, value: 1 },
  {
    rule: 'password-in-address',
    pattern:
      /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,100}:([^\s/@"'<>]{1,200})@[A-Za-z0-9.[\]-]{1,200}/g,
    value: 1,
  },
  {
    rule: 'netrc',
    pattern:
      /(?<![A-Za-z])machine\s{1,4}\S{1,200}\s{1,4}login\s{1,4}\S{1,200}\s{1,4}password\s{1,4}([^\s"'\\]{1,200})/g,
    value: 1,
  },
];

/** A name that says that what it is given is secret. */
const secretName =
  '[\\w.-]{0,60}?(?:passw(?:or)?d|passphrase|secret|api[_-]?key|apikey|access[_-]?key|auth[_-]?token|access[_-]?token|private[_-]?key|credentials?|(?<=[_-])(?:token|pat|key))[\\w-]{0,20}';

/** `NAME = "value"`, `NAME: value`, `--name value`, `NAME=value` of an environment block or a shell. */
export const namedSecret = new RegExp(
  `(?<![\\w-])(?:--)?(${secretName})["'\\]]{0,3}(?:\\s{0,4}(?::\\s{0,4}str\\s{0,4}=|:?=|:|=>)\\s{0,4}|(?<=--${secretName})\\s{1,4}|["']?,\\s{0,4})(?:[bru]{0,2}["']([^"'\\n]{4,400})["']|([^\\s"',;()\\[\\]{}<>]{6,400}))`,
  'gi',
);
