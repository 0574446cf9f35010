import { browser } from 'wxt/browser';
import type { NoticeKind, NotificationText } from './notifications.ts';

/** Whether the extension has the notification permission, which a person grants when they first want notifications. */
export const mayNotify = (): Promise<boolean> => browser.permissions.contains({ permissions: ['notifications'] });

/** Shows a browser notification, replacing an earlier one of the same kind. */
export const showNotification = (kind: NoticeKind, { title, message }: NotificationText): Promise<unknown> =>
  browser.notifications.create(kind, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icons/128.png'),
    title,
    message,
  });

const PAGES: Readonly<Record<NoticeKind, '/popup.html' | '/settings.html' | null>> = {
  listed: null,
  news: '/popup.html',
  unprotected: '/settings.html',
};

/**
 * Opens the subject of a clicked notification. Must be called in the worker's first tick, and again when the permission
 * is granted: before that there is no event to listen to.
 */
export function answerNotifications(): void {
  browser.notifications?.onClicked.addListener(pressed);
}

const pressed = (kind: string): void => void open(kind as NoticeKind);

async function open(kind: NoticeKind): Promise<void> {
  await browser.notifications.clear(kind);
  const page = PAGES[kind];
  if (page) {
    await browser.tabs.create({ url: browser.runtime.getURL(page) + (kind === 'news' ? '?view=outbox' : '') });
    return;
  }
  const stopped = (await browser.tabs.query({}))
    .filter(({ url }) => url?.startsWith(`${location.origin}/warning.html`))
    .at(-1);
  if (stopped?.id === undefined) return;
  await browser.tabs.update(stopped.id, { active: true });
  await browser.windows.update(stopped.windowId, { focused: true });
}
