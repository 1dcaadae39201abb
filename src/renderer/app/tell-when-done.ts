import { message } from '../../protocol/catalogue/catalogue';
import type { ReproductionSummary } from '../../protocol/reproduction/state';
import type { App } from '../store/create-app';
import { describeSummary } from './describe-state';

/** Whether somebody who looked away wants to be told of this change: it has ended, or it waits for a word. */
export function isTelling(before: ReproductionSummary | undefined, now: ReproductionSummary): boolean {
  if (!before || (before.phase === now.phase && before.outcome === now.outcome)) return false;
  return now.phase === 'concluded' || now.phase === 'awaitingPlan';
}

/**
 * Tells, while the page is not seen, what has ended: in the page's title, and, where the user has asked for it in the settings, by
 * a notification of the system. The title is its own again once the page is seen.
 */
export function tellWhenDone(page: Window, app: App): void {
  const own = page.document.title;
  app.store.subscribe((state, previous) => {
    if (state.list === previous.list || !previous.listLoaded || !page.document.hidden) return;
    const before = new Map(previous.list.map((item) => [item.id, item]));
    for (const item of state.list) {
      if (!isTelling(before.get(item.id), item)) continue;
      const { text } = describeSummary(item);
      page.document.title = message('app.done.title', { state: text, title: item.title });
      if (state.settings.notifications === true) notify(page, text, item.title);
    }
  });
  page.document.addEventListener('visibilitychange', () => {
    if (!page.document.hidden) page.document.title = own;
  });
}

function notify(page: Window, state: string, title: string): void {
  // Words only, as text: a notification of the system knows no markup of ours.
  if (!('Notification' in page) || Notification.permission !== 'granted') return;
  const notification = new Notification(state, { body: title, tag: 'reprise' });
  notification.onclick = () => page.focus();
}

/** Asks for notifications; to be called on a press. Resolves with whether they may be shown. */
export async function askForNotifications(page: Window): Promise<boolean> {
  return 'Notification' in page && (await Notification.requestPermission()) === 'granted';
}
