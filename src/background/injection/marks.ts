import { browser } from 'wxt/browser';
import type { MessageSource } from '../../messaging/router.ts';
import { isWeb } from '../../protection/address.ts';
import type { MutedSites } from '../../protection/notice/muted-sites.ts';
import { leaveTexts } from './words.ts';

const SCRIPT = '/content-scripts/addresses.js';
const STYLE = '/content-scripts/addresses.css';

/**
 * Puts the scanner, its families and the looks of its marks into the document that asked for them. A document that has them is left
 * alone (`page/once.ts`).
 * @throws Error where that document is gone, or the browser keeps it from extensions
 */
export async function bringScanner({ tab, frameId = 0, documentId }: MessageSource): Promise<void> {
  if (tab?.id === undefined) throw new Error('Only a document in a tab can be given a scanner');
  // Firefox tells no document: one that has come into the frame meanwhile gets a scanner that finds nothing.
  const place = documentId === undefined ? { frameIds: [frameId] } : { documentIds: [documentId] };
  const target = { tabId: tab.id, ...place };
  await leaveTexts(target);
  await Promise.all([
    browser.scripting.insertCSS({ target, files: [STYLE] }),
    browser.scripting.executeScript({ target, files: [SCRIPT], injectImmediately: true }),
  ]);
}

/** What the scanner leaves in the world of the extension's scripts: its marks, and `waryMarksEnd`, which takes them off. */
type Left = { readonly waryMarks?: { show(focused: boolean): number }; readonly waryMarksEnd?: AbortController };

/**
 * Rings the marks in these frames of a tab, scrolls the first of them that has any to its next mark, and answers how many were rung. A frame
 * that is gone by then has none.
 */
export async function showMarks(tabId: number, frameIds: readonly number[]): Promise<number> {
  let shown = 0;
  for (const frameId of frameIds) {
    const answers = await browser.scripting
      .executeScript({ target: { tabId, frameIds: [frameId] }, func: ringMarks, args: [shown === 0] })
      .catch(() => []);
    shown += answers[0]?.result ?? 0;
  }
  return shown;
}

// Runs in a page: nothing around it is there.
function ringMarks(focused: boolean): number {
  return (globalThis as unknown as Left).waryMarks?.show(focused) ?? 0;
}

/** A tab, as the browser says who it is and what it shows. */
type Tab = { readonly id?: number | undefined; readonly url?: string | undefined };

/** Marks of addresses, site by site: a person may want none on one. */
export class SiteMarks {
  /** The sites without marks. */
  readonly unmarked: MutedSites;

  constructor(unmarked: MutedSites) {
    this.unmarked = unmarked;
  }

  /** Whether the person wants no marks on the site that a tab shows. */
  async isOff(tab: Tab | null | undefined): Promise<boolean> {
    const host = hostIn(tab);
    return host !== null && (await this.unmarked.has(host));
  }

  /** Takes every mark off the site that a tab shows, in each tab that shows it, and lets none come again. Rejects where it cannot be kept. */
  async turnOff(tab: Tab): Promise<void> {
    const host = hostIn(tab);
    if (host === null || tab.id === undefined) return;
    await this.unmarked.mute(host, tab.id);
    const tabs = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'] });
    await Promise.all(tabs.filter((other) => hostIn(other) === host).map(({ id }) => endMarks(id!)));
  }

  /** Marks come again on the site that a tab shows when a page of it is loaded. Rejects where it cannot be kept. */
  async turnOn(tab: Tab): Promise<void> {
    const host = hostIn(tab);
    if (host !== null) await this.unmarked.restore(host);
  }
}

const hostIn = (tab: Tab | null | undefined): string | null =>
  tab?.url !== undefined && isWeb(tab.url) ? new URL(tab.url).hostname : null;

/** A tab that is gone or unloaded, or whose page no extension may touch, shows no marks. */
async function endMarks(tabId: number): Promise<void> {
  const target = { tabId, allFrames: true };
  await browser.scripting.executeScript({ target, func: endHere, injectImmediately: true }).catch(() => undefined);
}

// Runs in a page: nothing around it is there.
function endHere(): void {
  (globalThis as unknown as Left).waryMarksEnd?.abort();
}
