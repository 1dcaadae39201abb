import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { SandboxRule, type ReproductionOptions } from '../../protocol/reproduction/options';
import { DeviceChoice } from '../../protocol/hardware';
import { isAddress, readAddress } from '../../protocol/project-address';
import { isDistributionName, normaliseName } from '../../protocol/requirement';
import { readRequirement } from './read-requirement';
import { readModel, type TypedModel } from './read-model';
import { badInput } from './refusal';

/** Options of `reproduce` as they were typed. */
export interface TypedOptions extends TypedModel {
  readonly project?: string;
  readonly projectAt?: string;
  readonly environment?: string;
  readonly python?: string;
  readonly asOf?: string;
  readonly timeLimit?: string;
  readonly repeats?: string;
  readonly auto?: boolean;
  readonly guide?: boolean;
  readonly sandbox?: string;
  readonly data?: string;
  readonly allowPackage?: readonly string[];
  readonly package?: readonly string[];
  readonly withoutPackage?: readonly string[];
  readonly devices?: string;
}

/** Checks what was typed, against the disk where it names a place. Errors: `badInput`, before anything is begun. */
export async function readOptions(
  typed: TypedOptions,
  place: {
    readonly workingFolder: string;
    readonly interactive: boolean;
    readonly environmentBlock?: Readonly<Record<string, string | undefined>>;
  },
): Promise<Partial<ReproductionOptions>> {
  if (typed.auto && typed.guide) throw badInput('guide', 'cli.option.autoAndGuide');
  if (typed.guide && !place.interactive) throw badInput('guide', 'cli.option.guideWithoutTerminal');
  return {
    autonomy: typed.guide ? 'guide' : 'auto',
    ...readModel(typed, place.environmentBlock ?? {}),
    ...(typed.project === undefined ? {} : { project: await project(typed.project) }),
    ...(typed.projectAt === undefined ? {} : { projectAt: typed.projectAt.slice(0, 300) }),
    ...(typed.data === undefined ? {} : { data: await folder('data', typed.data) }),
    ...(typed.environment === undefined ? {} : { environment: await existing('environment', typed.environment) }),
    ...(typed.python === undefined ? {} : { python: await python(typed.python) }),
    ...(typed.asOf === undefined ? {} : { asOf: date(typed.asOf) }),
    ...(typed.timeLimit === undefined ? {} : { timeLimit: number('time-limit', typed.timeLimit, 86_400, false) }),
    ...(typed.repeats === undefined ? {} : { repeats: number('repeats', typed.repeats, 100, true) }),
    ...(typed.sandbox === undefined ? {} : { sandbox: sandbox(typed.sandbox) }),
    ...(typed.package === undefined ? {} : { packages: typed.package.map(readRequirement) }),
    ...(typed.withoutPackage === undefined
      ? {}
      : { leaveOut: typed.withoutPackage.map((name) => packageName('without-package', name)) }),
    ...(typed.devices === undefined ? {} : { devices: devices(typed.devices) }),
    ...(typed.allowPackage === undefined
      ? {}
      : { allowPackages: typed.allowPackage.map((name) => packageName('allow-package', name)) }),
  };

  /** A folder that is there goes first; what looks like an address is read as one, and nothing is asked yet. */
  async function project(value: string): Promise<string> {
    const isThere = await stat(path.resolve(place.workingFolder, value)).catch(() => null);
    if (isThere || !isAddress(value)) return folder('project', value);
    const address = readAddress(value);
    if (address.kind === 'refused') throw badInput('project', address.why);
    return address.kind === 'folder' ? folder('project', address.path) : address.url;
  }

  async function existing(option: string, value: string): Promise<string> {
    const full = path.resolve(place.workingFolder, value);
    if (!(await stat(full).catch(() => null))) throw badInput(option, 'cli.option.missing', { option, value });
    return full;
  }

  async function folder(option: string, value: string): Promise<string> {
    const full = await existing(option, value);
    if (!(await stat(full)).isDirectory()) throw badInput(option, 'cli.option.folder', { option, value });
    return full;
  }

  async function python(value: string): Promise<string> {
    if (/^\d+\.\d+(\.\d+)?$/.test(value)) return value;
    if (!/[\\/]/.test(value)) throw badInput('python', 'cli.option.python', { value });
    return existing('python', value);
  }
}

function date(value: string): string {
  if (!z.iso.date().safeParse(value).success) throw badInput('as-of', 'cli.option.date', { value });
  return value;
}

function number(option: string, value: string, most: number, whole: boolean): number {
  const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(parsed > 0 && parsed <= most) || (whole && !Number.isInteger(parsed))) {
    throw badInput(option, whole ? 'cli.option.count' : 'cli.option.number', { option, value, most });
  }
  return parsed;
}

function sandbox(value: string): SandboxRule {
  const rule = SandboxRule.safeParse(value);
  if (!rule.success) throw badInput('sandbox', 'cli.option.sandbox', { value });
  return rule.data;
}

/** `all`, `none`, or cards with commas between them, as the vendor's tool numbers or names them. */
function devices(value: string): DeviceChoice {
  if (value === 'all') return null;
  const chosen = DeviceChoice.safeParse(value === 'none' ? [] : value.split(',').map((one) => one.trim()));
  if (!chosen.success) throw badInput('devices', 'cli.option.devices', { value });
  return chosen.data;
}

/** The form of PEP 508 names: nothing else reaches an installer's list. */
function packageName(option: string, value: string): string {
  if (!isDistributionName(value)) throw badInput(option, 'cli.option.package', { option, value });
  return normaliseName(value);
}
