import { defineContentScript } from 'wxt/utils/define-content-script';
import { isOrphaned } from '../src/messaging/native.ts';
import { send } from '../src/messaging/send.ts';
import { once, pageVerdictOf } from '../src/page/content-script.ts';
import { WalletBridge } from '../src/page/wallet/bridge.ts';
import { pauseMessages } from '../src/page/wallet/direct-messages.ts';
import { noteWallet, place } from '../src/page/wallet/place.ts';

/** @throws Error if the worker does not answer, or could not put the reader here */
async function reader() {
  await send('walletReader', {});
  if (!place.reader) throw new Error('The reader of requests is not in this document');
  return place.reader;
}

function start(): void {
  const bridge = new WalletBridge({
    pageVerdict: () => pageVerdictOf(window),
    reader,
    ask: async (id, { kind, parties }) => (await send('walletRequest', { id, kind, parties })).answer,
    note: noteWallet,
    isOrphaned,
  });
  bridge.listen(document);
  pauseMessages(window, bridge);
}

/** Answers the script in the page's world, where the wallet check is on. */
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main: () => once('wallet-bridge', start),
});
