import {
  apply,
  create,
  defineMember,
  descriptorOf,
  detailOf,
  dispatch,
  freeze,
  getPrototypeOf,
  isObject,
  isView,
  type Members,
  NativeEvent,
  NativePromise,
  note,
  noted,
  ownKeys,
  setMember,
  stringify,
  type Table,
} from './built-ins.ts';
import { bytesOf, shallowCopy } from './copy.ts';
import { pause } from './pause.ts';
import { type Call, proxyOf, type Trap, wrapMember } from './wrap.ts';

/** The methods of features that are paused (Wallet Standard; `@solana/wallet-standard-features`, `@mysten/wallet-standard`). */
const METHODS = (
  'connect signIn signTransaction signAndSendTransaction signAllTransactions signAndSendAllTransactions ' +
  'signMessage signPersonalMessage signTransactionBlock signAndExecuteTransaction ' +
  'signAndExecuteTransactionBlock'
).split(' ');
const TRAPS: Table<Trap> = create(null);
for (let at = 0; at < METHODS.length; at += 1) TRAPS[METHODS[at]!] = trapOf(METHODS[at]!);

/** The wallet gets copies of the inputs, with the bytes that were checked. */
function trapOf(name: string): Trap {
  return (target, self, values) => {
    const inputs: unknown[] = [];
    const payload: unknown[] = [];
    let block: Members | undefined;
    for (let at = 0; at < values.length; at += 1) {
      if (!isObject(values[at])) {
        setMember(inputs, at, values[at]);
        continue;
      }
      const input = shallowCopy(values[at]);
      if (isView(input.transaction)) input.transaction = bytesOf(input.transaction);
      if (isView(input.message)) input.message = bytesOf(input.message);
      const own = input.transaction ?? input.transactionBlock;
      if (isObject(own) && !isView(own) && typeof own.toJSON === 'function') block = own;
      setMember(inputs, at, input);
      setMember(payload, at, {
        transaction: isView(input.transaction) ? input.transaction : undefined,
        message: isView(input.message) ? input.message : undefined,
        ...(name === 'signIn' ? { domain: input.domain, uri: input.uri } : {}),
      });
    }
    const run = () => apply(target, self, inputs);
    return block
      ? pauseBlock(name, block, inputs[0] as Members, payload[0] as Members, run)
      : pause(name, payload, run);
  };
}

/** A transaction of Sui tells its content as JSON, later. The wallet gets the same content. */
const pauseBlock = (name: string, block: Members, input: Members, payload: Members, run: () => unknown) =>
  new NativePromise((resolve, reject) => {
    const read = (content: unknown) => {
      const text = typeof content === 'string' ? content : stringify(content);
      payload.text = text;
      const replacement = { toJSON: () => new NativePromise((give) => give(text)) };
      input[input.transaction ? 'transaction' : 'transactionBlock'] = replacement;
      resolve(pause(name, [payload], run));
    };
    // The page's own object decides what `then` is; what it gives is read once.
    try {
      settleInto(apply(block.toJSON as Call, block, []), read, reject);
    } catch (error) {
      reject(error);
    }
  });

const { then } = Promise.prototype;
/** Calls with the value of something that may be a promise. */
const settleInto = (value: unknown, done: (value: unknown) => void, failed: (error: unknown) => void): void =>
  void apply(then, new NativePromise((resolve) => resolve(value)), [done, failed]);

/** The features of a wallet, wrapped; other features in their place where these are frozen. */
function wrapFeatures(features: unknown): unknown {
  if (!isObject(features) || noted(features)) return features;
  const result: Members = {};
  const names = ownKeys(features);
  let isClosed = false;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    const feature = features[name];
    setMember(result, name, feature);
    if (!isObject(feature)) continue;
    let own = feature;
    for (let of = 0; of < METHODS.length; of += 1) {
      const method = METHODS[of]!;
      const original = feature[method];
      if (typeof original !== 'function' || wrapMember(feature, method, TRAPS[method]!)) continue;
      isClosed = true;
      own = { ...own, [method]: proxyOf(original as Call, TRAPS[method]!) };
      setMember(result, name, own);
    }
  }
  note(features, 'wrapped');
  if (!isClosed) return features;
  note(result, 'wrapped');
  return result;
}

function wrapWallet(wallet: unknown): void {
  if (!isObject(wallet) || noted(wallet)) return;
  note(wallet, 'wrapped');
  for (let holder: object | null = wallet; holder !== null; holder = getPrototypeOf(holder)) {
    const found = descriptorOf(holder, 'features');
    if (!found) continue;
    const { get, value } = found;
    if (get && found.configurable)
      defineMember(holder, 'features', {
        ...found,
        get: proxyOf(get, (target, self) => wrapFeatures(apply(target, self, []))),
      });
    else if (!get) {
      const features = wrapFeatures(value);
      if (features !== value && (found.configurable || found.writable))
        defineMember(wallet, 'features', { ...found, value: features });
    }
    return;
  }
}

/** What a wallet registers itself with. */
const api = freeze({
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
      const callback = detailOf(event);
      if (typeof callback === 'function') callback(api);
    },
    true,
  );
  const ready = new NativeEvent('wallet-standard:app-ready');
  setMember(ready, 'detail', api);
  dispatch(window, ready);
}
