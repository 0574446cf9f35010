import { defineContentScript } from 'wxt/utils/define-content-script';
import { isOrphaned } from '../src/messaging/native.ts';
import { send } from '../src/messaging/send.ts';
import { once, pageVerdictOf, worldOf } from '../src/page/content-script.ts';
import { listen, noteWallet, walletBridge } from '../src/page/wallet/bridge.ts';
import { pauseMessages } from '../src/page/wallet/direct-messages.ts';

async function reader() {
  await send('walletReader', {});
  const { walletAnswer } = worldOf();
  if (!walletAnswer) throw new Error('The reader of requests is not in this document');
  return walletAnswer;
}

function start(): void {
  const answer = walletBridge({ pageVerdict: () => pageVerdictOf(window), reader, isOrphaned });
  listen(document, answer, noteWallet);
  pauseMessages(window, answer);
}

/** Answers the script in the page's world, where the wallet check is on. */
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main: () => once('wallet-bridge', start),
});
