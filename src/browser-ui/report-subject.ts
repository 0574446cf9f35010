import * as z from 'zod/mini';
import { namedBy } from '../asset/index.ts';
import { reportSubject } from '../messaging/catalogue.ts';
import { isWeb } from '../protection/warning/address.ts';
import { Sequence } from '../storage/sequence.ts';
import { type SessionArea, SessionValue } from '../storage/session.ts';

export type ReportSubject = z.infer<typeof reportSubject>;

/** A click on "report" in a menu of the browser; addresses as reported by the browser. */
export type MenuPress = {
  readonly linkUrl?: string | undefined;
  readonly selectionText?: string | undefined;
  readonly srcUrl?: string | undefined;
  readonly frameUrl?: string | undefined;
  readonly pageUrl?: string | undefined;
};

/** The subject of a click in the menu: the most specific thing under the pointer, and its page. */
export function subjectOf(press: MenuPress, tabUrl: string | null): ReportSubject {
  const { linkUrl, selectionText, srcUrl, frameUrl } = press;
  const url = tabUrl;
  if (linkUrl !== undefined) return { url: null, text: linkUrl };
  if (selectionText !== undefined && selectionText.trim() !== '') return { url, text: selectionText.slice(0, 10_000) };
  // A picture has its own address, often on a legitimate site that hosts it for others.
  if (srcUrl !== undefined) return { url, text: isWeb(srcUrl) ? (namedBy(srcUrl)?.page ?? srcUrl) : '' };
  if (frameUrl !== undefined && isWeb(frameUrl)) return { url, text: frameUrl };
  return { url, text: '' };
}

/** The subject of a click on "check this QR code"; a report would be about the picture's page. */
export function pictureSubject(
  { srcUrl, frameId }: Pick<MenuPress, 'srcUrl'> & { readonly frameId?: number | undefined },
  tab: { readonly id?: number | undefined },
  tabUrl: string | null,
): ReportSubject {
  if (tab.id === undefined || srcUrl === undefined) return { url: tabUrl, text: '' };
  return { url: tabUrl, text: '', picture: { tabId: tab.id, frameId: frameId ?? 0, source: srcUrl } };
}

const subjects = z.record(z.string(), reportSubject);

/**
 * Subjects of requested reports, by the window whose panel takes them. In session memory, so that the worker may end in
 * between.
 */
export class ReportSubjects {
  readonly #stored: SessionValue<z.infer<typeof subjects>>;
  readonly #changes = new Sequence();

  constructor(session: SessionArea) {
    this.#stored = new SessionValue(session, 'reportSubjects', subjects);
  }

  put(windowId: number, subject: ReportSubject): Promise<void> {
    return this.#change((all) => {
      all[windowId] = subject;
    });
  }

  /** Returns the subject once; null if nothing was requested since. */
  async take(windowId: number): Promise<ReportSubject | null> {
    let taken: ReportSubject | null = null;
    await this.#change((all) => {
      taken = all[windowId] ?? null;
      delete all[windowId];
    });
    return taken;
  }

  #change(change: (all: Record<string, ReportSubject>) => void): Promise<void> {
    return this.#changes.run(async () => {
      const before = (await this.#stored.read()) ?? {};
      const all = { ...before };
      change(all);
      if (JSON.stringify(all) !== JSON.stringify(before)) await this.#stored.write(all);
    });
  }
}
