import { Command, Option, type CommandOptions } from 'commander';
import { clientIdOf } from '../node/share/client-id-of';
import { message } from '../protocol/catalogue/catalogue';
import { showContext, type ContextOptions } from './commands/context';
import { createEnvironment, removeEnvironments, type ChangeOptions, type CreateOptions } from './commands/environments';
import { addEnvironment, excludeEnvironment, forgetEnvironment } from './commands/environment-places';
import { diagnose, type DiagnoseOptions } from './commands/diagnose';
import { evaluate, type EvaluateOptions } from './commands/evaluate/evaluate';
import { exportReproducer, type ExportOptions } from './commands/export';
import {
  archiveHistory,
  deleteHistory,
  listHistory,
  type HistoryChangeOptions,
  type HistoryOptions,
} from './commands/history';
import { listEnvironments, type ListOptions } from './commands/list';
import { showHardware, type HardwareOptions } from './commands/hardware';
import { importReproducer, type ImportOptions } from './commands/import';
import { listModels, testModel, useModel, type ModelsOptions, type UseOptions } from './commands/models';
import { modelKey, type KeyOptions } from './commands/model-key';
import { bisect, type BisectOptions } from './commands/bisect';
import { minimise } from './commands/minimise';
import { reproduce, type ReproduceOptions } from './commands/reproduce';
import { resume, type ResumeOptions } from './commands/resume';
import { serve, type ServeOptions } from './commands/serve';
import { verify, type VerifyOptions } from './commands/verify';
import type { Surroundings } from './surroundings';

