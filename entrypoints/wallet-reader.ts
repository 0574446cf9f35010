import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { send } from '../src/messaging/send.ts';
import { localArea } from '../src/page/guard/local-look.ts';
import { place } from '../src/page/wallet/place.ts';
import { siteOf, walletReader } from '../src/page/wallet/reader.ts';

/** Put by the worker into documents that pause a request to a wallet. */
export default defineUnlistedScript(() => {
  const exchange = async (parties: Parameters<Parameters<typeof walletReader>[2]>[0]) =>
    (await send('walletUsed', { parties })).buckets;
  const reader = walletReader(siteOf(window), localArea(), exchange);
  // What is copied elsewhere is copied before the person comes back.
  for (const type of ['focus', 'copy']) addEventListener(type, () => reader.renew());
  place.reader = reader;
});
