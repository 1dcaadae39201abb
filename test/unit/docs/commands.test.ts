import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { documentedProgram, leafCommands } from '../../../scripts/command-line-reference';
import { documents, fencedBlocks, root } from './documents';
import { splitWords } from './split-words';

interface Line {
  readonly from: string;
  readonly line: string;
  /** It stands in a block, to be typed as it is; in a sentence a command may be named without what it takes. */
  readonly whole: boolean;
}

/** Commands as documents give them: lines of `sh` blocks, and code within a sentence that begins with the program's name. */
function commandLines(): readonly Line[] {
  // The changelog tells of commands as they were.
  return documents()
    .filter(({ path: from }) => from !== 'CHANGELOG.md')
    .flatMap(({ path: from, text }) => {
      const inBlocks = fencedBlocks(text)
        .filter(({ words }) => words[0] === 'sh')
        .flatMap(({ body }) => body.split('\n').filter((line) => line.trim() !== ''));
      const inText = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`((?:npx )?reprise [^`]+)`/g)].map(
        ([, line = '']) => line.replace(/\s+/g, ' '),
      );
      return [
        ...inBlocks.map((line) => ({ from, line, whole: true })),
        ...inText.map((line) => ({ from, line, whole: false })),
      ];
    });
}

/** What is typed after the program's name, for each call of it in a line. Words of placeholders stand for one each. */
function callsIn(line: string): readonly (readonly string[])[] {
  return splitWords(line).flatMap((words) => {
    const [program, ...rest] = words[0] === 'npx' ? words.slice(1) : words;
    return program === 'reprise' ? [rest] : [];
  });
}

const lacking = new Set([
  'commander.missingArgument',
  'commander.optionMissingArgument',
  'commander.missingMandatoryOptionValue',
]);

/** Reads a call by the program's own definitions, without doing what it says. Null: it is well formed. */
async function faultOf(words: readonly string[], whole = true): Promise<string | null> {
  const program = documentedProgram();
  for (const { command } of leafCommands(program)) command.action(() => undefined);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 || (!whole && lacking.has(error.code)) ? null : error.message;
  }
}

const calls = commandLines().flatMap((line) => callsIn(line.line).map((words) => ({ ...line, words })));

describe('calls of the program in documents', () => {
  it('are many, from blocks and from sentences', () => {
    expect(calls.length).toBeGreaterThan(60);
  });

  it('are well formed, by the definitions of the program', async () => {
    const faults: string[] = [];
    for (const { from, line, words, whole } of calls) {
      const fault = await faultOf(words, whole);
      if (fault !== null) faults.push(`${from}: ${line}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it('would be refused with an option that is not there', async () => {
    expect(await faultOf(['reproduce', 'report.md', '--nonsense'])).toMatch(/unknown option/);
    expect(await faultOf(['bisect', 'last'])).toMatch(/--package/);
  });
});

describe('other commands in documents', () => {
  const scripts = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  it('run scripts of package.json that are there', () => {
    const named = documents().flatMap(({ path: from, text }) =>
      [...text.matchAll(/\bnpm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => ({ from, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !(name in scripts.scripts))).toEqual([]);
  });

  it('run tests that are there', () => {
    const named = documents().flatMap(({ path: from, text }) =>
      [...text.matchAll(/npx vitest run --project \w+ ([\w./-]+)/g)].map(([, place = '']) => ({ from, place })),
    );
    expect(named.filter(({ place }) => !existsSync(path.join(root, place)))).toEqual([]);
  });
});
