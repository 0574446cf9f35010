import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { showAddresses } from '../src/page/notice/address-notice.ts';
import { showLookalike } from '../src/page/notice/lookalike-notice.ts';
import { showOpened } from '../src/page/notice/opened-strip.ts';
import { showWalletOffer } from '../src/page/notice/wallet-offer.ts';

/** Put into the few pages in which the worker shows a person something: it calls what this leaves in the world of the extension's scripts. */
export default defineUnlistedScript(() => {
  // It is put in again for each notice, and only the first of them knows which notice is open.
  if (Object.hasOwn(globalThis, 'waryNotices')) return;
  Object.assign(globalThis, { waryNotices: { showAddresses, showLookalike, showOpened, showWalletOffer } });
});
