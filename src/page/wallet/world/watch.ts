import * as native from './built-ins.ts';
import { FEATURES, PROVIDER, TRON } from './calls.ts';
import { offerChannel, tell } from './pause.ts';
import { objectIn, replaceMember, wrap } from './wrap.ts';

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
    for (let of = 0; native.isArray(more) && of < more.length; of += 1) wrapProvider(more[of]);
  }
}

function wrapProvider(provider: unknown): void {
  wrapPart(objectIn(provider, '_rpcEngine'), PROVIDER);
  wrapPart(objectIn(provider, 'trx'), TRON);
  wrapPart(provider, PROVIDER);
}

function wrapPart(part: unknown, traps: Record<string, native.Trap>): void {
  const wrapped = native.isObject(part) ? wrap(part, traps) : undefined;
  if (wrapped) tell(wrapped === part ? 'covered' : 'closed');
}

/** A wallet announces itself (EIP-6963): its provider is wrapped, or the event comes again with a stand-in. */
function onAnnounced(event: Event): void {
  const detail = native.detailOf(event);
  const given = objectIn(detail, 'provider');
  const provider = given && wrap(given, PROVIDER);
  if (provider) tell('covered');
  if (!provider || provider === given) return;
  native.stop(event);
  const again = native.freeze({ ...(detail as object), provider });
  native.dispatch(window, new native.NativeCustomEvent(event.type, { detail: again }));
}

function wrapFeatures(features: unknown): unknown {
  if (!native.isObject(features)) return undefined;
  const before = native.noted(features);
  if (before) return before;
  let wrapped = features;
  const names = native.ownKeys(features);
  for (let at = 0; at < names.length; at += 1) {
    const feature = features[names[at]!];
    const other = native.isObject(feature) && wrap(feature, FEATURES);
    if (other && other !== feature) wrapped = { ...wrapped, [names[at]!]: other };
  }
  return native.note(features, wrapped);
}

const api = native.freeze({
  register(...wallets: unknown[]) {
    for (let at = 0; at < wallets.length; at += 1) {
      const wallet = wallets[at];
      const isWrapped = native.isObject(wallet) ? replaceMember(wallet, 'features', wrapFeatures) : undefined;
      if (isWrapped !== undefined) tell(isWrapped ? 'covered' : 'closed');
    }
    return () => {};
  },
});

/** Has every call that connects a wallet, or names whom it pays or empowers, wait. Runs before any script of the page. */
export function watchWallets(): void {
  const endOffer = offerChannel();
  window.addEventListener('eip6963:announceProvider', onAnnounced, true);
  window.addEventListener('TIP6963:announceProvider', onAnnounced, true);
  const onRegistered = (event: Event) => {
    const callback = native.detailOf(event);
    if (typeof callback === 'function') callback(api);
  };
  window.addEventListener('wallet-standard:register-wallet', onRegistered, true);
  look();
  // Wallets that were first.
  const ready = new native.NativeEvent('wallet-standard:app-ready');
  native.setMember(ready, 'detail', api);
  native.dispatch(window, ready);
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
