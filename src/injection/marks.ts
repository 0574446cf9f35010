import { browser } from 'wxt/browser';
import type { MessageSource } from '../messaging/router.ts';
import type { SiteChoices } from '../protection/pause/site-choices.ts';
import { webHost } from '../protection/warning/address.ts';
import { injectEverywhere, targetOf, targetOfSender } from './target.ts';
import { injectTexts } from './texts.ts';

const SCRIPT = '/content-scripts/addresses.js';
const STYLE = '/content-scripts/addresses.css';

/**
 * Injects the scanner, its address families and the styles of its marks into the document that asked for them. A
 * document that already has them is unchanged (`page/content-script.ts`).
 * @throws Error if the document is gone, or the browser protects it from extensions
 */
export async function injectScanner(source: MessageSource): Promise<void> {
  const target = targetOfSender(source);
  await injectTexts(target);
  await Promise.all([
    browser.scripting.insertCSS({ target, files: [STYLE] }),
    browser.scripting.executeScript({ target, files: [SCRIPT], injectImmediately: true }),
  ]);
}

/** The scanner's globals in the isolated world of our scripts: its marks, and `waryMarksEnd`, which removes them. */
type PageGlobals = { readonly waryMarks?: { show(focused: boolean): number }; readonly waryMarksEnd?: AbortController };

/** Highlights the marks in frames of a tab, scrolls the first with marks to its next one, and returns their number. */
export async function showMarks(tabId: number, frameIds: readonly number[]): Promise<number> {
  let shown = 0;
  for (const frameId of frameIds) {
    const answers = await browser.scripting
      .executeScript({ target: targetOf({ tabId, frameId }), func: ringMarks, args: [shown === 0] })
      .catch(() => []);
    shown += answers[0]?.result ?? 0;
  }
  return shown;
}

// Runs in a page, without access to this module.
function ringMarks(focused: boolean): number {
  return (globalThis as unknown as PageGlobals).waryMarks?.show(focused) ?? 0;
}

type Tab = { readonly id?: number | undefined; readonly url?: string | undefined };

/** Switches marks on and off by site. */
export class SiteMarks {
  /** The sites without marks. */
  readonly unmarked: SiteChoices;

  readonly #isOn: (url: string | undefined) => boolean;

  /** @param isOn whether addresses are marked on a page, by its address, for all that is known of its site */
  constructor(unmarked: SiteChoices, isOn: (url: string | undefined) => boolean) {
    this.unmarked = unmarked;
    this.#isOn = isOn;
  }

  /** Whether the person has switched marks off for the site that a tab shows. */
  async isOff(tab: Tab | null | undefined): Promise<boolean> {
    const host = hostIn(tab);
    return host !== null && (await this.unmarked.has(host));
  }

  /** Switches marks off for the site of a tab, in all tabs. Rejects if it cannot be stored. */
  async turnOff(tab: Tab): Promise<void> {
    const host = hostIn(tab);
    if (host === null || tab.id === undefined) return;
    await this.unmarked.add(host, true, tab.id);
    await endMarks((other) => hostIn(other) === host);
  }

  /** Removes the marks from every tab where they are switched off or paused. */
  async endWhereOff(): Promise<void> {
    await endMarks(({ url }) => !this.#isOn(url));
  }

  /** Switches marks on again for the site of a tab, from the next page on. Rejects if it cannot be stored. */
  async turnOn(tab: Tab): Promise<void> {
    const host = hostIn(tab);
    if (host !== null) await this.unmarked.remove(host);
  }
}

const hostIn = (tab: Tab | null | undefined): string | null => webHost(tab?.url) || null;

const endMarks = (isMeant?: (tab: Tab) => boolean): Promise<void> =>
  injectEverywhere(
    (target) => browser.scripting.executeScript({ target, func: endHere, injectImmediately: true }),
    isMeant,
  );

// Runs in a page, without access to this module.
function endHere(): void {
  (globalThis as unknown as PageGlobals).waryMarksEnd?.abort();
}
