import { isOrphaned } from '../../messaging/native.ts';
import { FRAME_TIME } from '../frame-time.ts';
import { removeEarlierLayer } from '../marks/layer.ts';
import { Marks } from '../marks/marks.ts';
import { wordsOf } from '../marks/words.ts';
import type { PageRuntime } from '../runtime.ts';
import { likelyShadowRootOf, shadowRootOf } from '../shadow-root.ts';
import { AddressCheck, type Send } from './question/address-check.ts';
import { FindingsNotice } from './question/findings.ts';
import { Ledger } from './question/ledger.ts';
import { Scanner } from './scanner.ts';

/** After this long (ms) an answer may be out of date: the list changes every minute. */
const REVIEW_AFTER = 60_000;
const FORGET_CLEAR_AFTER = 600_000;

/**
 * Finds addresses in this frame, asks the background about new ones, and marks those that are blocked. Everything ends
 * when `end` is aborted: here when the extension is gone or this protection is switched off, or by the caller.
 */
export function protectAddresses(runtime: PageRuntime, send: Send, end: AbortController): void {
  // A frame may have waited for its content since before the extension went.
  if (isOrphaned()) return;
  const { signal } = end;
  const ends = (): boolean => {
    if (isOrphaned()) end.abort();
    return signal.aborted;
  };
  removeEarlierLayer((element) => shadowRootOf(element, runtime));
  const time = FRAME_TIME;
  const ledger = new Ledger();
  const marks = new Marks({
    words: wordsOf(runtime),
    dispute: async ({ asset }) => {
      await send('assetDispute', { asset });
    },
    report: async ({ asset }) => {
      await send('assetReport', { asset });
    },
    steps: async ({ scam = 'other' }) => {
      await send('stepsOpen', { scam });
    },
    turnOff: async () => {
      await send('marksOff', {});
    },
    isOrphaned: ends,
    time,
  });
  Object.assign(globalThis, { waryMarks: (focused: boolean) => marks.show(focused) });
  const notice = new FindingsNotice(send, time, () => ledger.counts);
  const addressCheck = new AddressCheck({
    ledger,
    send,
    time,
    found: (findings) => {
      for (const finding of findings) marks.add(finding);
      notice.wake();
    },
    settled: ({ gone, findings }) => {
      for (const content of gone) marks.remove(content);
      for (const finding of findings) marks.add(finding);
      notice.wake();
    },
    switchedOff: () => end.abort(),
    gone: () => end.abort(),
  });
  let hasDisagreed = false;
  const scanner = new Scanner({
    disagreed: (disagreement) => {
      if (hasDisagreed) return;
      hasDisagreed = true;
      // What is not told now is told by the next document.
      void send('addressDisagrees', disagreement).catch(() => ends());
    },
    sight: (sighting) => {
      const finding = ledger.sight(sighting);
      if (finding !== null) marks.add(finding);
    },
    changed: () => ends() || marks.shift(),
    drained: () => {
      addressCheck.wake();
      // Numbers without their answers would only be corrected a moment later.
      if (ledger.isSettled) notice.wake();
    },
    viewChanged: () => ledger.beginView(),
    shadowOf: (element) => likelyShadowRootOf(element, runtime),
    isOrphaned,
    time,
    end,
  });

  let reviewedAt = time.now();
  let forgotAt = time.now();
  document.addEventListener(
    'visibilitychange',
    async () => {
      if (document.hidden || ends()) return;
      if (time.now() - forgotAt > FORGET_CLEAR_AFTER) {
        forgotAt = time.now();
        ledger.forgetClear();
        scanner.readAll();
      }
      if (ledger.settled.length === 0 || time.now() - reviewedAt < REVIEW_AFTER) return;
      reviewedAt = time.now();
      for (const content of await addressCheck.review(ledger.settled)) {
        ledger.release(content);
        marks.remove(content);
      }
      notice.wake();
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    addressCheck.end();
    notice.end();
    marks.end();
  });
}
