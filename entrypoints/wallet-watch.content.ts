import { defineContentScript } from 'wxt/utils/define-content-script';
import { watchWallets } from '../src/page/wallet/world/watch.ts';

export default defineContentScript({
  matches: [],
  registration: 'runtime',
  world: 'MAIN',
  main: watchWallets,
});
