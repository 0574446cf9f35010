import { browser } from 'wxt/browser';

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
    await browser.scripting.executeScript({ target, files: ['/notice.js'] });
    await browser.scripting.executeScript({ target, func: show, args: [subject] });
  } catch (error) {
    console.debug('A notice could not be shown', error);
  }
}
