import { type Browser, browser } from 'wxt/browser';
import type { SessionArea } from '../protection/allowances.ts';
import type { RulePort } from '../protection/redirects.ts';

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

/** Storage that ends with the browser session. */
export const sessionArea: SessionArea = {
  get: (key) => browser.storage.session.get(key),
  set: (items) => browser.storage.session.set(items),
};
