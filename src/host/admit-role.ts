import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { MethodName, Params } from '../protocol/methods';
import { isLoopback, type ModelChoice } from '../protocol/model';
import { isAddress } from '../protocol/project-address';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { ClientRole } from '../protocol/role';
import { isLooser, type Settings } from '../protocol/settings';
import { mayRunUnasked } from './offer-run';

/** What starts runs, approves, or speaks to a running program: never at the word of a page. */
const notForPages: ReadonlySet<MethodName> = new Set<MethodName>([
  'plan/accept',
  'attempt/run',
  'reproduction/minimise',
  'reproduction/bisect',
  // It speaks to the network.
  'package/releases',
  'approval/answer',
  'run/take',
  'terminal/write',
  // What leaves the machine goes at the word of a person alone.
  'reproducer/publish',
  // It reads any folder; a page sees the project of a reproduction alone.
  'context/gather',
  // Installing is approved with the call itself; what is removed is shown, and asked about, in the Run surface.
  'environment/create',
  'environment/remove',
  // A page never holds a key.
  'key/keep',
  'key/remove',
]);

/** All that the Run surface needs. */
const forSurface: ReadonlySet<MethodName> = new Set<MethodName>([
  'run/offer',
  'run/take',
  'reproduction/attach',
  'reproduction/detach',
]);

/** Errors: throws `untrusted` where a client of this role may not call the method at all. */
export function admitRole(role: ClientRole, method: MethodName): void {
  if (role === 'page' && notForPages.has(method)) throw untrusted(method);
  if (role === 'surface' && !forSurface.has(method)) throw untrusted(method);
}

/** Errors: throws `untrusted` where going on could run something and a page asks for it. */
export function admitStart(role: ClientRole, state: ReproductionState): void {
  if (role === 'page' && mayRunUnasked(state)) throw untrusted('reproduction/start');
}

/** Errors: throws `untrusted` where a page would create what runs with less asked than the settings say. */
export function admitCreate(
  role: ClientRole,
  { script, options }: Params<'reproduction/create'>,
  kept: Settings,
): void {
  if (role !== 'page') return;
  // It would have the host speak to whatever address the page likes.
  if (isAddress(options.project ?? ''))
    throw new RepriseError('untrusted', message('project.address.page'), { method: 'reproduction/create' });
  const loosens =
    isLooser(options, kept) ||
    script !== undefined ||
    (options.data ?? null) !== null ||
    !mayAsk(options.model, kept) ||
    (options.allowPackages ?? []).length > 0;
  if (loosens) throw untrusted('reproduction/create');
}

/** Errors: throws `untrusted` where a page would have less asked from now on, or packages come from elsewhere. */
export function admitSettings(role: ClientRole, change: Params<'settings/update'>, kept: Settings): void {
  if (role !== 'page') return;
  const elsewhere =
    (change.packageIndex !== undefined && change.packageIndex !== kept.packageIndex) ||
    (change.cpuIndex !== undefined && change.cpuIndex !== (kept.cpuIndex ?? null)) ||
    (change.condaChannels ?? []).some((channel) => !(kept.condaChannels ?? []).includes(channel)) ||
    // Where all that is asked passes through, and whom it trusts.
    (change.network !== undefined && JSON.stringify(change.network) !== JSON.stringify(kept.network)) ||
    (change.packageHosts ?? []).some((host) => !(kept.packageHosts ?? []).includes(host));
  const isFreer = kept.models?.localOnly === true && change.models !== undefined && change.models?.localOnly !== true;
  if (elsewhere || isFreer || !mayAsk(change.models?.choice, kept) || isLooser(change, kept))
    throw untrusted('settings/update');
}

/** Errors: throws `untrusted` where a page would have another address asked than this machine's or the one of the settings. */
export function admitEndpoint(role: ClientRole, method: MethodName, baseUrl: string, kept: Settings): void {
  if (role === 'page' && !isLoopback(baseUrl) && kept.models?.choice?.baseUrl !== baseUrl) throw untrusted(method);
}

/** Errors: throws `untrusted` where a page would have another host asked than the one that everybody's issues lie at. */
export function admitIssue(role: ClientRole, address: string): void {
  if (role !== 'page' || /^https:\/\/(?:www\.)?github\.com\//i.test(address.trim())) return;
  throw new RepriseError('untrusted', message('report.issue.otherHost'), { method: 'report/fetch' });
}

/** A page may choose among models of this machine; what leaves it, and at which cost, is said elsewhere. */
function mayAsk(choice: ModelChoice | null | undefined, kept: Settings): boolean {
  if (!choice || isLoopback(choice.baseUrl)) return true;
  return JSON.stringify(choice) === JSON.stringify(kept.models?.choice ?? null);
}

function untrusted(method: string): RepriseError<'untrusted'> {
  return new RepriseError('untrusted', message('errors.untrusted'), { method });
}
