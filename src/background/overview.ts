import { browser } from 'wxt/browser';
import type { MessageReply } from '../messaging/catalogue.ts';
import { shownAddress } from '../protection/address.ts';
import type { Background } from './background.ts';
import { officialNameOf } from './official.ts';

/** Milliseconds that the popup waits for the organization's record before it shows what it has. */
const PATIENCE = 300;

/** All that the popup shows about a tab, from what is known on the device; only the organization's record may be asked for. */
export async function overviewOf(background: Background, tabId: number): Promise<MessageReply<'popupOverview'>> {
  const { worker, findings, organization, outbox } = background;
  await worker.ready;
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const url = shownAddress(tab?.url, background.warningPage);
  const [found, health, counts, view] = await Promise.all([
    findings.of(tabId),
    background.health(),
    outbox.counts(),
    Promise.race([organization.refresh(), pause(PATIENCE)]).then(() => organization.view()),
  ]);
  return {
    url,
    verdict: url === null ? null : worker.verdict(url, tabId),
    official: url === null ? null : officialNameOf(background.blocklist, url),
    findings: found,
    health,
    organization: view,
    outbox: counts,
  };
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
