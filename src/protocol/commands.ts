import type { MessageKey } from './catalogue/catalogue';

/** An action that a person can take. `key` is in Electron's accelerator form; null: no key of its own. */
export interface Command {
  readonly id: string;
  readonly title: MessageKey;
  readonly key: string | null;
}

/**
 * The one registry: menu, palette, buttons and keys read it. Keys that a browser keeps for itself (new window, reload,
 * close) are left alone, so that one set serves the window and the page, and nothing runs where a reload was meant.
 */
export const commandRegistry = {
  newReproduction: { id: 'reproduction.new', title: 'command.reproduction.new', key: 'CmdOrCtrl+Alt+N' },
  search: { id: 'reproduction.search', title: 'command.reproduction.search', key: 'CmdOrCtrl+P' },
  start: { id: 'reproduction.start', title: 'command.reproduction.start', key: 'CmdOrCtrl+Enter' },
  stop: { id: 'reproduction.stop', title: 'command.reproduction.stop', key: 'CmdOrCtrl+.' },
  continue: { id: 'reproduction.continue', title: 'command.reproduction.continue', key: null },
  remove: { id: 'reproduction.remove', title: 'command.reproduction.remove', key: null },
  archive: { id: 'reproduction.archive', title: 'command.reproduction.archive', key: null },
  steer: { id: 'reproduction.steer', title: 'command.reproduction.steer', key: 'CmdOrCtrl+Alt+S' },
  acceptPlan: { id: 'plan.accept', title: 'command.plan.accept', key: 'CmdOrCtrl+Shift+Enter' },
  reviewRequest: { id: 'approval.review', title: 'command.approval.review', key: 'CmdOrCtrl+Shift+A' },
  runScript: { id: 'attempt.run', title: 'command.attempt.run', key: 'CmdOrCtrl+Alt+Enter' },
  keepEdit: { id: 'attempt.keep', title: 'command.attempt.keep', key: 'CmdOrCtrl+S' },
  compareScript: { id: 'view.changes', title: 'command.view.changes', key: 'CmdOrCtrl+D' },
  explain: { id: 'script.explain', title: 'command.script.explain', key: 'CmdOrCtrl+I' },
  showReport: { id: 'view.report', title: 'command.view.report', key: 'CmdOrCtrl+1' },
  showPlan: { id: 'view.plan', title: 'command.view.plan', key: 'CmdOrCtrl+2' },
  showScript: { id: 'view.script', title: 'command.view.script', key: 'CmdOrCtrl+3' },
  goToOutput: { id: 'view.output', title: 'command.view.output', key: 'CmdOrCtrl+4' },
  goToVerdict: { id: 'view.verdict', title: 'command.view.verdict', key: 'CmdOrCtrl+5' },
  showEnvironment: { id: 'view.environment', title: 'command.view.environment', key: 'CmdOrCtrl+6' },
  showMachine: { id: 'view.machine', title: 'command.view.machine', key: 'CmdOrCtrl+7' },
  openReproducer: { id: 'view.reproducer', title: 'command.view.reproducer', key: 'CmdOrCtrl+E' },
  minimise: { id: 'reproduction.minimise', title: 'command.reproduction.minimise', key: null },
  bisect: { id: 'reproduction.bisect', title: 'command.reproduction.bisect', key: null },
  toggleList: { id: 'view.list', title: 'command.view.list', key: 'CmdOrCtrl+B' },
  palette: { id: 'app.palette', title: 'command.app.palette', key: 'CmdOrCtrl+K' },
  tour: { id: 'app.tour', title: 'command.app.tour', key: null },
  settings: { id: 'app.settings', title: 'command.app.settings', key: 'CmdOrCtrl+,' },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commandRegistry;
