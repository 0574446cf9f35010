import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { send } from '../src/messaging/send.ts';
import { worldOf } from '../src/page/content-script.ts';
import { localArea } from '../src/page/guard/local-look.ts';
import { walletReader } from '../src/page/wallet/reader.ts';

/** Put by the worker into documents that pause a request to a wallet. */
export default defineUnlistedScript(() => {
  const reader = walletReader({
    // A document without an address of its own has an origin; some have none.
    site: URL.canParse(origin) ? new URL(origin).hostname : '',
    area: localArea(),
    ask: async (id, reading) => (await send('walletRequest', { id, ...reading })).answer,
    exchange: async (parties) => (await send('walletUsed', { parties })).buckets,
  });
  // What is copied elsewhere is copied before the person comes back.
  for (const type of ['focus', 'copy']) addEventListener(type, () => reader.renew());
  worldOf().checkCall = reader.check;
});
