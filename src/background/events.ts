import { browser } from 'wxt/browser';
import { answerNotifications } from '../browser-ui/browser-notifications.ts';
import { fillMenu, listenToReports } from '../browser-ui/report-menu.ts';
import { noticeLookalike, noticeOpened } from '../injection/notice.ts';
import { messageBudget } from '../messaging/message-budget.ts';
import type { MessageSource, OwnIdentity } from '../messaging/router.ts';
import { answer } from '../messaging/router.ts';
import { isWeb } from '../protection/warning/address.ts';
import { changesShared, changesWanted } from '../settings/record.ts';
import type { Background } from './background.ts';
import { answerRequests, lastingAddress, listenToDownloads, onUseChanged } from './browser-ports.ts';
import { handlersOf } from './handlers.ts';
import { IS_PRIVATE } from './private-window.ts';
import { ALARMS } from './schedule.ts';
import { showTabs } from './tab-icons.ts';

const DOCUMENTS = { urls: ['http://*/*', 'https://*/*'], types: ['main_frame' as const, 'sub_frame' as const] };

/**
 * Registers all listeners of browser events except those of a start. Must be called in the worker's first tick: an
 * event that wakes the worker reaches only listeners that are registered by then.
 */
export function listenToBrowser(background: Background): void {
  const { worker, schedule } = background;
  listenToMessages(background);
  listenToRequests(background);
  listenToReports(background.reportSubjects, background.warningPage);
  listenToDownloads(worker.downloads);
  browser.webNavigation.onCommitted.addListener((details) => void committed(background, details));
  browser.webNavigation.onHistoryStateUpdated.addListener((details) =>
    worker.navigation.onHistoryStateUpdated(details),
  );
  answerNotifications();
  browser.permissions.onAdded.addListener(({ permissions }) => {
    // The request comes from a click that wants notifications; the browser's prompt may have closed the popup
    // meanwhile.
    if (permissions?.includes('notifications')) {
      answerNotifications();
      void background.settings
        .write({ notify: true })
        .catch((error: unknown) => console.warn('Notifications stay off: the setting was not stored', error));
    }
    if (permissions?.includes('downloads')) listenToDownloads(worker.downloads);
    void background.showState();
  });
  browser.permissions.onRemoved.addListener(() => void background.showState());
  browser.tabs.onReplaced.addListener((added, removed) => void tabReplaced(background, added, removed));
  browser.tabs.onRemoved.addListener((tabId) => void tabClosed(background, tabId));
  browser.windows.onRemoved.addListener((id) => void windowClosed(background, id));
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'managed') void background.onPolicyChanged();
    if (area !== 'session') return;
    if (IS_PRIVATE && changesShared(changes)) void background.onSettingsChanged();
    if (!IS_PRIVATE && changesWanted(changes)) void background.exchangeSettings();
  });
  browser.alarms.onAlarm.addListener(async ({ name }) => {
    await schedule.onAlarm(name);
    if (name === ALARMS.allowances) await showTabs(background);
  });
  onUseChanged((isUsed) => void schedule.onUseChanged(isUsed));
  globalThis.addEventListener('online', () => {
    worker.confirmation.forgetFailures();
    void schedule.onOnline();
  });
}

function listenToMessages(background: Background): void {
  const handlers = handlersOf(background);
  const isWithinBudget = messageBudget(Date.now);
  const own: OwnIdentity = { id: browser.runtime.id, origin: `${location.origin}/` };
  // The reply goes through the callback, because older versions of Chromium ignore a promise returned by a listener.
  browser.runtime.onMessage.addListener((message: unknown, source: MessageSource, reply: (answer: unknown) => void) => {
    void answer(message, source, handlers, own, isWithinBudget).then(reply);
    return true;
  });
}

