import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { localArea } from '../src/page/guard/local-look.ts';
import { siteOf, walletReader } from '../src/page/wallet/reader.ts';
import { offerReader } from '../src/page/wallet/reader-place.ts';

/** Put by the worker into documents that hold a request to a wallet. */
export default defineUnlistedScript(() => offerReader(walletReader(siteOf(window), localArea())));
