import { defineContentScript } from 'wxt/utils/define-content-script';
import { watchWallets } from '../src/page/wallet/world/watch.ts';

/** Runs in the page's own world, where the wallet check is on (`src/injection/wallet-scripts.ts`). */
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  world: 'MAIN',
  main: watchWallets,
});
