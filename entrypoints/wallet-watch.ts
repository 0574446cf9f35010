import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { watchWallets } from '../src/page/wallet/world/watch.ts';

export default defineUnlistedScript(watchWallets);
