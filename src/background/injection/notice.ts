import { browser } from 'wxt/browser';
import type { LookalikeSites } from '../../protection/notice/lookalike-sites.ts';
import type { MutedSites } from '../../protection/notice/muted-sites.ts';
import type { LookalikeSite } from '../../protection/notice/notice.ts';
import { leaveTexts } from './words.ts';

/** A document in a frame of a tab, as the browser names it. */
export type NoticePlace = {
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId?: string | undefined;
};

/**
 * Puts the script of notices into one document and has it show one. Never rejects: the tab may be closed by then, show another page, or be
 * one that the browser lets no extension into.
 * @param show runs in the page: nothing around it is there
 */
export async function injectNotice<Subject>(
  { tabId, frameId, documentId }: NoticePlace,
  show: (subject: Subject) => void,
  subject: Subject,
): Promise<void> {
  const target = documentId === undefined ? { tabId, frameIds: [frameId] } : { tabId, documentIds: [documentId] };
  try {
    await leaveTexts(target);
    await browser.scripting.executeScript({ target, files: ['/notice.js'] });
    await browser.scripting.executeScript({ target, func: show, args: [subject] });
  } catch (error) {
    console.debug('A notice could not be shown', error);
  }
}

type Notices = {
  readonly lookalikes: LookalikeSites;
  readonly mutedSites: MutedSites;
  readonly language: { ready(): Promise<void> };
};
/** The document of the top frame of a tab. */
type OpenedPage = { readonly tabId: number; readonly url: string; readonly documentId?: string | undefined };

/** Tells the person, on the page itself, where a page that was opened looks like a brand's and is not. */
export async function noticeLookalike(
  { lookalikes, language }: Pick<Notices, 'lookalikes' | 'language'>,
  page: OpenedPage,
): Promise<void> {
  const site = await lookalikes.noticeFor(page.url, page.tabId);
  await language.ready();
  if (site) await injectNotice({ ...page, frameId: 0 }, showLookalike, site);
}

/** What a person answered to it. Which site that is says the browser, not the page. */
export async function lookalikeAnswered(
  { lookalikes, mutedSites }: Omit<Notices, 'language'>,
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
