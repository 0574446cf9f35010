import { browser } from 'wxt/browser';
import type { Blocklist } from '../blocklist/blocklist.ts';
import { SHARDS_OF } from '../blocklist/shards/shard.ts';
import type { ListSync } from '../blocklist/sync/sync.ts';
import type { SyncState } from '../blocklist/sync/sync-state.ts';
import type { RulePort } from '../protection/rules/redirects.ts';
import type { SessionArea } from '../storage/session.ts';

/**
 * Whether this worker is that of private windows. Chromium runs one of its own for them (`"incognito": "split"`): its databases are
 * in memory and end with the last private window, but `storage.local`, `storage.session` and the rules are those of the profile
 * (measured in Chromium 156). Firefox has one worker for all windows.
 */
export const IS_PRIVATE: boolean = browser.extension.inIncognitoContext === true;

/** Whether a tab is in a private window of a browser that has one worker for all windows; true where the tab is gone, and nobody knows. */
export const isPrivateTab = async (tabId: number): Promise<boolean> =>
  import.meta.env.FIREFOX
    ? browser.tabs.get(tabId).then(
        ({ incognito }) => incognito,
        () => true,
      )
    : false;

/** From this number on rules are those of private windows. */
const PRIVATE_RULES = 1_000_000;
const PRIVATE_RECORDS = 'private-';

/** The rules of the other windows, without those that the worker of private windows has put beside them. */
export function rulesOfProfile(port: RulePort): RulePort {
  const own = (rules: Awaited<ReturnType<RulePort['getSessionRules']>>) => rules.filter(({ id }) => id < PRIVATE_RULES);
  return { ...port, getSessionRules: async () => own(await port.getSessionRules()) };
}

/**
 * Rules for private windows: what concerns one tab alone, in memory of the session. A redirect would stop other windows
 * too, and so tell in them where a private one has been; a dynamic rule would lie on the disk.
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

/** The session's storage for private windows. What earlier ones left is taken away. */
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

/** A database of this session is there as soon as one of its workers has started; it goes with the last private window. */
async function clearEarlier(area: typeof browser.storage.session): Promise<void> {
  const databases = await indexedDB.databases();
  if (databases.length > 0) return;
  const left = Object.keys(await area.get(null)).filter((key) => key.startsWith(PRIVATE_RECORDS));
  await area.remove(left);
}

/** The list follows that of the profile, which the worker of the other windows polls. */
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
