import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { worldOf } from '../src/page/content-script.ts';
import { walletReader } from '../src/page/wallet/reader.ts';

/** Put by the worker into documents that pause a request to a wallet. */
export default defineUnlistedScript(() => {
  // A document without an address of its own has an origin; some have none.
  const reader = walletReader(URL.canParse(origin) ? new URL(origin).hostname : '');
  // What is copied elsewhere is copied before the person comes back.
  for (const type of ['focus', 'copy']) addEventListener(type, () => reader.renew());
  worldOf().checkCall = reader.check;
});
