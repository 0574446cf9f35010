import { browser } from 'wxt/browser';
import { i18n } from '../language/i18n.ts';
import { lineOf } from '../language/locale.ts';
import { textKey } from '../language/text-key.ts';
import type { LookalikeSites } from '../protection/notice/lookalike-sites.ts';
import type { AddressNotice, LOOKALIKE_ANSWERS, LookalikeSite } from '../protection/notice/notice.ts';
import type { SiteChoices } from '../protection/pause/site-choices.ts';
import type { ProtectionWorker } from '../protection/worker.ts';
import { type DocumentPlace, targetOf } from './target.ts';
import { injectTexts } from './texts.ts';

/** What `entrypoints/notice.ts` shows in a page, and about what. */
type Subjects = {
  showLookalike: LookalikeSite;
  showAddresses: AddressNotice;
  showOpened: { readonly title: string };
  showWalletOffer: null;
};

/** Shows one notice in one document. Never rejects: the tab may be closed, elsewhere, or protected from extensions. */
export async function injectNotice<Name extends keyof Subjects>(
  place: DocumentPlace,
  name: Name,
  subject: Subjects[Name],
): Promise<void> {
  const target = targetOf(place);
  try {
    await injectTexts(target);
    await browser.scripting.executeScript({ target, files: ['/notice.js'] });
    await browser.scripting.executeScript({ target, func: show, args: [name, subject] });
  } catch (error) {
    console.debug('A notice could not be shown', error);
  }
}

// Runs in a page, without access to this module.
function show(name: string, subject: unknown): void {
  const scope = globalThis as unknown as { waryNotices: Record<string, (subject: unknown) => void> };
  scope.waryNotices[name]?.(subject);
}

type Notices = {
  readonly worker: ProtectionWorker;
  readonly lookalikes: LookalikeSites;
  readonly mutedSites: SiteChoices;
  readonly language: { ready(): Promise<void> };
};
type OpenedPage = { readonly tabId: number; readonly url: string; readonly documentId?: string | undefined };

/** Shows a notice on a newly opened page that imitates a brand's page. */
export async function noticeLookalike({ lookalikes, language }: Notices, page: OpenedPage): Promise<void> {
  const site = await lookalikes.noticeFor(page.url, page.tabId);
  await language.ready();
  if (site) await injectNotice({ ...page, frameId: 0 }, 'showLookalike', site);
}

/** Shows a strip on a newly opened page that the person opened in spite of its warning. */
export async function noticeOpened({ worker, language }: Notices, page: OpenedPage): Promise<void> {
  const verdict = worker.verdict(page.url, page.tabId);
  if (verdict?.kind !== 'permitted' || !worker.protection.allowanceOf(page.url, page.tabId)) return;
  await language.ready();
  const what = i18n.t(`scam.${textKey(verdict.scam ?? 'other')}.title`);
  await injectNotice({ ...page, frameId: 0 }, 'showOpened', { title: lineOf([what, i18n.t('warning.openedByYou')]) });
}

/** Handles the person's answer to it. The browser reports which site that is, not the page. */
export async function lookalikeAnswered(
  { lookalikes, mutedSites }: Notices,
  answer: (typeof LOOKALIKE_ANSWERS)[number],
  { url, tabId }: OpenedPage,
): Promise<void> {
  const site = lookalikes.of(url);
  if (!site) return;
  if (answer === 'close' || answer === 'mute') await mutedSites.add(site.host, answer === 'mute', tabId);
  if (answer === 'leave') await browser.tabs.update(tabId, { url: `https://${site.original}/` });
}
