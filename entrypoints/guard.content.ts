import { defineContentScript } from 'wxt/utils/define-content-script';
import { once } from '../src/page/content-script.ts';
import { startGuard } from '../src/page/guard/start-guard.ts';
import { startLookout } from '../src/page/lookout/start-lookout.ts';

export default defineContentScript({
  matches: ['*://*/*'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () =>
    once('guard', () => {
      void startGuard(window);
      startLookout();
    }),
});
