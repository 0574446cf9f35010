import { type Browser, browser } from 'wxt/browser';
import type { BadgePort } from '../protection/findings.ts';
import type { DocumentRequest, RequestAnswer } from '../protection/navigation/request-guard.ts';
import type { RulePort } from '../protection/rules/redirects.ts';

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

/** The icon's badge. */
export const badge: BadgePort = {
  setBadgeText: (details) => browser.action.setBadgeText(details),
};

type RequestFilter = Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[1];
type AnsweringListener = (details: DocumentRequest) => RequestAnswer | Promise<RequestAnswer>;

/** Lets requests wait for what a listener answers. Firefox takes a promise, which the types, being Chromium's, do not know. */
export function answerRequests(listener: AnsweringListener, filter: RequestFilter): void {
  const untyped = browser.webRequest.onBeforeRequest as unknown as {
    addListener(listener: AnsweringListener, filter: RequestFilter, extra: ['blocking']): void;
  };
  untyped.addListener(listener, filter, ['blocking']);
}
