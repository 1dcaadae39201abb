import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyNameOf } from '../../../src/protocol/key-name';
import { answerKeys } from '../../../src/host/answer-keys';
import type { Caller } from '../../../src/host/caller';
import { createModels } from '../../../src/node/models/create-models';
import { runProcess } from '../../../src/node/process/run-process';
import { createEnvironmentSecrets } from '../../../src/node/secrets/create-environment-secrets';
import { createSystemSecrets } from '../../../src/node/secrets/create-system-secrets';
import { joinSecrets } from '../../../src/node/secrets/join-secrets';
import { digestOf } from '../../../src/node/system/digest';
import { sayWhole, serveScript } from '../../helpers/scripted-endpoint';

const KEY = 'sk-of-the-user-4711"\\$x';
const SERVICE = 'https://models.example/v1';

/** Speaks as `secret-tool` does: keeps what it reads, tells how it was called. */
const tool = `#!${process.execPath}
const fs = require('fs');
const path = require('path');
const file = path.join(__dirname, 'kept.json');
const kept = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
const words = process.argv.slice(2);
fs.appendFileSync(path.join(__dirname, 'calls'), words.join(' ') + '\\n');
if (fs.existsSync(path.join(__dirname, 'broken'))) {
  console.error('secret-tool: Cannot autolaunch D-Bus without X11 $DISPLAY');
  process.exit(1);
}
const name = words[words.length - 1];
if (words[0] === 'lookup') {
  if (kept[name] === undefined) process.exit(1);
  process.stdout.write(kept[name]);
} else if (words[0] === 'store') kept[name] = fs.readFileSync(0, 'utf8');
else delete kept[name];
fs.writeFileSync(file, JSON.stringify(kept));
`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function open(platform: NodeJS.Platform, block: Readonly<Record<string, string>> = {}, hasTool = true) {
  if (hasTool) {
    await writeFile(join(folder, 'secret-tool'), tool);
    await chmod(join(folder, 'secret-tool'), 0o755);
  }
  const environmentBlock = { PATH: folder, ...block };
  const secrets = joinSecrets([
    createSystemSecrets({ platform, environmentBlock, runProcess }),
    createEnvironmentSecrets({ environmentBlock }),
  ]);
  const handlers = answerKeys({ secrets, digestOf });
  // No handler of keys looks at who asks: that is decided before it.
  const caller = {} as Caller;
  return {
    secrets,
    describe: (baseUrl = SERVICE) => handlers['key/describe']({ baseUrl }, caller),
    keep: (key: string, baseUrl = SERVICE) => handlers['key/keep']({ baseUrl, key }, caller),
    remove: (baseUrl = SERVICE) => handlers['key/remove']({ baseUrl }, caller),
  };
}

const session = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };

describe.skipIf(process.platform === 'win32')('keys of endpoints', () => {
  it('are kept in the system’s key store, go there by its input alone, and are removed', async () => {
    const { describe: look, keep, remove } = await open('linux', session);
    expect(await look()).toEqual({ available: true, reason: null, key: 'none' });
    await keep(KEY);
    expect(await look()).toMatchObject({ key: 'own' });
    expect(await readFile(join(folder, 'calls'), 'utf8')).not.toContain('4711');
    await remove();
    expect(await look()).toMatchObject({ key: 'none' });
    await remove();
  });

  it('go to the address that they were kept for, and to no other', async () => {
    const { secrets, keep } = await open('linux', session);
    const [own, other] = [await serveScript(sayWhole('{}')), await serveScript(sayWhole('{}'))];
    try {
      await keep(KEY, own.baseUrl);
      const models = createModels({ secrets, localOnly: async () => false });
      const { signal } = new AbortController();
      for (const { baseUrl } of [own, other]) await models.test({ baseUrl, name: 'm' }, { signal });
      expect(own.asked[0]?.authorization).toBe(`Bearer ${KEY}`);
      expect(other.asked[0]?.authorization).toBeUndefined();
      // A key that was changed counts with the next question.
      await keep('sk-new', own.baseUrl);
      await models.test({ baseUrl: own.baseUrl, name: 'm' }, { signal });
      expect(own.asked.at(-1)?.authorization).toBe('Bearer sk-new');
    } finally {
      await Promise.all([own.close(), other.close()]);
    }
  });

  it('are told by an address’s scheme, host and port, not by its path', () => {
    const name = keyNameOf(SERVICE, digestOf);
    expect(keyNameOf('https://MODELS.example/other', digestOf)).toBe(name);
    expect(keyNameOf('http://models.example/v1', digestOf)).not.toBe(name);
    expect(keyNameOf('https://models.example:8443/v1', digestOf)).not.toBe(name);
    expect(keyNameOf('https://models.example.evil.example/v1', digestOf)).not.toBe(name);
  });

  it.each([
    ['there is no session', 'linux', {}, true, 'no session'],
    ['the tool is not installed', 'linux', session, false, 'Install the package libsecret-tools'],
    ['the system has none', 'freebsd', session, true, 'no key store'],
  ] as const)('are not kept where %s, and it is told what to do', async (_name, platform, block, hasTool, words) => {
    const { describe: look, keep } = await open(platform, block, hasTool);
    const { available, reason } = await look();
    expect(available).toBe(false);
    expect(reason).toContain(words);
    expect(reason).toContain('REPRISE_');
    await expect(keep(KEY)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are not kept by a store that is locked, whose own words are told', async () => {
    await writeFile(join(folder, 'broken'), '');
    const { describe: look, secrets } = await open('linux', { ...session, OPENAI_API_KEY: 'sk-general' });
    expect(await look()).toMatchObject({
      available: false,
      key: 'general',
      reason: expect.stringContaining('autolaunch'),
    });
    expect(await secrets.read('openai-api-key')).toBe('sk-general');
  });

  it.each(['', 'two words', 'two\nlines', 'ключ', 'x'.repeat(2_001)])('are keys: %j is none', async (key) => {
    const { keep } = await open('linux', session);
    await expect(keep(key)).rejects.toMatchObject({ code: 'badInput' });
  });
});
