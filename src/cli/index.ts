export { runCommandLine } from './run-command-line';
export type { Surroundings } from './surroundings';
