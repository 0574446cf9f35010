import { type Browser, browser } from 'wxt/browser';
import type { BadgePort } from '../protection/marks/findings.ts';
import type { FramePort } from '../protection/navigation/frame-removal.ts';
import type { TabPort } from '../protection/navigation/navigation.ts';
import type { DocumentRequest, RequestAnswer } from '../protection/navigation/request-guard.ts';
import type { RulePort } from '../protection/rules/redirects.ts';
import type { SweepPort } from '../protection/worker.ts';
import type { ToolbarPort } from './toolbar/toolbar.ts';

type BrowserRule = Browser.declarativeNetRequest.Rule;

/** The browser's rules, with the types that the protection uses. */
export const ruleTable: RulePort = {
  getDynamicRules: () => browser.declarativeNetRequest.getDynamicRules(),
  getSessionRules: () => browser.declarativeNetRequest.getSessionRules(),
  updateDynamicRules: ({ removeRuleIds, addRules }) =>
    browser.declarativeNetRequest.updateDynamicRules({
      removeRuleIds,
      addRules: addRules as unknown as BrowserRule[],
    }),
  updateSessionRules: ({ removeRuleIds, addRules }) =>
    browser.declarativeNetRequest.updateSessionRules({
      removeRuleIds,
      addRules: addRules as unknown as BrowserRule[],
    }),
};

/**
 * The address of our page as its tabs show it. A guard navigates to this session's address instead, which a pending or
 * failed navigation still has.
 */
export function lastingAddress(url: string): string {
  const { origin } = new URL(browser.runtime.getURL('/warning.html' as '/'));
  return url.startsWith(`${origin}/`) ? location.origin + url.slice(origin.length) : url;
}

export const tabTable: TabPort & SweepPort = {
  update: (tabId, properties) => browser.tabs.update(tabId, properties),
  discard: (tabId) => browser.tabs.discard(tabId),
  query: (filter) => browser.tabs.query(filter),
  get: async (tabId) => {
    const tab = await browser.tabs.get(tabId);
    return tab.pendingUrl === undefined ? tab : { ...tab, pendingUrl: lastingAddress(tab.pendingUrl) };
  },
};

export const toolbarButton: ToolbarPort = {
  setIcon: (icon) => browser.action.setIcon(icon),
  setTitle: (title) => browser.action.setTitle(title),
};

export const badge: BadgePort = {
  setBadgeText: (details) => browser.action.setBadgeText(details),
};

type RequestFilter = Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[1];
type AnsweringListener = (details: DocumentRequest) => RequestAnswer | Promise<RequestAnswer>;

/**
 * Makes requests wait for the listener's answer. Firefox accepts a promise, which the Chromium types do not declare.
 */
export function answerRequests(listener: AnsweringListener, filter: RequestFilter): void {
  const untyped = browser.webRequest.onBeforeRequest as unknown as {
    addListener(listener: AnsweringListener, filter: RequestFilter, extra: ['blocking']): void;
  };
  untyped.addListener(listener, filter, ['blocking']);
}

/** The global that `entrypoints/frame-removal.ts` sets in the isolated world of our scripts. */
type Left = {
  readonly waryFrames: {
    askForRemoval(view: Window, token: string): void;
    removeFrame(view: Window, token: string, notice: string): Promise<boolean>;
    removeFrameAt(view: Window, index: number, count: number, notice: string): boolean;
  };
};

/**
 * @param notice address of the page that says what was there, in place of the frame or of its tab
 * @param opened the windows opened by the frames of a tab
 */
export function framePortTo(notice: string, opened: FramePort['opened']): FramePort {
  return {
    frames: async (tabId) => (await browser.webNavigation.getAllFrames({ tabId })) ?? [],
    awaitToken: (tabId, frameId, token) => inFrame(tabId, frameId, awaitToken, [token, notice]),
    showToken: (tabId, frameId, token) => inFrame(tabId, frameId, showToken, [token]),
    removeAt: (tabId, frameId, index, count) => inFrame(tabId, frameId, removeAt, [index, count, notice]),
    async discard(tabId) {
      const discarded = await browser.tabs.discard(tabId);
      await browser.tabs.update(discarded?.id ?? tabId, { url: notice });
    },
    tabs: () => browser.tabs.query({}),
    opened,
    close: (tabId) => browser.tabs.remove(tabId),
    token: () => crypto.randomUUID(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

async function inFrame<Args extends unknown[]>(
  tabId: number,
  frameId: number,
  func: (...args: Args) => void,
  args: Args,
): Promise<void> {
  const target = { tabId, frameIds: [frameId] };
  await browser.scripting.executeScript({ target, files: ['/frame-removal.js'], injectImmediately: true });
  await browser.scripting.executeScript({ target, func, args, injectImmediately: true });
}

// These three run in a page, without access to this module. `awaitToken` only adds its listener; its promise is not
// awaited.
function awaitToken(token: string, notice: string): void {
  void (globalThis as unknown as Left).waryFrames.removeFrame(window, token, notice);
}
function showToken(token: string): void {
  (globalThis as unknown as Left).waryFrames.askForRemoval(window, token);
}
function removeAt(index: number, count: number, notice: string): void {
  (globalThis as unknown as Left).waryFrames.removeFrameAt(window, index, count, notice);
}
