import { browser } from 'wxt/browser';
import { isWeb, stoppedAddress } from '../../protection/warning/address.ts';
import type { Arrival } from './steps.ts';

/** Milliseconds until a tab has to be somewhere. */
const ARRIVAL_TIMEOUT_MS = 10_000;
/** Milliseconds for which a page has to stand before it counts as opened: on a busy machine its error page comes before the warning. */
const MIN_OPEN_MS = 2_000;
const POLL_INTERVAL_MS = 100;

/** Sends a tab in the background to an address, waits until it is somewhere, and closes it. */
export async function visitInBackground(url: string): Promise<Arrival> {
  // Not `getURL`, which answers the address by which pages of the web are led there.
  const warningPage = `${location.origin}/warning.html`;
  const { id } = await browser.tabs.create({ url, active: false });
  if (id === undefined) return 'nowhere';
  let openSince: number | undefined;
  try {
    for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      const tab = await browser.tabs.get(id);
      const stopped = stoppedAddress(tab.url ?? '', warningPage);
      if (tab.status === 'complete' && stopped !== null) return hostOf(stopped) === hostOf(url) ? 'stopped' : 'opened';
      const isOpen = tab.status === 'complete' && isWeb(tab.url ?? '') && !tab.pendingUrl;
      openSince = isOpen ? (openSince ?? Date.now()) : undefined;
      if (openSince !== undefined && Date.now() - openSince >= MIN_OPEN_MS) return 'opened';
    }
    return 'nowhere';
  } finally {
    await browser.tabs.remove(id).catch(() => undefined);
  }
}

/** A browser may ask for https where http was asked for. */
const hostOf = (url: string): string => new URL(url).host;
