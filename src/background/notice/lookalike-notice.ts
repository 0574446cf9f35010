import { browser } from 'wxt/browser';
import type { LookalikeSite } from '../../protection/notice/lookalike-site.ts';
import type { Background } from '../background.ts';
import { injectNotice } from '../injection/notice.ts';

/** The document of the top frame of a tab. */
type OpenedPage = { readonly tabId: number; readonly url: string; readonly documentId?: string | undefined };

/** Tells the person, on the page itself, where a page that was opened looks like a brand's and is not. */
export async function noticeLookalike({ worker, lookalikes }: Background, page: OpenedPage): Promise<void> {
  await worker.ready;
  const site = await lookalikes.met(page.url, page.tabId);
  if (site) await injectNotice({ ...page, frameId: 0 }, showLookalike, site);
}

/** What a person answered to it. Which site that is says the browser, not the page. */
export async function lookalikeAnswered(
  { lookalikes, mutedSites }: Background,
  answer: 'close' | 'mute' | 'leave',
  { url, tabId }: Omit<OpenedPage, 'documentId'>,
): Promise<void> {
  const site = lookalikes.of(url);
  if (!site) return;
  if (answer === 'close') await mutedSites.close(site.host);
  if (answer === 'mute') await mutedSites.mute(site.host, tabId);
  if (answer === 'leave') await browser.tabs.update(tabId, { url: `https://${site.original}/` });
}

/** What `entrypoints/notice.ts` leaves in the world of the extension's scripts. */
type Left = { readonly waryNotices: { showLookalike(site: LookalikeSite): void } };

// Runs in a page: nothing around it is there.
function showLookalike(site: LookalikeSite): void {
  (globalThis as unknown as Left).waryNotices.showLookalike(site);
}
