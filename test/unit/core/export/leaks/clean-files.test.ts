import { describe, expect, it } from 'vitest';
import { cleanFiles } from '../../../../../src/core/export/leaks/clean-files';
import { findSecrets } from '../../../../../src/core/export/leaks/find-secrets';
import { createSecretScanner } from '../../../../../src/node/share/create-secret-scanner';
import { plantedSecrets } from './planted-secrets';

const machine = { user: 'mariak', host: 'gpu7.lab.example.org', homeFolder: '/srv/people/mariak' };
const scanner = createSecretScanner();
const clean = (files: readonly { path: string; text: string }[]) => cleanFiles({ files, machine, scanner });

describe('planted secrets', () => {
  it('are 250 and more, of 25 kinds and more', () => {
    expect(plantedSecrets.length).toBeGreaterThanOrEqual(250);
    expect(new Set(plantedSecrets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(25);
    expect(new Set(plantedSecrets.map(({ secret }) => secret)).size).toBe(plantedSecrets.length);
  });

  it('do not get out in any text, and each is told', async () => {
    const out: string[] = [];
    for (const [at, { kind, secret, line }] of plantedSecrets.entries()) {
      const text = `Step ${at}: loss 0.5\n${line}\nthe run goes on\n`;
      const path = ['README.md', 'run.log', 'reproduction.json', 'report.md'][at % 4] ?? '';
      const { files, leaks } = await clean([{ path, text }]);
      const shared = files[0]?.text ?? '';
      if (shared.includes(secret) || !leaks.some((leak) => leak.kind === 'secret')) out.push(`${kind}: ${line}`);
      expect(shared.startsWith(`Step ${at}: loss 0.5\n`) && shared.endsWith('the run goes on\n')).toBe(true);
    }
    expect(out).toEqual([]);
  });

  it('leave JSON that can still be read', async () => {
    const texts = plantedSecrets.map(({ line }) => `He said "${line}"\nC:\\Users\\anna\\x http://10.0.0.8/a "b" \\n`);
    const [file] = (await clean([{ path: 'reproduction.json', text: JSON.stringify(texts) }])).files;
    expect(JSON.parse(file?.text ?? '')).toHaveLength(texts.length);
    expect(file?.text).not.toContain('anna');
    const named = await clean([{ path: 'a.json', text: `{"username":"u","key":"${'0a'.repeat(16)}"}` }]);
    expect(named.files[0]?.text).toBe('{"username":"u","key":"[removed: kaggle-key]"}');
  });

  it('are refused in a script, whose bytes stay what ran', async () => {
    const missed: string[] = [];
    for (const { kind, line } of plantedSecrets) {
      const text = `import os\nTEXT = '''\n${line}\n'''\n`;
      const { files, leaks } = await clean([{ path: 'reproducer.py', text }]);
      expect(files[0]?.text).toBe(text);
      if (!leaks.some(({ treatment, line: at }) => treatment === 'refused' && at >= 3)) missed.push(`${kind}: ${line}`);
    }
    expect(missed).toEqual([]);
  });
});

describe('what is no secret', () => {
  it.each([
    'tokenizer.pad_token = "[PAD]"',
    'eos_token="<|endoftext|>"',
    'api_key = os.environ["OPENAI_API_KEY"]',
    'token=token, num_tokens=128',
    'max_new_tokens: 256',
    'password = getpass.getpass()',
    'api_key="YOUR_API_KEY"',
    'HF_TOKEN=***',
    'secret=<your secret>',
    'model.load_state_dict(torch.load("checkpoint_access_key.pt"))',
    'self.key = nn.Linear(64, 64)',
    'keys = ["input_ids", "attention_mask"]',
    'RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x100 and 10x5)',
    'File "/usr/lib/python3/dist-packages/torch/nn/modules/linear.py", line 114, in forward',
    'numpy==1.26.4 --hash=sha256:2a02aba9ed12e4ac4eb3ea9421c420301a0c6460d9830d74a9df87efa4912010',
    'commit 3e25ef7dbd1a9a6c9d6b4b1b3a0c1b2d3e4f5a6b',
    'digest 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'special_tokens_map = {"unk_token": "<unk>"}',
    'tokens: https://huggingface.co/docs/hub/security-tokens',
  ])('%s', async (line) => {
    expect(findSecrets(line)).toEqual([]);
    expect((await clean([{ path: 'a.md', text: line }])).leaks).toEqual([]);
  });
});

describe('who and where', () => {
  it.each([
    ['/home/ana/train.py, as ana said', '~/train.py, as user said'],
    ['in C:\\Users\\Ana Maria\\data', 'in ~\\data'],
    ['{"path": "C:\\\\Users\\\\anamaria\\\\x"}', '{"path": "~\\\\x"}'],
    ['/Users/wei/x and /mnt/c/Users/wei/y', '~/x and ~/y'],
    ['cwd /srv/people/mariak/project by mariak', 'cwd ~/project by user'],
    ['mariak@gpu7:~$ on gpu7.lab.example.org', 'user@host:~$ on host'],
    ['see http://10.1.2.3:8888/lab?x=1 there', 'see https://private.invalid/ there'],
    ['see https://git.corp/team/x.git', 'see https://private.invalid/'],
    ['see https://mlflow.internal/#/a', 'see https://private.invalid/'],
    ['see http://gpuserver:6006/', 'see https://private.invalid/'],
    ['ssh://me@nas.local/x', 'https://private.invalid/'],
    ['/root/x.py', '~/x.py'],
  ])('%s', async (text, shared) => {
    const { files, leaks } = await clean([{ path: 'README.md', text }]);
    expect(files[0]?.text).toBe(shared);
    expect(leaks.length).toBeGreaterThan(0);
    expect(leaks.every(({ treatment }) => treatment === 'replaced')).toBe(true);
  });

  it.each(['http://localhost:8888/', 'https://pytorch.org/docs', '/usr/home', 'users/ana', 'file:///tmp/x', 'homes/x'])(
    'leaves %s',
    async (text) => {
      expect((await clean([{ path: 'README.md', text }])).files[0]?.text).toBe(text);
    },
  );

  it('tells the line, and shares nothing where the scanner cannot work', async () => {
    const { leaks } = await clean([{ path: 'a.log', text: 'x\ny\n/home/anna/z\n' }]);
    expect(leaks).toEqual([{ kind: 'homePath', rule: 'homePath', file: 'a.log', line: 3, treatment: 'replaced' }]);
    const broken = { scan: () => Promise.reject(new Error('no scanner')) };
    await expect(cleanFiles({ files: [{ path: 'a', text: 'x' }], machine, scanner: broken })).rejects.toThrow(
      'no scanner',
    );
  });

  it('reads to the end of a long log of names that look secret', () => {
    const planted = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
    const found = findSecrets(`${'a_token_b_secret_c="'.repeat(20_000)}\n${planted}`);
    expect(found.map(({ rule }) => rule)).toContain('github-token');
  });
});
