import { defineContentScript } from 'wxt/utils/define-content-script';
import { send } from '../src/messaging/send.ts';
import { whenWorthwhile } from '../src/page/guard/frame.ts';
import { once } from '../src/page/once.ts';
import { pageRuntime } from '../src/page/runtime.ts';
import { protectAddresses } from '../src/page/scanner/addresses.ts';
import '../src/page/marks/highlight.css';

export default defineContentScript({
  matches: ['http://*/*', 'https://*/*'],
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  runAt: 'document_idle',
  main: () =>
    once('addresses', () => whenWorthwhile(() => protectAddresses(pageRuntime(), send, new AbortController()))),
});
