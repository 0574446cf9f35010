import { defineContentScript } from 'wxt/utils/define-content-script';
import { standGuard } from '../src/page/guard/stand-guard.ts';
import { standLookout } from '../src/page/lookout/stand-lookout.ts';
import { once } from '../src/page/once.ts';

export default defineContentScript({
  matches: ['*://*/*'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () =>
    once('guard', () => {
      void standGuard(window);
      standLookout();
    }),
});
