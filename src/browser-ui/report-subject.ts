import * as z from 'zod/mini';
import { namedBy } from '../asset/index.ts';
import { reportSubject } from '../messaging/catalogue.ts';
import { isWeb } from '../protection/warning/address.ts';
import type { SessionArea } from '../storage/session.ts';
import { inSession, StoredState } from '../storage/stored-state.ts';

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

/** `id` is the message that requested it, `takenBy` the message that took it. */
const requested = z.object({ id: z.string(), subject: reportSubject, takenBy: z.optional(z.string()) });
const subjects = z.record(z.string(), requested);
/** Name of the record. */
export const REPORT_SUBJECTS = 'reportSubjects';

/** Subjects of requested reports, by the window whose panel takes them: in session memory, for the worker may end. */
export class ReportSubjects {
  readonly #stored: StoredState<z.infer<typeof subjects>>;

  constructor(session: SessionArea) {
    this.#stored = new StoredState({ place: inSession(session, REPORT_SUBJECTS), schema: subjects, initial: {} });
  }

  /** @param id the message that requests it: delivered again, it changes nothing */
  async put(windowId: number, subject: ReportSubject, id: string): Promise<void> {
    await this.#stored.store((all) => (all[windowId]?.id === id ? all : { ...all, [windowId]: { id, subject } }));
  }

  /**
   * Returns the subject once; null if nothing was requested since.
   * @param id the message that takes it: delivered again, it gets the same subject
   */
  async take(windowId: number, id: string): Promise<ReportSubject | null> {
    const all = await this.#stored.store((before) => {
      const one = before[windowId];
      return one && one.takenBy === undefined ? { ...before, [windowId]: { ...one, takenBy: id } } : before;
    });
    const one = all[windowId];
    return one?.takenBy === id ? one.subject : null;
  }

  /** Called when a window was closed. */
  async forget(windowId: number): Promise<void> {
    await this.#stored.store((all) => {
      const { [windowId]: gone, ...others } = all;
      return gone ? others : all;
    });
  }
}
