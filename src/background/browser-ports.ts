import { type Browser, browser } from 'wxt/browser';
import { targetOf } from '../injection/target.ts';
import type { DownloadPort, downloadGuard } from '../protection/navigation/downloads.ts';
import type { DocumentRequest, RequestAnswer } from '../protection/navigation/request-guard.ts';
import type { TabPort } from '../protection/navigation/tabs.ts';
import type { RulePort } from '../protection/rules/redirects.ts';
import type { WalletRequestsParts } from '../protection/wallet/wallet-requests.ts';
import { warningAddress } from '../protection/warning/short-address.ts';
import type { SweepPort } from '../protection/worker.ts';

type RuleChange = Browser.declarativeNetRequest.UpdateRuleOptions;

export const ruleTable: RulePort = {
  getDynamicRules: () => browser.declarativeNetRequest.getDynamicRules(),
  getSessionRules: () => browser.declarativeNetRequest.getSessionRules(),
  updateDynamicRules: (change) => browser.declarativeNetRequest.updateDynamicRules(change as unknown as RuleChange),
  updateSessionRules: (change) => browser.declarativeNetRequest.updateSessionRules(change as unknown as RuleChange),
};

/** Our page's address as its tabs show it. A guard navigates to this session's, which a pending or failed navigation has. */
export function lastingAddress(url: string): string {
  const { origin } = new URL(browser.runtime.getURL('/warning.html' as '/'));
  return url.startsWith(`${origin}/`) ? location.origin + url.slice(origin.length) : url;
}

export const tabTable: TabPort & SweepPort = {
  extensionId: browser.runtime.id,
  update: (tabId, properties) => browser.tabs.update(tabId, properties),
  discard: (tabId) => browser.tabs.discard(tabId),
  frames: async (tabId) => (await browser.webNavigation.getAllFrames({ tabId })) ?? [],
  replaceFrame: (frame) =>
    browser.scripting.executeScript({
      target: targetOf(frame),
      func: (notice: string) => globalThis.location.replace(notice),
      args: [warningAddress(browser.runtime.getURL('/warning.html' as '/'), frame.url)],
      injectImmediately: true,
    }),
  query: (filter) => browser.tabs.query(filter),
  get: async (tabId) => {
    const tab = await browser.tabs.get(tabId);
    return tab.pendingUrl === undefined ? tab : { ...tab, pendingUrl: lastingAddress(tab.pendingUrl) };
  },
};

export const downloadTable: DownloadPort = {
  cancel: (id) => browser.downloads.cancel(id),
  removeFile: (id) => browser.downloads.removeFile(id),
  erase: (id) => browser.downloads.erase({ id }),
};

/** Judges downloads once the person permits it. In Firefox the request for a file of a listed site does not leave. */
export function listenToDownloads(guard: ReturnType<typeof downloadGuard>): void {
  if (import.meta.env.FIREFOX || !browser.downloads) return;
  browser.downloads.onCreated.addListener((download) => guard.onCreated(download));
  browser.downloads.onDeterminingFilename.addListener((download, suggest) =>
    guard.onDeterminingFilename(download, suggest),
  );
}

/** Pixels: room for the longest decision, without its details. */
const DECISION_SIZE = { width: 480, height: 720 };

/** A decision has a window of its own: a page can neither cover it nor close it. */
export const decisionWindows: WalletRequestsParts['windows'] = {
  async open(id, tabId) {
    const { incognito } = await browser.tabs.get(tabId);
    const url = `${browser.runtime.getURL('/wallet.html' as '/')}#${id}`;
    const window = await browser.windows.create({ url, type: 'popup', focused: true, incognito, ...DECISION_SIZE });
    if (window?.id === undefined) throw new Error('The browser opened no window for a decision');
    return window.id;
  },
  focus: (windowId) => browser.windows.update(windowId, { focused: true }),
  close: (windowId) => browser.windows.remove(windowId).catch(() => undefined),
};

/** Seconds without a key or a movement after which nobody uses the computer. */
const IDLE_AFTER_S = 300;

/** Whether somebody uses the computer now, by the browser's own account. */
export const isInUse = async (): Promise<boolean> => (await browser.idle.queryState(IDLE_AFTER_S)) === 'active';

/** Calls back when somebody came back to the computer (true), or left or locked it (false). */
export function onUseChanged(listener: (isUsed: boolean) => void): void {
  browser.idle.setDetectionInterval(IDLE_AFTER_S);
  browser.idle.onStateChanged.addListener((state) => listener(state === 'active'));
}

type RequestFilter = Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[1];
type AnsweringListener = (details: DocumentRequest) => RequestAnswer | Promise<RequestAnswer>;

/** Makes requests wait for the listener's answer. Firefox accepts a promise, which Chromium's types do not declare. */
export function answerRequests(listener: AnsweringListener, filter: RequestFilter): void {
  const untyped = browser.webRequest.onBeforeRequest as unknown as {
    addListener(listener: AnsweringListener, filter: RequestFilter, extra: ['blocking']): void;
  };
  untyped.addListener(listener, filter, ['blocking']);
}