/** All commands, as commander reads them. `onDone` is told the exit code of the command that ran. */
export function createProgram(surroundings: Surroundings, onDone: (exitCode: number) => void): Command {
  const run =
    <A extends readonly unknown[]>(work: (...args: A) => Promise<number>) =>
    async (...args: A): Promise<void> =>
      onDone(await work(...args));

  const program = new Command('reprise')
    .description(message('cli.help.program'))
    .version(surroundings.version, '-v, --version', message('cli.help.version'))
    .helpOption('-h, --help', message('cli.help.help'))
    .helpCommand('help [command]', message('cli.help.helpOf'))
    .showHelpAfterError(message('cli.help.afterError'))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.output.write(text),
      writeErr: (text) => void surroundings.errors.write(text),
    });
  const command = (parent: Command, usage: string, description: string, how: CommandOptions = {}): Command => {
    const made = parent.command(usage, how).description(description).helpOption('-h, --help', message('cli.help.help'));
    return made
      .addOption(new Option('--home <folder>', message('cli.help.home')))
      .option('--offline', message('cli.help.offline'))
      .option('--json', message('cli.help.json'));
  };

  addReproduceOptions(command(program, 'reproduce <report>', message('cli.help.reproduce'))).action(
    run((report: string, options: ReproduceOptions) => reproduce(surroundings, report, options)),
  );
  addRunOptions(command(program, 'verify <report> <script> [arguments...]', message('cli.help.verify')))
    .option('--control <arguments>', message('cli.help.control'))
    .action(
      run((report: string, script: string, words: readonly string[], options: VerifyOptions) =>
        verify(surroundings, { report, script, words }, options),
      ),
    );
  command(program, 'context <report>', message('cli.help.context'))
    .option('--project <folder or address>', message('cli.help.project'))
    .option('--project-at <revision>', message('cli.help.projectAt'))
    .option('--as-of <date>', message('cli.help.asOf'))
    .option('--budget <tokens>', message('cli.help.budget'))
    .option('--text', message('cli.help.contextText'))
    .action(run((report: string, options: ContextOptions) => showContext(surroundings, report, options)));
  command(program, 'resume', message('cli.help.resume'))
    .argument('<id>', message('cli.help.id'))
    .option('--out <folder>', message('cli.help.out'))
    .option('--time-limit <seconds>', message('cli.help.resumeTimeLimit'))
    .action(run((id: string, options: ResumeOptions) => resume(surroundings, id, options)));
  const history = program
    .command('history')
    .description(message('cli.help.history'))
    .helpCommand(false)
    .helpOption('-h, --help', message('cli.help.help'));
  command(history, 'list', message('cli.help.historyList'), { isDefault: true })
    .option('--state <state>', message('cli.help.historyState'))
    .option('--search <words>', message('cli.help.historySearch'))
    .option('--archived', message('cli.help.historyArchived'))
    .action(run((options: HistoryOptions) => listHistory(surroundings, options)));
  for (const archived of [true, false]) {
    const [name, help] = archived
      ? (['archive', 'cli.help.historyArchive'] as const)
      : (['unarchive', 'cli.help.historyUnarchive'] as const);
    command(history, name, message(help))
      .argument('<ids...>', message('cli.help.ids'))
      .action(
        run((ids: readonly string[], options: HistoryChangeOptions) =>
          archiveHistory(surroundings, ids, { ...options, archived }),
        ),
      );
  }
  command(history, 'delete', message('cli.help.historyDelete'))
    .argument('<ids...>', message('cli.help.ids'))
    .option('--yes', message('cli.help.yes'))
    .action(run((ids: readonly string[], options: HistoryChangeOptions) => deleteHistory(surroundings, ids, options)));
  command(program, 'minimise', message('cli.help.minimise'))
    .argument('<id>', message('cli.help.id'))
    .option('--out <folder>', message('cli.help.out'))
    .action(run((id: string, options: ResumeOptions) => minimise(surroundings, id, options)));
  command(program, 'bisect', message('cli.help.bisect'))
    .argument('<id or script>', message('cli.help.bisectWhat'))
    .requiredOption('--package <name>', message('cli.help.bisectPackage'))
    .option('--good <release>', message('cli.help.good'))
    .option('--bad <release>', message('cli.help.bad'))
    .option('--report <file>', message('cli.help.bisectReport'))
    .option('--shows <line>', message('cli.help.shows'))
    .option('--python <version>', message('cli.help.bisectPython'))
    .option('--as-of <date>', message('cli.help.asOf'))
    .option('--jobs <count>', message('cli.help.bisectJobs'))
    .option('--prereleases', message('cli.help.prereleases'))
    .option('--yanked', message('cli.help.yanked'))
    .option('--time-limit <seconds>', message('cli.help.timeLimit'))
    .option('--sandbox <rule>', message('cli.help.sandbox'))
    .option('--allow-package <name>', message('cli.help.allowPackage'), several)
    .action(run((given: string, options: BisectOptions) => bisect(surroundings, given, options)));
  command(program, 'diagnose', message('cli.help.diagnose'))
    .option('--out <file>', message('cli.help.diagnoseOut'))
    .action(run((options: DiagnoseOptions) => diagnose(surroundings, options)));
  command(program, 'export', message('cli.help.export'))
    .argument('<id>', message('cli.help.id'))
    .option('--to <form>', message('cli.help.to'), 'folder')
    .option('--out <place>', message('cli.help.exportOut'))
    .option('--xfail', message('cli.help.xfail'))
    .option('--public', message('cli.help.public'))
    .option('--gist <id or address>', message('cli.help.gist'))
    .option('--gh', message('cli.help.gh'))
    .addOption(
      hiddenUnless(clientIdOf(surroundings.environmentBlock) !== null, '--sign-in', message('cli.help.signIn')),
    )
    .option('--yes', message('cli.help.yes'))
    .action(run((id: string, options: ExportOptions) => exportReproducer(surroundings, id, options)));
  addRunOptions(command(program, 'import <place>', message('cli.help.import')))
    .option('--run', message('cli.help.importRun'))
    .action(run((place: string, options: ImportOptions) => importReproducer(surroundings, place, options)));
  const environments = program
    .command('environments')
    .description(message('cli.help.environments'))
    .helpCommand(false)
    .helpOption('-h, --help', message('cli.help.help'));
  command(environments, 'list', message('cli.help.environmentsList'), { isDefault: true })
    .option('--fresh', message('cli.help.fresh'))
    .action(run((options: ListOptions) => listEnvironments(surroundings, options)));
  command(environments, 'create', message('cli.help.environmentsCreate'))
    .argument('<requirements...>', message('cli.help.requirements'))
    .option('--python <version or path>', message('cli.help.python'))
    .option('--as-of <date>', message('cli.help.asOf'))
    .option('--allow-package <name>', message('cli.help.allowPackage'), several)
    .option('--yes', message('cli.help.yes'))
    .action(
      run((requirements: readonly string[], options: CreateOptions) =>
        createEnvironment(surroundings, requirements, options),
      ),
    );
  command(environments, 'remove', message('cli.help.environmentsRemove'))
    .argument('<names...>', message('cli.help.environmentNames'))
    .option('--yes', message('cli.help.yes'))
    .action(
      run((names: readonly string[], options: ChangeOptions) => removeEnvironments(surroundings, names, options)),
    );
  for (const [name, act] of Object.entries(environmentPlaces)) {
    const description = message(`cli.help.environments.${name as keyof typeof environmentPlaces}`);
    command(environments, name, description)
      .argument('<path>', message('cli.help.environmentPath'))
      .action(run((path: string, options: ListOptions) => act(surroundings, path, options)));
  }
  const models = program
    .command('models')
    .description(message('cli.help.models'))
    .helpCommand(false)
    .helpOption('-h, --help', message('cli.help.help'));
  command(models, 'list', message('cli.help.modelsList'), { isDefault: true })
    .option('--base-url <url>', message('cli.help.baseUrl'))
    .action(run((options: ModelsOptions) => listModels(surroundings, options)));
  command(models, 'test', message('cli.help.modelsTest'))
    .option('--model <name>', message('cli.help.model'))
    .option('--base-url <url>', message('cli.help.baseUrl'))
    .action(run((options: ModelsOptions) => testModel(surroundings, options)));
  addModelOptions(command(models, 'use', message('cli.help.modelsUse')))
    .option('--local-only', message('cli.help.localOnly'))
    .option('--no-local-only', message('cli.help.notLocalOnly'))
    .action(run((options: UseOptions) => useModel(surroundings, options)));
  command(models, 'key', message('model.help.modelsKey'))
    .option('--base-url <url>', message('cli.help.baseUrl'))
    .option('--set', message('model.help.keySet'))
    .option('--remove', message('model.help.keyRemove'))
    .action(run((options: KeyOptions) => modelKey(surroundings, options)));
  command(program, 'gpu', message('cli.help.gpu'))
    .option('--environment <path>', message('cli.help.gpuEnvironment'))
    .action(run((options: HardwareOptions) => showHardware(surroundings, options)));
  addEvaluateOptions(command(program, 'evaluate <folder>', message('cli.help.evaluate'))).action(
    run((folder: string, options: EvaluateOptions) => evaluate(surroundings, folder, options)),
  );
  command(program, 'serve', message('cli.help.serve'))
    .option('--port <port>', message('cli.help.port'))
    .option('--open', message('cli.help.open'))
    .option('--idle <minutes>', message('cli.help.idle'))
    .addOption(new Option('--host <address>').hideHelp())
    .action(run((options: ServeOptions) => serve(surroundings, options)));
  return program;
}