/** Chromium only reports a navigation; Firefox lets its requests wait for the answer, which is mostly given at once. */
function listenToRequests({ worker }: Background): void {
  browser.webRequest.onBeforeRedirect.addListener(
    (details) => worker.navigation.onBeforeRedirect({ ...details, redirectUrl: lastingAddress(details.redirectUrl) }),
    DOCUMENTS,
  );
  if (import.meta.env.FIREFOX) {
    // Firefox reports `object` for a page in an <object> or <embed>, which Chromium reports as a frame.
    const types = [...DOCUMENTS.types, 'object' as const];
    answerRequests(worker.onBeforeRequest, { ...DOCUMENTS, types });
    return;
  }
  browser.webNavigation.onBeforeNavigate.addListener((details) =>
    worker.navigation.onBeforeNavigate({ ...details, url: lastingAddress(details.url) }),
  );
}

type Committed = Parameters<Parameters<typeof browser.webNavigation.onCommitted.addListener>[0]>[0];

async function committed(background: Background, details: Committed): Promise<void> {
  const { worker, findings, toolbar } = background;
  worker.navigation.onCommitted(details);
  if (details.documentLifecycle === 'prerender') return;
  if (details.frameId === 0) void background.schedule.onPageOpened();
  void findings.forget(details.tabId, details.frameId);
  if (details.frameId === 0)
    void worker.ready.then(() => toolbar.onPageOpened(details.tabId, lastingAddress(details.url)));
  if (details.frameId !== 0 || !isWeb(details.url)) return;
  await worker.ready;
  if (worker.settings.checkWallets) void background.walletRequests.gone({ tabId: details.tabId });
  await Promise.all([noticeLookalike(background, details), noticeOpened(background, details)]);
}

async function tabReplaced(background: Background, added: number, removed: number): Promise<void> {
  const { worker } = background;
  await worker.ready;
  await reported(worker.allowances.moveTab(removed, added));
  await reported(worker.redirects.apply());
  await tabClosed(background, removed);
  const tab = await browser.tabs.get(added).catch(() => null);
  if (tab?.url) await worker.navigation.onTabReplaced(added, tab.url);
}

/** Forgets a tab everywhere, whichever step the browser refuses. */
async function tabClosed(background: Background, tabId: number): Promise<void> {
  const { worker, findings, toolbar, walletRequests } = background;
  toolbar.forget(tabId);
  worker.tabs.forget(tabId);
  await worker.ready;
  const hasRule = worker.allowances.list.some((allowance) => allowance.tabId === tabId);
  const forgotten = [walletRequests.closed(tabId), findings.forget(tabId, 0), worker.allowances.forgetTab(tabId)];
  await Promise.all(forgotten.map(reported));
  if (hasRule) await reported(worker.redirects.apply());
}

/** Chromium's worker of private windows ends with the last of them; Firefox has one worker for all. */
async function windowClosed(background: Background, id: number): Promise<void> {
  const { reportSubjects, mutedSites, siteMarks, pauses, traffic, outbox, walletRequests } = background;
  await Promise.all([reported(reportSubjects.forget(id)), reported(walletRequests.gone({ windowId: id }))]);
  if (!import.meta.env.FIREFOX || (await browser.windows.getAll()).some(({ incognito }) => incognito)) return;
  const kept = [mutedSites, siteMarks.unmarked, pauses, traffic, outbox];
  await Promise.all(kept.map((each) => reported(each.forgetPrivate())));
}

const reported = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => console.warn('A closed tab or window could not be forgotten', error));

/** Milliseconds for the event that woke the worker alone: a warning comes a tenth of a second sooner. */
const START_DELAY_MS = 400;

/**
 * Distinguishes the starts of a worker: a first run opens the welcome page, a browser start polls at once, and every
 * start, including a wake-up, updates rules, tabs and alarms. Must be called in the first tick.
 */
export function handleStarts(background: Background): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void fillMenu(background);
    if (reason === 'install' && !IS_PRIVATE)
      void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html' as '/') });
  });
  // The worker of private windows gets no install event, and its menu ends with the last private window.
  if (IS_PRIVATE) void fillMenu(background);
  browser.runtime.onStartup.addListener(() => void background.schedule.onOnline());
  setTimeout(() => void background.start(), START_DELAY_MS);
}
