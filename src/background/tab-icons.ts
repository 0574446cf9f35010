import { browser } from 'wxt/browser';
import type { Toolbar } from '../browser-ui/toolbar.ts';
import type { Findings } from '../protection/activity/findings.ts';
import { lastingAddress } from './browser-ports.ts';

/** Shows on the button what is in each tab now, in the language in force. */
export async function showTabs({ toolbar, findings }: { toolbar: Toolbar; findings: Findings }): Promise<void> {
  const tabs = await browser.tabs.query({});
  const counted = tabs.map(async ({ id = -1, url = '' }) => {
    const { blocked } = await findings.of(id);
    return { tabId: id, url: lastingAddress(url), blocked };
  });
  await toolbar.updateTitles(await Promise.all(counted));
}
