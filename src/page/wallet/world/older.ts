import { apply, isArray, isObject, isView, type Members, note, noted, setMember, stringify } from './built-ins.ts';
import { bytesOf, copyOf } from './copy.ts';
import { requestTrap } from './evm.ts';
import { pause } from './pause.ts';
import { type Call, objectIn, type Trap, wrapMember } from './wrap.ts';

const SOLANA = ['signTransaction', 'signAllTransactions', 'signAndSendTransaction', 'signMessage', 'connect'] as const;

/** The wallet is given the page's own object: it works with its class. */
const solanaTrap =
  (name: string): Trap =>
  (target, self, values) => {
    const list = isArray(values[0]) ? values[0] : [values[0]];
    const payload: unknown[] = [];
    for (let at = 0; at < list.length && name !== 'connect'; at += 1) {
      const item: unknown = list[at];
      const content = name !== 'signMessage' ? contentOf(item) : { message: isView(item) ? bytesOf(item) : item };
      setMember(payload, at, content);
    }
    return pause(name, payload, () => apply(target, self, values));
  };

/** What a transaction of `@solana/web3.js` says, in bytes: versioned, then legacy. */
function contentOf(transaction: unknown): unknown {
  if (isView(transaction)) return bytesOf(transaction);
  const own = isObject(transaction) ? transaction : {};
  const message = objectIn(own, 'message');
  try {
    if (typeof message?.serialize === 'function')
      return { message: bytesOf(apply(message.serialize as Call, message, []) as Uint8Array) };
    if (typeof own.serializeMessage === 'function')
      return { message: bytesOf(apply(own.serializeMessage as Call, own, []) as Uint8Array) };
  } catch {
    // It is not complete yet; its text names whom it pays.
  }
  return { text: textOf(transaction) };
}

const textOf = (value: unknown): string | undefined => {
  try {
    return stringify(value);
  } catch {
    return undefined;
  }
};

/** Wraps a provider as Solana wallets had before the Wallet Standard. */
export function wrapSolana(provider: Members | undefined): void {
  if (!provider || noted(provider) === 'solana') return;
  for (let at = 0; at < SOLANA.length; at += 1) wrapMember(provider, SOLANA[at]!, solanaTrap(SOLANA[at]!));
  wrapMember(provider, 'request', requestTrap);
  note(provider, 'solana');
}

const TRON = ['sign', 'multiSign', 'signTransaction', 'signMessage', 'signMessageV2'] as const;

const tronTrap =
  (name: string): Trap =>
  (target, self, values) => {
    const given = copyOf(values[0]);
    const forward: unknown[] = [given];
    for (let at = 1; at < values.length; at += 1) setMember(forward, at, values[at]);
    return pause(name, [given], () => apply(target, self, forward));
  };

/** Wraps the part of a TronWeb that signs. */
export function wrapTron(tronWeb: Members | undefined): void {
  const trx = objectIn(tronWeb, 'trx');
  if (!trx || noted(trx)) return;
  note(trx, 'wrapped');
  for (let at = 0; at < TRON.length; at += 1) {
    const name = TRON[at]!;
    const isMessage = name === 'signMessage' || name === 'signMessageV2';
    wrapMember(trx, name, tronTrap(isMessage ? 'signMessage' : 'tron_signTransaction'));
  }
}
