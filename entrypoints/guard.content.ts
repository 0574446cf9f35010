import { defineContentScript } from 'wxt/utils/define-content-script';
import { once } from '../src/page/content-script.ts';
import { startGuard } from '../src/page/guard/start-guard.ts';

/** Alone in its script, because the browser reads it before anything of a page. */
export default defineContentScript({
  matches: ['*://*/*'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () => once('guard', () => startGuard(window)),
});
