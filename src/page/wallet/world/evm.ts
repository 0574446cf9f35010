import { isPausedMethod } from '../../../wallet/methods.ts';
import {
  apply,
  create,
  detailOf,
  dispatch,
  freeze,
  getPrototypeOf,
  isArray,
  isObject,
  type Members,
  NativeCustomEvent,
  NativeProxy,
  note,
  noted,
  stop,
  type Table,
} from './built-ins.ts';
import { copyOf, shallowCopy } from './copy.ts';
import { ask, pause, refusal } from './pause.ts';
import { type Call, objectIn, type Trap, wrapMember } from './wrap.ts';

/**
 * A call of an EIP-1193 provider, or in one of its older forms: `send(method, params)`, `send(payload, callback)`, a batch.
 * @param answersByCallback false for `request`, which is waited for by its promise, although web3.js gives it a callback too
 */
const call =
  (answersByCallback: boolean): Trap =>
  (target, self, values) => {
    const first = values[0];
    const second = values[1];
    if (typeof first === 'string') return callByName(first, target, self, values);
    if (!isObject(first)) return apply(target, self, values);
    const isBatch = isArray(first);
    const copy = isBatch ? (copyOf(first) as Members) : shallowCopy(first);
    // A member of a class is no own one.
    if (!isBatch && copy.method === undefined) copy.method = first.method;
    const forward = values.length > 1 ? [copy, second] : [copy];
    const method = isBatch ? 'batch' : copy.method;
    if (!isPausedMethod(method)) return apply(target, self, forward);
    if (!isBatch) copy.params = copyOf(copy.params ?? first.params);
    const payload = isBatch ? copy : copy.params;
    const go = () => apply(target, self, forward);
    if (!answersByCallback || typeof second !== 'function') return pause(method, payload, go);
    const refuse = () => {
      const error = refusal();
      apply(second, undefined, [error, { id: copy.id, jsonrpc: '2.0', error }]);
    };
    ask(method, payload, go, refuse);
    return undefined;
  };

function callByName(method: string, target: Call, self: unknown, values: unknown[]): unknown {
  if (!isPausedMethod(method)) return apply(target, self, values);
  const params = typeof values[1] === 'function' ? values[1] : copyOf(values[1]);
  const forward = values.length > 2 ? [method, params, values[2]] : values.length > 1 ? [method, params] : [method];
  return pause(method, params === values[1] ? undefined : params, () => apply(target, self, forward));
}

export const requestTrap = call(false);
const sendTrap = call(true);
const enableTrap: Trap = (target, self, values) => pause('enable', undefined, () => apply(target, self, values));

/** Wraps an EVM wallet's provider. @returns false where it cannot be changed */
export function wrapEvm(provider: Members | undefined): boolean {
  if (!provider) return true;
  const before = noted(provider);
  if (before !== undefined) return before === 'wrapped';
  let isWrapped = wrapMember(provider, 'request', requestTrap);
  isWrapped = wrapMember(provider, 'send', sendTrap) && isWrapped;
  isWrapped = wrapMember(provider, 'sendAsync', sendTrap) && isWrapped;
  isWrapped = wrapMember(provider, 'enable', enableTrap) && isWrapped;
  // What the methods of MetaMask's provider end in, which a page can call itself.
  isWrapped = wrapMember(provider, '_rpcRequest', sendTrap) && isWrapped;
  const engine = objectIn(provider, '_rpcEngine');
  if (engine) wrapMember(engine, 'handle', sendTrap);
  note(provider, isWrapped ? 'wrapped' : 'closed');
  return isWrapped;
}

/** In place of a frozen provider that comes by an event: a proxy of the provider itself may give no other values than it has. */
function standInOf(provider: Members): Members {
  const bound: Table<{ readonly value: unknown; readonly proxy: unknown }> = create(null);
  const standIn: Members = new NativeProxy(
    create(getPrototypeOf(provider)) as Members,
    {
      __proto__: null,
      get(_: unknown, name: string) {
        const value = provider[name];
        if (typeof value !== 'function') return value;
        if (bound[name]?.value === value) return bound[name]?.proxy;
        const trap: Trap =
          name === 'request'
            ? requestTrap
            : name === 'send' || name === 'sendAsync'
              ? sendTrap
              : name === 'enable'
                ? enableTrap
                : apply;
        const proxy = new NativeProxy(
          value as Call,
          {
            __proto__: null,
            apply: (target: Call, self: unknown, values: unknown[]) =>
              trap(target, self === standIn ? provider : self, values),
          } as ProxyHandler<Call>,
        );
        bound[name] = { value, proxy };
        return proxy;
      },
      set(_: unknown, name: string, value: unknown) {
        provider[name] = value;
        return true;
      },
      has: (_: unknown, name: string) => name in provider,
    } as ProxyHandler<Members>,
  );
  note(standIn, 'wrapped');
  return standIn;
}

/** A wallet announces itself (EIP-6963): its provider is wrapped, or the event comes again with a stand-in. */
export function onAnnounced(event: Event): void {
  const detail = detailOf(event);
  const provider = objectIn(detail, 'provider');
  if (!isObject(detail) || !provider || wrapEvm(provider)) return;
  stop(event);
  const before = noted(provider);
  const standIn = isObject(before) ? before : standInOf(provider);
  note(provider, standIn);
  dispatch(window, new NativeCustomEvent(event.type, { detail: freeze({ ...detail, provider: standIn }) }));
}
