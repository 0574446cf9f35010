import { METHODS } from '../../../wallet/methods.ts';
import * as native from './built-ins.ts';
import { bytesOf, shallowCopy } from './copy.ts';
import { pause, tell } from './pause.ts';
import { replaceMember, standInOf, wrapAll } from './wrap.ts';

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
    const payload: unknown[] = [];
    let block: native.Members | undefined;
    for (let at = 0; at < values.length; at += 1) {
      const input = native.isObject(values[at]) ? shallowCopy(values[at]) : {};
      const read: native.Members = {};
      for (let of = 0; of < about.length && native.isObject(values[at]); of += 1) {
        const value = input[about[of]!];
        const fixed = native.isView(value) ? bytesOf(value) : value;
        native.setMember(input, about[of]!, fixed);
        if (!native.isObject(fixed) || native.isView(fixed)) native.setMember(read, about[of]!, fixed);
        else if (typeof fixed.toJSON === 'function') block = fixed;
      }
      if (native.isObject(values[at])) native.setMember(values, at, input);
      native.setMember(payload, at, read);
    }
    const run = () => native.apply(target, self, values);
    if (!block) return pause(name, payload, run);
    // A transaction of Sui tells its content as JSON, later. The wallet gets the same content, which is read once.
    const answer = new native.NativePromise((give) => give(native.apply(block.toJSON as native.Call, block, [])));
    const go = (content: unknown) => {
      const text = typeof content === 'string' ? content : native.stringify(content);
      const toJSON = () => new native.NativePromise((give) => give(text));
      native.setMember(values[0] as object, subject, { toJSON });
      return pause(name, [{ __proto__: null, text }], run);
    };
    return native.apply(then, answer, [go]);
  };
}

/** The features of a wallet, wrapped; others in their place where one of these is frozen. */
function wrapFeatures(features: unknown): unknown {
  if (!native.isObject(features)) return undefined;
  const before = native.noted(features);
  if (before !== undefined) return before === true ? features : before;
  const others: native.Members = { ...features };
  const names = native.ownKeys(features);
  let isClosed = false;
  for (let at = 0; at < names.length; at += 1) {
    const feature = features[names[at]!];
    if (!native.isObject(feature) || wrapAll(feature, TRAPS) !== false) continue;
    isClosed = true;
    native.setMember(others, names[at]!, standInOf(feature, TRAPS));
  }
  native.note(features, isClosed ? others : true);
  native.note(others, true);
  return isClosed ? others : features;
}

/** What a wallet registers itself with. */
const api = native.freeze({
  register(...wallets: unknown[]) {
    for (let at = 0; at < wallets.length; at += 1)
      if (native.isObject(wallets[at])) tell(replaceMember(wallets[at] as native.Members, 'features', wrapFeatures));
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
