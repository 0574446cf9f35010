import { formOf } from '../../../wallet/methods.ts';
import * as native from './built-ins.ts';
import { copyOf, shallowCopy } from './copy.ts';
import { SOLANA } from './older.ts';
import { ask, connecting, pause, refusal, tell } from './pause.ts';
import { objectIn, wrapAll } from './wrap.ts';

/**
 * A call of an EIP-1193 provider, or in one of its older forms: `send(method, params)`, `send(payload, callback)`, a batch.
 * @param answersByCallback false for `request`, which is waited for by its promise, although web3.js gives it a callback too
 */
const call =
  (answersByCallback: boolean): native.Trap =>
  (target, self, values) => {
    const first = values[0];
    const second = values[1];
    if (typeof first === 'string') return callByName(first, target, self, values);
    if (!native.isObject(first)) return native.apply(target, self, values);
    const isBatch = native.isArray(first);
    const copy = isBatch ? (copyOf(first) as native.Members) : shallowCopy(first);
    // A member of a class is no own one, and a page can give one to all objects.
    if (!isBatch) native.setMember(copy, 'method', copy.method ?? first.method);
    const forward = values.length > 1 ? [copy, second] : [copy];
    const method = isBatch ? 'batch' : copy.method;
    if (!formOf(method)) return native.apply(target, self, forward);
    if (!isBatch) native.setMember(copy, 'params', copyOf(copy.params ?? first.params));
    const payload = isBatch ? copy : copy.params;
    const go = () => native.apply(target, self, forward);
    if (!answersByCallback || typeof second !== 'function') return pause(method as string, payload, go);
    return ask(method as string, payload, go, () => {
      const error = refusal();
      native.apply(second, undefined, [error, { id: copy.id, jsonrpc: '2.0', error }]);
    });
  };

function callByName(method: string, target: native.Call, self: unknown, values: unknown[]): unknown {
  if (!formOf(method)) return native.apply(target, self, values);
  const isCallback = typeof values[1] === 'function';
  const params = isCallback ? values[1] : copyOf(values[1]);
  const forward = values.length > 2 ? [method, params, values[2]] : values.length > 1 ? [method, params] : [method];
  return pause(method, isCallback ? undefined : params, () => native.apply(target, self, forward));
}

const send = call(true);
const METHODS = { request: call(false), send, sendAsync: send, enable: connecting, _rpcRequest: send };
/** The functions of a provider, with what those of MetaMask's end in, which a page can call itself. */
const PROVIDER: native.Table<native.Trap> = Object.assign(Object.create(null), METHODS, SOLANA);
const ENGINE: native.Table<native.Trap> = Object.assign(Object.create(null), { handle: send });

/** Wraps a wallet's provider. @returns false where it cannot be changed; undefined where it is none */
export function wrapProvider(provider: native.Members | undefined): boolean | undefined {
  wrapAll(objectIn(provider, '_rpcEngine'), ENGINE);
  return wrapAll(provider, PROVIDER);
}

/** In place of a frozen provider that comes by an event: a proxy of the provider itself may give no other values than it has. */
function standInOf(provider: native.Members): native.Members {
  const bound: native.Table<{ readonly value: unknown; readonly proxy: unknown }> = native.create(null);
  const get = (_: unknown, name: string): unknown => {
    const value = provider[name];
    if (typeof value !== 'function') return value;
    if (bound[name]?.value === value) return bound[name]?.proxy;
    const trap = PROVIDER[name] ?? native.apply;
    const proxy = native.proxyOf(value as native.Call, (target, self, values) =>
      trap(target, self === standIn ? provider : self, values),
    );
    bound[name] = { value, proxy };
    return proxy;
  };
  const set = (_: unknown, name: string, value: unknown) => {
    provider[name] = value;
    return true;
  };
  const has = (_: unknown, name: string) => name in provider;
  const handler = { __proto__: null, get, set, has } as ProxyHandler<native.Members>;
  const standIn: native.Members = new native.NativeProxy(native.create(native.getPrototypeOf(provider)), handler);
  native.note(standIn, true);
  return standIn;
}

/** A wallet announces itself (EIP-6963): its provider is wrapped, or the event comes again with a stand-in. */
export function onAnnounced(event: Event): void {
  const detail = native.detailOf(event);
  const provider = objectIn(detail, 'provider');
  if (!native.isObject(detail) || !provider) return;
  const isWrapped = wrapProvider(provider);
  if (isWrapped !== undefined) tell(true);
  if (isWrapped !== false) return;
  native.stop(event);
  const before = native.noted(provider);
  const standIn = native.isObject(before) ? before : standInOf(provider);
  native.note(provider, standIn);
  native.dispatch(
    window,
    new native.NativeCustomEvent(event.type, { detail: native.freeze({ ...detail, provider: standIn }) }),
  );
}
