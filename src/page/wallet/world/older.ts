import * as native from './built-ins.ts';
import { bytesOf, copyOf } from './copy.ts';
import { connecting, pause } from './pause.ts';
import { objectIn } from './wrap.ts';

/** The wallet is given the page's own object: it works with its class. */
const solana =
  (name: string): native.Trap =>
  (target, self, values) => {
    const list = native.isArray(values[0]) ? values[0] : [values[0]];
    const payload: unknown[] = [];
    for (let at = 0; at < list.length; at += 1) {
      const item: unknown = list[at];
      const content =
        name !== 'signMessage' ? contentOf(item) : { message: native.isView(item) ? bytesOf(item) : item };
      native.setMember(payload, at, content);
    }
    return pause(name, payload, () => native.apply(target, self, values));
  };

/** What a transaction of `@solana/web3.js` says, in bytes: versioned, then legacy. */
function contentOf(transaction: unknown): unknown {
  if (native.isView(transaction)) return bytesOf(transaction);
  const own = native.isObject(transaction) ? transaction : {};
  const message = objectIn(own, 'message');
  try {
    if (typeof message?.serialize === 'function')
      return { message: bytesOf(native.apply(message.serialize as native.Call, message, []) as Uint8Array) };
    if (typeof own.serializeMessage === 'function')
      return { message: bytesOf(native.apply(own.serializeMessage as native.Call, own, []) as Uint8Array) };
  } catch {
    // It is not complete yet; its text names whom it pays.
  }
  try {
    return { text: native.stringify(transaction) };
  } catch {
    return {};
  }
}

/** The functions of a provider as Solana wallets had before the Wallet Standard. */
export const SOLANA: native.Table<native.Trap> = { connect: connecting };
for (const name of ['signTransaction', 'signAllTransactions', 'signAndSendTransaction', 'signMessage'])
  SOLANA[name] = solana(name);

const tron =
  (name: string): native.Trap =>
  (target, self, values) => {
    const given = copyOf(values[0]);
    const forward: unknown[] = [given];
    for (let at = 1; at < values.length; at += 1) native.setMember(forward, at, values[at]);
    return pause(name, [given], () => native.apply(target, self, forward));
  };
/** The functions of a TronWeb that sign. */
export const TRON: native.Table<native.Trap> = Object.create(null);
for (const name of ['sign', 'multiSign', 'signTransaction']) TRON[name] = tron('tron_signTransaction');
for (const name of ['signMessage', 'signMessageV2']) TRON[name] = tron('signMessage');
