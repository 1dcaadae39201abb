import { message } from '../../protocol/catalogue/catalogue';
import type { LimitsKept } from '../../protocol/execution';
import type { HeldLimits, LimitGroup, LimitGroups } from '../process/groups/limit-group';

/** Opens a group for a run, where one is to be had, and says who keeps the limits of that run. `groups` a string: why there is none. */
export async function openGroup(
  groups: LimitGroups | string | undefined,
  limits: HeldLimits,
  start: 'anew' | 'running',
): Promise<{ readonly group: LimitGroup | null; readonly kept: LimitsKept }> {
  const opened = (typeof groups === 'string' ? groups : await groups?.open(limits, start)) ?? message('limits.unused');
  return typeof opened === 'string'
    ? { group: null, kept: { by: 'polling', reason: opened } }
    : { group: opened, kept: { by: opened.by, reason: null } };
}
