import { dispatch, isArray, isObject, NativeEvent } from './built-ins.ts';
import { onAnnounced, wrapEvm } from './evm.ts';
import { wrapSolana, wrapTron } from './older.ts';
import { offerChannel } from './pause.ts';
import { watchStandardWallets } from './standard.ts';
import { objectIn } from './wrap.ts';

/** Where wallets hang their providers on the window. */
const EVM =
  'ethereum coinbaseWalletExtension okxwallet rabby trustwallet bitkeep BinanceChain braveEthereum tronLink tron'.split(
    ' ',
  );
const SEVERAL_CHAINS = ['phantom', 'bitkeep', 'xfi', 'trustwallet', 'backpack', 'okxwallet'];
const TRON = ['tronLink', 'tron'];
/** When a wallet may have come after the document was read. */
const MOMENTS = ['ethereum#initialized', 'pointerdown', 'keydown', 'click', 'message', 'eip6963:requestProvider'];

function look(): void {
  for (let at = 0; at < EVM.length; at += 1) {
    const provider = objectIn(window, EVM[at]!);
    // An element of the page has its id as a name on the window.
    if (!provider || objectIn(provider, 'ownerDocument')) continue;
    wrapEvm(provider);
    const more = objectIn(provider, 'providers');
    if (isArray(more)) for (let of = 0; of < more.length; of += 1) if (isObject(more[of])) wrapEvm(more[of]);
  }
  for (let at = 0; at < SEVERAL_CHAINS.length; at += 1) {
    const holder = objectIn(window, SEVERAL_CHAINS[at]!);
    wrapEvm(objectIn(holder, 'ethereum'));
    wrapSolana(objectIn(holder, 'solana'));
  }
  wrapSolana(objectIn(window, 'solana'));
  wrapSolana(objectIn(window, 'solflare'));
  wrapTron(objectIn(window, 'tronWeb'));
  for (let at = 0; at < TRON.length; at += 1) wrapTron(objectIn(objectIn(window, TRON[at]!), 'tronWeb'));
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
  dispatch(window, new NativeEvent('eip6963:requestProvider'));
  // Its records come before each script that the parser runs, so a wallet is wrapped before the page's next script.
  const observer = new MutationObserver(() => {
    endOffer();
    look();
  });
  observer.observe(document, { childList: true, subtree: true });
  const onParsed = () => {
    look();
    observer.disconnect();
  };
  document.addEventListener('DOMContentLoaded', onParsed, { once: true, capture: true });
  window.addEventListener('load', look, { once: true, capture: true });
  for (let at = 0; at < MOMENTS.length; at += 1) window.addEventListener(MOMENTS[at]!, look, true);
}
