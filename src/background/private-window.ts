import { browser } from 'wxt/browser';
import { REPORT_SUBJECTS } from '../browser-ui/report-subject.ts';
import type { RulePort, WrittenRule } from '../protection/rules/redirects.ts';
import type { Rule } from '../protection/rules/rules.ts';
import type { Records } from '../storage/records.ts';
import type { SessionArea } from '../storage/session.ts';

/**
 * Whether this worker belongs to private windows. Chromium runs a separate one for them (`"incognito": "split"`): its
 * databases are in memory and end with the last private window, but it shares `storage.local`, `storage.session` and
 * the rules with the profile (measured in Chromium 156). Firefox has one worker for all windows.
 */
export const IS_PRIVATE: boolean = !import.meta.env.FIREFOX && browser.extension.inIncognitoContext === true;

/** Whether every window is private: then that one worker of Firefox is, too. */
export const IS_ALWAYS_PRIVATE: boolean = import.meta.env.FIREFOX && browser.extension.inIncognitoContext === true;

const isIncognito = (of: Promise<{ readonly incognito: boolean }>): Promise<boolean> =>
  of.then(
    ({ incognito }) => incognito,
    () => true,
  );

/** Whether a tab is in a private window, in a browser with one worker for all windows; true if the tab is gone. */
export const isPrivateTab = async (tabId: number): Promise<boolean> =>
  import.meta.env.FIREFOX && isIncognito(browser.tabs.get(tabId));

/** Whether nothing from a tab may be kept, in any browser. */
export const isInPrivate = async (tabId: number | undefined): Promise<boolean> =>
  IS_PRIVATE || (tabId !== undefined && isPrivateTab(tabId));

/**
 * Whether a page of the extension is in a private window, in a browser with one worker for all windows. A popup or a panel has no tab: it
 * belongs to the window in front.
 */
export const isPrivatePage = async (tab: { readonly id?: number | undefined } | undefined): Promise<boolean> =>
  import.meta.env.FIREFOX &&
  isIncognito(tab?.id === undefined ? browser.windows.getLastFocused() : browser.tabs.get(tab.id));

/** Rule numbers from here on belong to private windows. */
const PRIVATE_RULES = 1_000_000;

/** The rules of the other windows, without those of the private windows' worker. */
export function rulesOfProfile(port: RulePort): RulePort {
  const getSessionRules = async () => (await port.getSessionRules()).filter(({ id }) => id < PRIVATE_RULES);
  return { ...port, getSessionRules };
}

/**
 * Rules for private windows: only those for a single tab, in session memory, and without hosts. The browser keeps them
 * when the window is closed, and shares them with the other windows, where they would reveal what a private one has
 * seen. In its tab such a rule is about every host: the verdict decides there.
 */
export function rulesOfPrivateWindows(port: RulePort): RulePort {
  /** The rules of this worker with their hosts, so that a rule that is in place is not written again. */
  const written = new Map<number, Rule>();
  return {
    getDynamicRules: async () => [],
    getSessionRules: async () =>
      (await port.getSessionRules())
        .filter(({ id }) => id >= PRIVATE_RULES)
        .map((rule): WrittenRule => written.get(rule.id - PRIVATE_RULES) ?? { ...rule, id: rule.id - PRIVATE_RULES }),
    updateDynamicRules: async () => undefined,
    async updateSessionRules({ removeRuleIds, addRules }) {
      const ofTabs = addRules.filter(({ condition }) => condition.tabIds);
      await port.updateSessionRules({
        removeRuleIds: removeRuleIds.map((id) => id + PRIVATE_RULES),
        addRules: ofTabs.map(({ condition, ...rule }) => {
          const { requestDomains: _, excludedRequestDomains: __, ...withoutHosts } = condition;
          return { ...rule, id: rule.id + PRIVATE_RULES, condition: withoutHosts };
        }),
      });
      for (const id of removeRuleIds) written.delete(id);
      for (const rule of ofTabs) written.set(rule.id, rule);
    },
  };
}

/** A name in `storage.session` whose changes tell panels of private windows to ask again; it holds nothing else. */
const CHANGED = 'private-changed';

/**
 * Session storage for private windows: their worker's own database, which ends with the last of them. The browser does
 * not let that worker clean up when the window is closed, and `storage.session` would keep everything until its own end.
 * @param area where panels observe changes
 */
export function sessionOfPrivateWindows(records: Records, area: SessionArea): SessionArea {
  const nameOf = (key: string) => `session ${key}`;
  return {
    get: async (key) => ({ [key]: (await records.read(nameOf(key)))[0] }),
    async set(items) {
      await records.write(Object.fromEntries(Object.entries(items).map(([key, value]) => [nameOf(key), value])));
      if (REPORT_SUBJECTS in items) await area.set({ [CHANGED]: crypto.randomUUID() });
    },
  };
}
