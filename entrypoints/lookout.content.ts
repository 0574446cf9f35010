import { defineContentScript } from 'wxt/utils/define-content-script';
import { isOrphaned } from '../src/messaging/native.ts';
import { send } from '../src/messaging/send.ts';
import { once } from '../src/page/content-script.ts';
import { watchClipboard } from '../src/page/guard/clipboard-watch.ts';
import { startLookout } from '../src/page/lookout/start-lookout.ts';

/** What looks after an open page; it takes no time before the page is shown. */
export default defineContentScript({
  matches: ['*://*/*'],
  runAt: 'document_idle',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () =>
    once('lookout', () => {
      startLookout();
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
    }),
});
