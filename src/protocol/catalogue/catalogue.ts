import { app } from './en/app';
import { approval } from './en/approval';
import { attempt } from './en/attempt';
import { bisect } from './en/bisect';
import { cli } from './en/cli';
import { commands } from './en/commands';
import { context } from './en/context';
import { control } from './en/control';
import { environment } from './en/environment';
import { errors } from './en/errors';
import { execution } from './en/execution';
import { exportMessages } from './en/export';
import { hardware } from './en/hardware';
import { minimise } from './en/minimise';
import { model } from './en/model';
import { network } from './en/network';
import { plan } from './en/plan';
import { project } from './en/project';
import { report } from './en/report';
import { settings } from './en/settings';
import { share } from './en/share';
import { silent } from './en/silent';
import { surface } from './en/surface';
import { surfaceOwn } from './en/surface-own';
import { symptom } from './en/symptom';
import { terminal } from './en/terminal';
import { validate } from './en/validate';
import { verdict } from './en/verdict';
import { warm } from './en/warm';
import { formatMessage, type MessageArguments } from './format';

/** Every string that a person reads. Keys are `<area>.<what>`. */
export const english = {
  ...app,
  ...approval,
  ...attempt,
  ...bisect,
  ...cli,
  ...commands,
  ...context,
  ...control,
  ...environment,
  ...errors,
  ...execution,
  ...exportMessages,
  ...hardware,
  ...minimise,
  ...model,
  ...network,
  ...plan,
  ...project,
  ...report,
  ...settings,
  ...share,
  ...silent,
  ...surface,
  ...surfaceOwn,
  ...symptom,
  ...terminal,
  ...validate,
  ...verdict,
  ...warm,
} as const;

type StripPlural<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
export type MessageKey = StripPlural<keyof typeof english>;

/** The text of a message in English. */
export function message(key: MessageKey, args: MessageArguments = {}): string {
  return formatMessage(english, 'en', key, args);
}
