import { defineContentScript } from 'wxt/utils/define-content-script';
import { accountExpressions } from '../src/asset/account.ts';
import { platformHosts } from '../src/asset/platform/catalogue.ts';
import { worldOf } from '../src/page/content-script.ts';

export default defineContentScript({
  matches: platformHosts().map((host) => `*://*.${host}/*`),
  exclude: ['firefox'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main: () => {
    worldOf().accountRules = accountExpressions;
  },
});
