import { defineContentScript } from 'wxt/utils/define-content-script';
import { once } from '../src/page/content-script.ts';
import { startLookout } from '../src/page/lookout/start-lookout.ts';

/** What looks after an open page; it takes no time before the page is shown. */
export default defineContentScript({
  matches: ['*://*/*'],
  runAt: 'document_idle',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () => once('lookout', startLookout),
});
