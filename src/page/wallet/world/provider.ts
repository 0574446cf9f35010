import { formOf } from '../../../wallet/methods.ts';
import * as native from './built-ins.ts';
import { bytesOf, copyOf, shallowCopy, textOf } from './copy.ts';
import { ask, connecting, pause, refusal, tell } from './pause.ts';
import { objectIn, standInOf, wrapAll } from './wrap.ts';

/**
 * A call of an EIP-1193 provider, or in one of its older forms: `send(method, params)`, `send(payload, callback)`, a batch.
 * @param answersByCallback false for `request`, which is waited for by its promise, although web3.js gives it a callback too
 */
const call =
  (answersByCallback: boolean): native.Trap =>
  (target, self, values) => {
    const first = values[0];
    const second = values[1];
    const isBatch = native.isArray(first);
    const copy = isBatch ? (copyOf(first) as native.Members) : native.isObject(first) ? shallowCopy(first) : {};
    // A member of a class is no own one, and a page can give one to all objects.
    if (native.isObject(first) && !isBatch) native.setMember(copy, 'method', copy.method ?? first.method);
    const method = isBatch ? 'batch' : native.isObject(first) ? copy.method : first;
    if (native.isObject(first)) native.setMember(values, 0, copy);
    const go = () => native.apply(target, self, values);
    if (!formOf(method)) return go();
    let payload: unknown = copy;
    if (!isBatch && native.isObject(first)) {
      payload = copyOf(copy.params ?? first.params);
      native.setMember(copy, 'params', payload);
    } else if (!isBatch) {
      payload = typeof second === 'function' ? undefined : copyOf(second);
      if (payload !== undefined) native.setMember(values, 1, payload);
    }
    const isAnswered = answersByCallback && native.isObject(first) && typeof second === 'function';
    if (!isAnswered) return pause(method as string, payload, go);
    return ask(method as string, payload, (isGoing) => {
      const error = refusal();
      if (isGoing) go();
      else native.apply(second as native.Call, undefined, [error, { id: copy.id, jsonrpc: '2.0', error }]);
    });
  };

/** A call of a Solana wallet from before the Wallet Standard, which is given the page's own object: it works with its class. */
const solana =
  (name: string): native.Trap =>
  (target, self, values) => {
    const list = native.isArray(values[0]) ? values[0] : [values[0]];
    const payload: unknown[] = [];
    for (let at = 0; at < list.length; at += 1) {
      const item: unknown = list[at];
      const bytes = native.isView(item) ? bytesOf(item) : item;
      native.setMember(payload, at, name === 'signMessage' ? { message: bytes } : contentOf(bytes));
    }
    return pause(name, payload, () => native.apply(target, self, values));
  };

/** What a transaction of `@solana/web3.js` says: its bytes, versioned or legacy, or its JSON while it is not complete. */
function contentOf(transaction: unknown): unknown {
  const message = objectIn(transaction, 'message') ?? transaction;
  if (!native.isObject(message) || native.isView(message)) return transaction;
  try {
    const write = (message.serializeMessage ?? message.serialize) as native.Call;
    return { message: bytesOf(native.apply(write, message, []) as Uint8Array) };
  } catch {
    return { text: textOf(transaction) };
  }
}

const tron =
  (name: string): native.Trap =>
  (target, self, values) => {
    const given = copyOf(values[0]);
    native.setMember(values, 0, given);
    return pause(name, [given], () => native.apply(target, self, values));
  };

const send = call(true);
const EVM = { request: call(false), send, sendAsync: send, enable: connecting, connect: connecting, _rpcRequest: send };
/** The functions of a provider, with what those of MetaMask's end in, which a page can call itself. */
const PROVIDER: native.Table<native.Trap> = Object.assign(Object.create(null), EVM);
for (const name of ['signTransaction', 'signAllTransactions', 'signAndSendTransaction', 'signMessage'])
  PROVIDER[name] = solana(name);
const ENGINE: native.Table<native.Trap> = Object.assign(Object.create(null), { handle: send });
/** The functions of a TronWeb that sign. */
const TRON: native.Table<native.Trap> = Object.create(null);
for (const name of ['sign', 'multiSign', 'signTransaction']) TRON[name] = tron('tron_signTransaction');
for (const name of ['signMessage', 'signMessageV2']) TRON[name] = tron('signMessage');

/** Wraps a wallet's provider. @returns false where it cannot be changed; undefined where it is none */
export function wrapProvider(provider: native.Members | undefined): boolean | undefined {
  wrapAll(objectIn(provider, '_rpcEngine'), ENGINE);
  tell(wrapAll(objectIn(provider, 'trx'), TRON));
  const isWrapped = wrapAll(provider, PROVIDER);
  tell(isWrapped);
  return isWrapped;
}

/** A wallet announces itself (EIP-6963): its provider is wrapped, or the event comes again with a stand-in. */
export function onAnnounced(event: Event): void {
  const detail = native.detailOf(event);
  const provider = objectIn(detail, 'provider');
  const isWrapped = wrapAll(provider, PROVIDER);
  if (isWrapped !== undefined) tell(true);
  if (!provider || isWrapped !== false) return;
  native.stop(event);
  const again = native.freeze({ ...(detail as object), provider: standInOf(provider, PROVIDER) });
  native.dispatch(window, new native.NativeCustomEvent(event.type, { detail: again }));
}
