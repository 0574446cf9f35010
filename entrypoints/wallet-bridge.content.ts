import { defineContentScript } from 'wxt/utils/define-content-script';
import { send } from '../src/messaging/send.ts';
import { once, pageVerdictOf, worldOf } from '../src/page/content-script.ts';
import { listen, noteWallet, walletBridge } from '../src/page/wallet/bridge.ts';
import { pauseMessages } from '../src/page/wallet/direct-messages.ts';

async function loadReader() {
  await send('walletReader', {});
  const { checkCall } = worldOf();
  if (!checkCall) throw new Error('The reader of requests is not in this document');
  return checkCall;
}

/** Answers the script in the page's world, where the wallet check is on. */
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main: () =>
    once('wallet-bridge', () => {
      const check = walletBridge(() => pageVerdictOf(window), loadReader);
      listen(document, check, noteWallet);
      pauseMessages(window, check);
    }),
});
