import { browser } from 'wxt/browser';
import type { Blocklist } from '../blocklist/blocklist.ts';
import { SHARDS_OF } from '../blocklist/shards/shard.ts';
import type { ListSync } from '../blocklist/sync/sync.ts';
import type { SyncState } from '../blocklist/sync/sync-state.ts';
import type { RulePort } from '../protection/rules/redirects.ts';
import type { SessionArea } from '../storage/session.ts';

/**
 * Whether this worker belongs to private windows. Chromium runs a separate one for them (`"incognito": "split"`): its
 * databases are in memory and end with the last private window, but it shares `storage.local`, `storage.session` and
 * the rules with the profile (measured in Chromium 156). Firefox has one worker for all windows.
 */
export const IS_PRIVATE: boolean = browser.extension.inIncognitoContext === true;

/**
 * Whether a tab is in a private window, in a browser with one worker for all windows; true if the tab is gone and it
 * cannot be known.
 */
export const isPrivateTab = async (tabId: number): Promise<boolean> =>
  import.meta.env.FIREFOX
    ? browser.tabs.get(tabId).then(
        ({ incognito }) => incognito,
        () => true,
      )
    : false;

/**
 * Whether a page of the extension is in a private window, in a browser with one worker for all windows. A popup or a panel has no tab: it
 * belongs to the window in front.
 */
export async function isPrivatePage(tab: { readonly id?: number | undefined } | undefined): Promise<boolean> {
  if (!import.meta.env.FIREFOX) return false;
  if (tab?.id !== undefined) return isPrivateTab(tab.id);
  return browser.windows.getLastFocused().then(
    ({ incognito }) => incognito,
    () => true,
  );
}

/** Rule numbers from here on belong to private windows. */
const PRIVATE_RULES = 1_000_000;
const PRIVATE_RECORDS = 'private-';

/** The rules of the other windows, without those of the private windows' worker. */
export function rulesOfProfile(port: RulePort): RulePort {
  const own = (rules: Awaited<ReturnType<RulePort['getSessionRules']>>) => rules.filter(({ id }) => id < PRIVATE_RULES);
  return { ...port, getSessionRules: async () => own(await port.getSessionRules()) };
}

/**
 * Rules for private windows: only those for a single tab, in session memory. A redirect would also act in other windows
 * and so reveal there where a private one has been; a dynamic rule would be on disk.
 */
export function rulesOfPrivateWindows(port: RulePort): RulePort {
  return {
    getDynamicRules: async () => [],
    getSessionRules: async () =>
      (await port.getSessionRules())
        .filter(({ id }) => id >= PRIVATE_RULES)
        .map((rule) => ({ ...rule, id: rule.id - PRIVATE_RULES })),
    updateDynamicRules: async () => undefined,
    updateSessionRules: ({ removeRuleIds, addRules }) =>
      port.updateSessionRules({
        removeRuleIds: removeRuleIds.map((id) => id + PRIVATE_RULES),
        addRules: addRules
          .filter(({ condition }) => condition.tabIds)
          .map((rule) => ({ ...rule, id: rule.id + PRIVATE_RULES })),
      }),
  };
}

/** Session storage for private windows. Removes what earlier private windows left. */
export function sessionOfPrivateWindows(area: typeof browser.storage.session): SessionArea {
  const cleared = clearEarlier(area);
  return {
    async get(key) {
      await cleared;
      const { [PRIVATE_RECORDS + key]: value } = await area.get(PRIVATE_RECORDS + key);
      return { [key]: value };
    },
    async set(items) {
      await cleared;
      await area.set(Object.fromEntries(Object.entries(items).map(([key, value]) => [PRIVATE_RECORDS + key, value])));
    },
  };
}

/** A database exists once a worker of this session has started; it ends with the last private window. */
async function clearEarlier(area: typeof browser.storage.session): Promise<void> {
  const databases = await indexedDB.databases();
  if (databases.length > 0) return;
  const left = Object.keys(await area.get(null)).filter((key) => key.startsWith(PRIVATE_RECORDS));
  await area.remove(left);
}

/** The list follows that of the profile, which the other windows' worker polls. */
export function followProfile(blocklist: Blocklist): Pick<ListSync, 'run' | 'state'> {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && SHARDS_OF in changes) void blocklist.reload();
  });
  const state = async (): Promise<SyncState> => {
    const at = blocklist.info?.currentAt ?? null;
    return { lastAttemptAt: at, lastSuccessAt: at, nextAttemptAt: null, problem: null };
  };
  return {
    state,
    async run() {
      await blocklist.reload();
      return state();
    },
  };
}
