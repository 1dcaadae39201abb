import { BisectWish } from '../../protocol/bisection';
import { badInput } from './refusal';

/** What is typed about a search through releases. */
export interface TypedWish {
  readonly package: string;
  readonly good?: string;
  readonly bad?: string;
  readonly python?: string;
  readonly jobs?: string;
  readonly prereleases?: boolean;
  readonly yanked?: boolean;
}

/** Errors: `badInput` where a part of it cannot be read. */
export function readBisectWish(typed: TypedWish): BisectWish {
  const { shape } = BisectWish;
  const name = shape.package.safeParse(typed.package.trim());
  if (!name.success) throw badInput('package', 'cli.bisect.name', { value: typed.package });
  const release = (option: 'good' | 'bad'): string | null => {
    const value = typed[option];
    if (value === undefined) return null;
    const read = shape[option].safeParse(value.trim());
    if (!read.success || read.data === null) throw badInput(option, 'cli.bisect.release', { option, value });
    return read.data;
  };
  const python = shape.python.safeParse(typed.python ?? null);
  if (!python.success) throw badInput('python', 'cli.bisect.python', { value: typed.python ?? '' });
  const jobs = shape.jobs.safeParse(Number(typed.jobs ?? '1'));
  if (!jobs.success) throw badInput('jobs', 'cli.bisect.jobs', { value: typed.jobs ?? '' });
  return {
    package: name.data,
    good: release('good'),
    bad: release('bad'),
    python: python.data,
    jobs: jobs.data,
    prereleases: typed.prereleases === true,
    yanked: typed.yanked === true,
  };
}
