import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { once, worldOf } from '../src/page/content-script.ts';
import { listen, walletBridge } from '../src/page/wallet/bridge.ts';
import { pauseMessages } from '../src/page/wallet/direct-messages.ts';

/** Answers the script in the page's world, where the wallet check is on. */
export default defineUnlistedScript(() =>
  once('wallet-bridge', () => {
    const check = walletBridge();
    listen(document, check, (state) => worldOf().walletStates.push(state));
    pauseMessages(window, check);
  }),
);
