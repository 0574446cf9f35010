import { defineContentScript } from 'wxt/utils/define-content-script';
import { standGuard } from '../src/page/guard/stand-guard.ts';

export default defineContentScript({
  matches: ['*://*/*'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () => standGuard(window),
});
