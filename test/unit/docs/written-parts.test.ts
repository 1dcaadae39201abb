import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedDocs } from '../../../scripts/generated-docs';
import { documentedProgram, leafCommands } from '../../../scripts/command-line-reference';
import { documentAt, root } from './documents';

describe('parts of documents that are written from the code', () => {
  it('are as `npm run docs` writes them', async () => {
    for (const { path: name, text } of await generatedDocs(root)) {
      expect(readFileSync(path.join(root, name), 'utf8'), `${name}: run \`npm run docs\``).toBe(text);
    }
  });

  it('name every command, and every option that the help names', () => {
    const { text } = documentAt('docs/command-line.md');
    const commands = leafCommands(documentedProgram());
    expect(commands.length).toBeGreaterThan(20);
    for (const { words, command } of commands) {
      const [, section = ''] = text.split(`### ${words.join(' ')}`);
      const [own = ''] = section.split('\n### ');
      for (const { flags, hidden } of command.options) {
        const isOfAll = ['--json', '--offline', '--home <folder>'].includes(flags);
        expect([flags, own.includes(`\`${flags}\``)]).toEqual([flags, !hidden && !isOfAll]);
      }
    }
  });

  it('rest on three options that every command takes', () => {
    for (const { words, command } of leafCommands(documentedProgram())) {
      const all = command.options.map(({ flags }) => flags);
      expect([words, all]).toEqual([words, expect.arrayContaining(['--json', '--offline', '--home <folder>'])]);
    }
  });
});
