import { defineContentScript } from 'wxt/utils/define-content-script';
import { send } from '../src/messaging/send.ts';
import { once, pageRuntime } from '../src/page/content-script.ts';
import { protectAddresses } from '../src/page/scanner/addresses.ts';
import '../src/page/marks/highlight.css';

/** Put into a document by the worker where the lookout saw something that looks like an address. */
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main: () =>
    once('addresses', () => {
      const end = new AbortController();
      // By which the worker takes the marks away (`src/injection/marks.ts`).
      Object.assign(globalThis, { waryMarksEnd: end });
      protectAddresses(pageRuntime(), send, end);
    }),
});
