import { browser } from 'wxt/browser';
import type { Toolbar } from '../browser-ui/toolbar.ts';
import type { Findings } from '../protection/activity/findings.ts';
import { lastingAddress } from './browser-ports.ts';

/** Shows on the button what is in each tab now, in the language in force. @param isMeant default: every tab */
export async function showTabs(
  { toolbar, findings }: { toolbar: Toolbar; findings: Findings },
  isMeant: (url: string) => boolean = () => true,
): Promise<void> {
  for (const { id = -1, url = '' } of await browser.tabs.query({})) {
    const address = lastingAddress(url);
    if (isMeant(address)) await toolbar.setBlockedCount(id, address, (await findings.of(id)).blocked);
  }
}
