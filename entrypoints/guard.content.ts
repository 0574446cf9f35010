import { defineContentScript } from 'wxt/utils/define-content-script';
import { isOrphaned } from '../src/messaging/native.ts';
import { send } from '../src/messaging/send.ts';
import { once } from '../src/page/content-script.ts';
import { FRAME_TIME } from '../src/page/document/frame-time.ts';
import { watchClipboard } from '../src/page/guard/clipboard-watch.ts';
import { startGuard } from '../src/page/guard/start-guard.ts';
import { startLookout } from '../src/page/lookout/start-lookout.ts';
import { reportWallet } from '../src/page/wallet/seen.ts';

/** Milliseconds after which the lookout starts in a frame that is never idle. */
const LOOKOUT_TIMEOUT_MS = 2_000;

/**
 * What must precede the scripts of a page: the guard, and the watch of the clipboard, because a page that swaps what is copied
 * could keep the event from a later listener. The lookout starts once the frame is idle; it is in the same file, because the
 * browser puts in a second one while the page loads.
 */
export default defineContentScript({
  matches: ['*://*/*'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () =>
    once('guard', () => {
      startGuard(window);
      reportWallet(window);
      const end = new AbortController();
      // A copy that is not reported is not compared with the next paste; nothing else depends on it.
      const onLost = () => isOrphaned() && end.abort();
      watchClipboard(
        window,
        {
          copied: (selected, clipboard, byButton) =>
            void send('clipboardCopied', { selected, clipboard, byButton }).catch(onLost),
          pasted: (text) => void send('clipboardPasted', { text }).catch(onLost),
        },
        end.signal,
      );
      FRAME_TIME.whenIdle(startLookout, LOOKOUT_TIMEOUT_MS);
    }),
});
