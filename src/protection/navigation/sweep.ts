import type { Judge } from './navigation.ts';

type OpenTab = {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly discarded?: boolean | undefined;
};
export type SweepPort = {
  query(filter: { url: string[] }): Promise<readonly OpenTab[]>;
  get(tabId: number): Promise<OpenTab>;
};

/**
 * Looks at every open tab: restored ones, those that were there before the browser's rules were, and those whose site was
 * listed while they were open. Only what is confirmed goes to the warning page: a page in use is never taken away because
 * the service cannot be reached. Unloaded tabs are left to the guard that meets them when they load.
 * @param show takes a tab to the warning about an address
 */
export async function sweep(
  judge: Judge,
  tabs: SweepPort,
  show: (tabId: number, url: string) => Promise<void>,
): Promise<void> {
  await judge.ready;
  const open = await tabs.query({ url: ['http://*/*', 'https://*/*'] });
  await Promise.all(
    open.map(async ({ id, url, discarded }) => {
      if (id === undefined || url === undefined || discarded) return;
      const verdict = await judge.settle(url, id, 'navigation');
      if (verdict?.kind !== 'blocked') return;
      const now = await tabs.get(id).catch(() => null);
      if (now?.url === url) await show(id, url);
    }),
  );
}
