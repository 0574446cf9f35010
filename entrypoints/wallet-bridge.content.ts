import { defineContentScript } from 'wxt/utils/define-content-script';
import { once } from '../src/page/content-script.ts';
import { startBridge } from '../src/page/wallet/start-bridge.ts';

/** Answers the script in the page's world, where the wallet check is on. */
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main: () => once('wallet-bridge', () => startBridge(window)),
});
