import { appDecisions } from './app/decisions';
import { appEnvironment } from './app/environment';
import { appFind } from './app/find';
import { appFrame } from './app/frame';
import { appMachine } from './app/machine';
import { appReading } from './app/reading';
import { appReproductions } from './app/reproductions';
import { appRun } from './app/run';
import { appSteps } from './app/steps';
import { appVerdict } from './app/verdict';

/** Words of the window and the page, by area of the screen. */
export const app = {
  ...appDecisions,
  ...appEnvironment,
  ...appFind,
  ...appFrame,
  ...appMachine,
  ...appReading,
  ...appReproductions,
  ...appRun,
  ...appSteps,
  ...appVerdict,
} as const;