const environmentPlaces = { add: addEnvironment, exclude: excludeEnvironment, forget: forgetEnvironment } as const;

/** An option that is taken but not listed where it cannot work. */
function hiddenUnless(works: boolean, flags: string, help: string): Option {
  const option = new Option(flags, help);
  return works ? option : option.hideHelp();
}

function several(value: string, all: readonly string[] = []): readonly string[] {
  return [...all, value];
}

function addEvaluateOptions(command: Command): Command {
  return addTrafficOptions(addModelOptions(command))
    .option('--only <case>', message('cli.help.only'), several)
    .option('--environment <path>', message('cli.help.environment'))
    .option('--torch <path>', message('cli.help.torch'))
    .option('--tensorflow <path>', message('cli.help.tensorflow'))
    .option('--time-limit <seconds>', message('cli.help.timeLimit'))
    .option('--sandbox <rule>', message('cli.help.sandbox'))
    .option('--allow-package <name>', message('cli.help.allowPackage'), several)
    .option('--jobs <count>', message('cli.help.jobs'))
    .option('--out <file>', message('cli.help.outFile'))
    .option('--resume', message('cli.help.resumeEvaluation'))
    .option('--against <file>', message('cli.help.against'))
    .option('--markdown <file>', message('cli.help.markdownFile'))
    .option('--keep', message('cli.help.keep'))
    .option('--minimise', message('cli.help.evaluateMinimise'));
}

function addReproduceOptions(command: Command): Command {
  return addTrafficOptions(addModelOptions(addRunOptions(command)))
    .option('--auto', message('cli.help.auto'))
    .option('--guide', message('cli.help.guide'));
}

/** Which model is asked, and how much. */
function addModelOptions(command: Command): Command {
  return command
    .option('--model <name>', message('cli.help.model'))
    .option('--no-model', message('cli.help.noModel'))
    .option('--base-url <url>', message('cli.help.baseUrl'))
    .option('--max-calls <count>', message('cli.help.maxCalls'))
    .option('--max-tokens <count>', message('cli.help.maxTokens'))
    .option('--max-cost <dollars>', message('cli.help.maxCost'))
    .option('--price <input/output>', message('cli.help.price'))
    .option('--preview', message('model.help.preview'))
    .option('--no-preview', message('model.help.noPreview'))
    .option('--max-model-time <seconds>', message('model.help.maxModelTime'))
    .option('--model-for <purpose=name>', message('model.help.modelFor'), several)
    .option('--without <parts>', message('cli.help.without'));
}

function addTrafficOptions(command: Command): Command {
  return command
    .option('--record <folder>', message('cli.help.record'))
    .option('--replay <folder>', message('cli.help.replay'))
    .option('--in-order', message('model.help.inOrder'));
}

/** What decides how scripts run, wherever they come from. */
function addRunOptions(command: Command): Command {
  return command
    .option('--project <folder or address>', message('cli.help.project'))
    .option('--project-at <revision>', message('cli.help.projectAt'))
    .option('--environment <path>', message('cli.help.environment'))
    .option('--python <version or path>', message('cli.help.python'))
    .option('--package <requirement>', message('cli.help.package'), several)
    .option('--without-package <name>', message('cli.help.withoutPackage'), several)
    .option('--devices <cards>', message('cli.help.devices'))
    .option('--as-of <date>', message('cli.help.asOf'))
    .option('--time-limit <seconds>', message('cli.help.timeLimit'))
    .option('--repeats <count>', message('cli.help.repeats'))
    .option('--sandbox <rule>', message('cli.help.sandbox'))
    .option('--data <folder>', message('cli.help.data'))
    .option('--allow-package <name>', message('cli.help.allowPackage'), several)
    .option('--out <folder>', message('cli.help.out'));
}
