import * as native from './built-ins.ts';
import { offerChannel } from './pause.ts';
import { onAnnounced, wrapProvider } from './provider.ts';
import { watchStandardWallets } from './standard.ts';
import { objectIn } from './wrap.ts';

/** Where wallets hang their providers on the window, or an object with several. */
const NAMES = (
  'ethereum coinbaseWalletExtension okxwallet rabby trustwallet bitkeep BinanceChain braveEthereum phantom xfi backpack ' +
  'solana solflare tronLink tron tronWeb'
).split(' ');
/** When a wallet may have come: before each script of a page that is being read there is no event, so a watcher tells of it. */
const MOMENTS =
  'ethereum#initialized pointerdown keydown click message eip6963:requestProvider DOMContentLoaded load'.split(' ');

function look(): void {
  for (let at = 0; at < NAMES.length; at += 1) {
    const found = objectIn(window, NAMES[at]!);
    // An element of the page has its id as a name on the window.
    if (!found || objectIn(found, 'ownerDocument')) continue;
    wrapProvider(found);
    wrapProvider(objectIn(found, 'ethereum'));
    wrapProvider(objectIn(found, 'solana'));
    wrapProvider(objectIn(found, 'tronWeb'));
    const more = objectIn(found, 'providers');
    if (native.isArray(more))
      for (let of = 0; of < more.length; of += 1) if (native.isObject(more[of])) wrapProvider(more[of]);
  }
}

/**
 * Has every call that connects a wallet, or names whom it pays or empowers, wait for the isolated world. Runs before any
 * script of the page; it decides nothing.
 */
export function watchWallets(): void {
  const endOffer = offerChannel();
  window.addEventListener('eip6963:announceProvider', onAnnounced, true);
  window.addEventListener('TIP6963:announceProvider', onAnnounced, true);
  watchStandardWallets();
  look();
  // Wallets that were first.
  native.dispatch(window, new native.NativeEvent('eip6963:requestProvider'));
  // Its records come before each script that the parser runs, so a wallet is wrapped before the page's next script.
  const observer = new MutationObserver(() => {
    endOffer();
    look();
  });
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => observer.disconnect(), { once: true, capture: true });
  for (let at = 0; at < MOMENTS.length; at += 1) window.addEventListener(MOMENTS[at]!, look, true);
}
