import { formOf, METHODS } from '../../../wallet/methods.ts';
import * as native from './built-ins.ts';
import { ask, pause, refusal } from './pause.ts';
import { objectIn } from './wrap.ts';

const { then } = Promise.prototype;

const connect: native.Trap = (target, self, values) =>
  pause('connect', undefined, () => native.apply(target, self, values));

/** A call of an EIP-1193 provider, also `send(method, params)`, `send(payload, callback)`, a batch. `request` is not answered by a callback, though web3.js gives it one. */
const call =
  (answersByCallback: boolean): native.Trap =>
  (target, self, values) => {
    const first = values[0];
    const second = values[1];
    const isBatch = native.isArray(first);
    const given = native.isObject(first) && !isBatch ? first : undefined;
    // Its own members: one of a class is none, and a page can give one to all objects.
    const request = given && { ...given, method: given.method };
    const method = request ? request.method : isBatch ? 'batch' : first;
    // The engine made this array with an entry of its own here, so that no setter is asked; every call passes here.
    if (request) values[0] = request;
    const go = () => native.apply(target, self, values);
    if (!formOf(method)) return go();
    const hasCallback = typeof second === 'function';
    const payload = native.copyOf(given ? given.params : isBatch ? first : hasCallback ? undefined : second);
    if (request) native.setMember(request, 'params', payload);
    else if (payload !== undefined) native.setMember(values, isBatch ? 0 : 1, payload);
    if (!answersByCallback || !hasCallback || !native.isObject(first)) return pause(method as string, payload, go);
    return ask(method as string, payload, (isGoing) => {
      const error = refusal();
      if (isGoing) go();
      else native.apply(second, undefined, [error, { id: given?.id, jsonrpc: '2.0', error }]);
    });
  };

/** A call of a Solana wallet from before the Wallet Standard, which is given the page's own object: it works with its class. */
const solana =
  (name: string): native.Trap =>
  (target, self, values) => {
    const list = native.isArray(values[0]) ? values[0] : [values[0]];
    const payload: unknown[] = [];
    for (let at = 0; at < list.length; at += 1) {
      const item: unknown = native.isView(list[at]) ? native.bytesOf(list[at]) : list[at];
      native.setMember(payload, at, name === 'signMessage' ? { message: item } : contentOf(item));
    }
    return pause(name, payload, () => native.apply(target, self, values));
  };

/** What a transaction of `@solana/web3.js` says: its bytes, versioned or legacy, or its JSON while it is not complete. */
function contentOf(transaction: unknown): unknown {
  const message = objectIn(transaction, 'message') ?? transaction;
  if (!native.isObject(message) || native.isView(message)) return transaction;
  try {
    const write = (message.serializeMessage ?? message.serialize) as native.Call;
    return { message: native.bytesOf(native.apply(write, message, []) as Uint8Array) };
  } catch {
    return { text: native.textOf(transaction) };
  }
}

const tron =
  (name: string): native.Trap =>
  (target, self, values) => {
    const given = native.copyOf(values[0]);
    native.setMember(values, 0, given);
    return pause(name, [given], () => native.apply(target, self, values));
  };

/** A call of a feature (Wallet Standard), of which the wallet gets copies of the inputs with what was checked as their own members. */
function feature(name: string): native.Trap {
  const subject = name.includes('Message') ? 'message' : name.includes('Block') ? 'transactionBlock' : 'transaction';
  const about = name === 'connect' ? [] : name === 'signIn' ? ['domain', 'uri'] : [subject];
  return (target, self, values) => {
    const payload: unknown[] = [];
    let block: native.Members | undefined;
    for (let at = 0; at < values.length; at += 1) {
      if (!native.isObject(values[at])) continue;
      const input: native.Members = { ...(values[at] as native.Members) };
      const read: native.Members = {};
      for (let of = 0; of < about.length; of += 1) {
        const value = input[about[of]!];
        const fixed = native.isView(value) ? native.bytesOf(value) : value;
        native.setMember(input, about[of]!, fixed);
        if (!native.isObject(fixed) || native.isView(fixed)) native.setMember(read, about[of]!, fixed);
        else if (typeof fixed.toJSON === 'function') block = fixed;
      }
      native.setMember(values, at, input);
      native.setMember(payload, payload.length, read);
    }
    const go = () => native.apply(target, self, values);
    if (!block) return pause(name, payload, go);
    // A transaction of Sui tells its content as JSON, later. The wallet gets the same content, which is read once.
    const serialized = native.promiseOf(() => native.apply(block.toJSON as native.Call, block, []));
    const pauseOf = (content: unknown) => {
      const text = typeof content === 'string' ? content : native.textOf(content);
      native.setMember(values[0] as object, subject, { toJSON: () => native.promiseOf(() => text) });
      return pause(name, [native.bare({ text })], go);
    };
    return native.apply(then, serialized, [pauseOf]);
  };
}

function trapsOf(names: string, trap: (name: string) => native.Trap): Record<string, native.Trap> {
  const traps = native.bare<Record<string, native.Trap>>({});
  for (const name of names.split(' ')) traps[name] = trap(name);
  return traps;
}

/** Of a provider, and of the engine in which those of MetaMask's end, which a page can call itself. */
export const PROVIDER = native.bare({
  ...trapsOf('request', () => call(false)),
  ...trapsOf('send sendAsync _rpcRequest handle', () => call(true)),
  ...trapsOf('enable connect', () => connect),
  ...trapsOf('signTransaction signAllTransactions signAndSendTransaction signMessage', solana),
});
export const TRON = native.bare({
  ...trapsOf('sign multiSign signTransaction', () => tron('tron_signTransaction')),
  ...trapsOf('signMessage signMessageV2', () => tron('signMessage')),
});
export const FEATURES = trapsOf(['connect', METHODS.signIn, METHODS.standard, METHODS.message].join(' '), feature);
