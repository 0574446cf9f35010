import { METHODS } from '../../../wallet/methods.ts';
import * as native from './built-ins.ts';
import { bytesOf, shallowCopy } from './copy.ts';
import { pause, tell } from './pause.ts';
import { proxyOf, wrapAll } from './wrap.ts';

const { then } = Promise.prototype;
/** For the methods of features (Wallet Standard; `@solana/wallet-standard-features`, `@mysten/wallet-standard`). */
const TRAPS: native.Table<native.Trap> = native.create(null);
for (const name of ['connect', METHODS.signIn, METHODS.standard, METHODS.message].join(' ').split(' '))
  TRAPS[name] = trapOf(name);

/**
 * The wallet gets copies of the inputs, with the bytes that were checked. What a method is about is made a member of the copy
 * itself: a page can give one to all objects.
 */
function trapOf(name: string): native.Trap {
  const subject = name.includes('Message') ? 'message' : name.includes('Block') ? 'transactionBlock' : 'transaction';
  const about = name === 'connect' ? [] : name === 'signIn' ? ['domain', 'uri'] : [subject];
  return (target, self, values) => {
    const inputs: unknown[] = [];
    const payload: unknown[] = [];
    let block: native.Members | undefined;
    for (let at = 0; at < values.length; at += 1) {
      const input = native.isObject(values[at]) ? shallowCopy(values[at]) : values[at];
      const read: native.Members = {};
      for (let of = 0; of < about.length && native.isObject(input); of += 1) {
        const value = input[about[of]!];
        const fixed = native.isView(value) ? bytesOf(value) : value;
        native.setMember(input, about[of]!, fixed);
        if (!native.isObject(fixed) || native.isView(fixed)) native.setMember(read, about[of]!, fixed);
        else if (typeof fixed.toJSON === 'function') block = fixed;
      }
      native.setMember(inputs, at, input);
      native.setMember(payload, at, read);
    }
    const run = () => native.apply(target, self, inputs);
    if (!block) return pause(name, payload, run);
    // A transaction of Sui tells its content as JSON, later. The wallet gets the same content.
    return new native.NativePromise((resolve, reject) => {
      const go = (content: unknown) => {
        const text = typeof content === 'string' ? content : native.stringify(content);
        const toJSON = () => new native.NativePromise((give) => give(text));
        native.setMember(inputs[0] as object, subject, { toJSON });
        resolve(pause(name, [{ __proto__: null, text }], run));
      };
      // The page's own object decides what `then` is; what it gives is read once.
      const content = new native.NativePromise((give) => give(native.apply(block!.toJSON as native.Call, block, [])));
      native.apply(then, content, [go, reject]);
    });
  };
}

/** The features of a wallet, wrapped; other features in their place where these are frozen. */
function wrapFeatures(features: unknown): unknown {
  if (!native.isObject(features)) return features;
  const before = native.noted(features);
  if (before !== undefined) return before === true ? features : before;
  const result: native.Members = {};
  const names = native.ownKeys(features);
  let isClosed = false;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    const feature = features[name];
    native.setMember(result, name, feature);
    if (!native.isObject(feature) || wrapAll(feature, TRAPS) !== false) continue;
    isClosed = true;
    const own: native.Members = { ...feature };
    for (const method in TRAPS)
      if (typeof feature[method] === 'function')
        native.setMember(own, method, proxyOf(feature[method] as native.Call, TRAPS[method]!));
    native.setMember(result, name, own);
  }
  native.note(features, isClosed ? result : true);
  native.note(result, true);
  return isClosed ? result : features;
}

function wrapWallet(wallet: unknown): void {
  if (!native.isObject(wallet) || native.noted(wallet)) return;
  native.note(wallet, true);
  for (let holder: object | null = wallet; holder !== null; holder = native.getPrototypeOf(holder)) {
    const found = native.descriptorOf(holder, 'features');
    if (!found) continue;
    const { get, value } = found;
    const features = get ? undefined : wrapFeatures(value);
    const isFixed = !found.configurable && (get || !found.writable);
    tell(!isFixed || (!get && features === value));
    if (isFixed || (!get && features === value)) return;
    const read: native.Trap = (target, self) => wrapFeatures(native.apply(target, self, []));
    if (get) native.defineMember(holder, 'features', { ...found, get: proxyOf(get, read) });
    else native.defineMember(wallet, 'features', { ...found, value: features });
    return;
  }
}

/** What a wallet registers itself with. */
const api = native.freeze({
  register(...wallets: unknown[]) {
    for (let at = 0; at < wallets.length; at += 1) wrapWallet(wallets[at]);
    return () => {};
  },
});

/** Has every wallet register itself here, those that are there already too, before it does so with the page. */
export function watchStandardWallets(): void {
  window.addEventListener(
    'wallet-standard:register-wallet',
    (event) => {
      const callback = native.detailOf(event);
      if (typeof callback === 'function') callback(api);
    },
    true,
  );
  const ready = new native.NativeEvent('wallet-standard:app-ready');
  native.setMember(ready, 'detail', api);
  native.dispatch(window, ready);
}
