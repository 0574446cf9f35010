import { browser } from 'wxt/browser';
import { isWeb } from '../protection/address.ts';
import type { Background } from './background.ts';
import { answerRequests } from './browser-ports.ts';

const DOCUMENTS = { urls: ['http://*/*', 'https://*/*'], types: ['main_frame' as const, 'sub_frame' as const] };

/**
 * Registers every listener of the browser's events. Must be called in the worker's first tick: an event that wakes the worker is
 * given only to listeners that are there by then.
 */
export function listenToBrowser(background: Background): void {
  const { worker, findings, schedule } = background;
  const { navigation } = worker;
  listenToRequests(background);
  browser.webNavigation.onCommitted.addListener((details) => {
    navigation.committed(details);
    if (details.documentLifecycle === 'prerender') return;
    void findings.forget(details.tabId, details.frameId);
    if (details.frameId === 0 && isWeb(details.url))
      void worker.ready.then(() => worker.visited.add(details.tabId, details.url));
  });
  browser.webNavigation.onHistoryStateUpdated.addListener((details) => navigation.moved(details));
  browser.tabs.onReplaced.addListener((added, removed) => void tabReplaced(background, added, removed));
  browser.tabs.onRemoved.addListener((tabId) => void tabClosed(background, tabId));
  browser.alarms.onAlarm.addListener(({ name }) => void schedule.rang(name));
  browser.runtime.onStartup.addListener(() => void schedule.connected());
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html' as '/') });
  });
  globalThis.addEventListener('online', () => {
    worker.confirmation.forgetFailures();
    void schedule.connected();
  });
}

/**
 * Firefox lets a request wait until it is answered, so that nothing of a listed page leaves and no tab has to be taken anywhere;
 * Chromium tells of it only.
 */
function listenToRequests({ worker }: Background): void {
  const { navigation, requests } = worker;
  if (import.meta.env.FIREFOX) {
    // Firefox says object for a page in an <object> or <embed>, which Chromium calls a frame.
    answerRequests((details) => requests.requested(details), {
      ...DOCUMENTS,
      types: [...DOCUMENTS.types, 'object'],
    });
    return;
  }
  browser.webNavigation.onBeforeNavigate.addListener((details) => navigation.began(details));
  browser.webRequest.onBeforeRequest.addListener((details) => {
    navigation.requested(details);
    return undefined;
  }, DOCUMENTS);
}

async function tabReplaced({ worker }: Background, added: number, removed: number): Promise<void> {
  await worker.ready;
  await worker.allowances.moveTab(removed, added);
  await worker.redirects.apply();
  worker.navigation.closed(removed);
  await worker.navigation.replaced(added);
}

async function tabClosed({ worker, findings }: Background, tabId: number): Promise<void> {
  worker.navigation.closed(tabId);
  await worker.ready;
  worker.visited.forgetTab(tabId);
  await worker.allowances.forgetTab(tabId);
  await Promise.all([worker.redirects.apply(), findings.forget(tabId, 0)]);
}
