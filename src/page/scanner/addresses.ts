import { isOrphaned } from '../../messaging/native.ts';
import { MINUTE } from '../../storage/duration.ts';
import type { PageRuntime } from '../content-script.ts';
import { FRAME_TIME } from '../document/frame-time.ts';
import { shadowRootOf } from '../document/shadow-root.ts';
import { removeEarlierLayer } from '../marks/layer.ts';
import { Marks } from '../marks/marks.ts';
import { wordsOf } from '../marks/words.ts';
import { AddressBook, type Send } from './address-book.ts';
import { watchCopyButtons } from './copy-button.ts';
import { LinkMarks } from './link-marks.ts';
import { Scanner } from './scanner.ts';

/** When a page that is shown again is read and asked about again: answers may be out of date. */
const REVIEW_INTERVAL = 10 * MINUTE;

/**
 * Finds addresses in this frame, asks the background about new ones, and marks the blocked ones. Aborting `end` ends
 * everything: this function does so when the extension is gone or the protection is switched off; the caller may too.
 */
export function protectAddresses(runtime: PageRuntime, send: Send, end: AbortController): void {
  // The extension may have gone while the frame waited for its content.
  if (isOrphaned()) return;
  const { signal } = end;
  const hasEnded = (): boolean => {
    if (isOrphaned()) end.abort();
    return signal.aborted;
  };
  removeEarlierLayer((element) => shadowRootOf(element, runtime));
  const time = FRAME_TIME;
  const words = wordsOf(runtime);
  const marks = new Marks({
    words,
    actions: {
      dispute: ({ asset }) => send('assetDispute', { asset }),
      report: ({ asset }) => send('assetReport', { asset }),
      steps: ({ scam = 'other' }) => send('stepsOpen', { scam }),
      turnOff: () => send('marksOff', {}),
    },
    isOrphaned: hasEnded,
    time,
  });
  Object.assign(globalThis, { waryMarks: marks });
  const book = new AddressBook({
    send,
    time,
    isShown: () => !document.hidden,
    mark: (finding) => marks.add(finding),
    unmark: (content) => marks.remove(content),
    ended: () => end.abort(),
  });
  const links = new LinkMarks({ send, words, isOrphaned: hasEnded });
  const scanner = new Scanner({
    sight: (sighting) => book.add(sighting),
    changed: () => hasEnded() || marks.pageChanged(),
    finished: () => {
      book.wake();
      void links.read().catch(() => hasEnded());
    },
    viewChanged: () => book.beginView(),
    shadowOf: (element) => shadowRootOf(element, runtime),
    isOrphaned,
    time,
    end,
  });

  watchCopyButtons((address) => {
    // If the message is lost, what is pasted is not compared.
    void send('clipboardCopied', { selected: address, clipboard: '', byButton: true }).catch(() => hasEnded());
  }, signal);

  let reviewedAt = time.now();
  const review = async (interval: number): Promise<void> => {
    if (document.hidden || hasEnded() || time.now() - reviewedAt < interval) return;
    reviewedAt = time.now();
    book.forgetClear();
    scanner.readAll();
    await book.review();
  };
  const shown = () => {
    void review(REVIEW_INTERVAL);
    book.wake();
  };
  document.addEventListener('visibilitychange', shown, { signal });
  // While a page was kept for going back, the background has forgotten its counts, and the person may have switched marks
  // off, which does not reach such a page.
  const shownAgain = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    book.reportAgain();
    void review(0);
  };
  window.addEventListener('pageshow', shownAgain, { signal });
  // A frame that its page removes is not reported by the browser.
  const leave = () => void send('pageFindings', { found: 0, blocked: 0 }).catch(() => undefined);
  window.addEventListener('pagehide', leave, { signal });
  signal.addEventListener('abort', () => {
    book.end();
    links.end();
    marks.end();
  });
}
