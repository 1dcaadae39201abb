import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { createProgram } from '../src/cli/create-program';

/** All commands as the program defines them, with the options that a set-up of the user's own adds. */
export function documentedProgram(): Command {
  const output = new PassThrough();
  output.resume();
  return createProgram(
    {
      arguments: [],
      programFolder: '.',
      version: '0.0.0',
      environmentBlock: { REPRISE_GIST_CLIENT_ID: 'documented' },
      homeFolder: '.',
      workingFolder: '.',
      platform: 'linux',
      input: new PassThrough(),
      output,
      errors: output,
      interrupt: () => undefined,
      onInterrupt: () => () => undefined,
    },
    () => undefined,
  );
}

/** Commands that do something, in the order of the help, each with the words that call it. */
export function leafCommands(
  parent: Command,
  words: readonly string[] = ['reprise'],
): readonly { readonly words: readonly string[]; readonly command: Command }[] {
  return parent.commands.flatMap((command) => {
    const own = [...words, command.name()];
    return command.commands.length > 0 ? leafCommands(command, own) : [{ words: own, command }];
  });
}

/** Options that every command takes; they are told once. */
const ofAll = new Set(['--json', '--offline', '--home <folder>']);

/** Every command with its arguments and options, as Markdown. */
export function commandLineReference(): string {
  return leafCommands(documentedProgram())
    .map(({ words, command }) => {
      const rows = [
        ...command.registeredArguments.map((argument) => [argument.name(), argument.description] as const),
        ...command.options
          .filter(({ flags }) => !ofAll.has(flags))
          .map((option) => [option.flags, toldOf(option)] as const),
      ].filter(([, told]) => told !== '');
      const named = command.registeredArguments.map((argument) => {
        const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
        return argument.required ? `<${name}>` : `[${name}]`;
      });
      const lines = rows.map(([flags, told]) => `| \`${flags}\` | ${told.replaceAll('|', '\\|')} |`);
      const table = rows.length === 0 ? [] : ['', '| given | means |', '| --- | --- |', ...lines];
      return [
        `### ${[...words, ...named].join(' ').replaceAll('<', '\\<')}`,
        '',
        sentence(command.description()),
        ...table,
      ].join('\n');
    })
    .join('\n\n');
}

function toldOf({ hidden, description }: { readonly hidden: boolean; readonly description: string }): string {
  return hidden ? '' : description;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
