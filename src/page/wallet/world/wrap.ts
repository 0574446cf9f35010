import { attempt } from '../../../wallet/attempt.ts';
import * as native from './built-ins.ts';

/** A proxy of a wallet's function, the same one each time: its name, length and members stay. */
const proxyOf = (original: native.Call, trap: native.Trap): native.Call =>
  native.noted(original) ?? native.note(original, new native.NativeProxy(original, native.bare({ apply: trap })));

/**
 * Replaces a member where it stands, at the class for one of a class, so that what else a wallet's objects have stays as it was.
 * @param replace what takes the place of a value, the same where nothing has to change; undefined for a value of no interest
 * @returns false where a level cannot be changed; undefined where there is no such member
 */
export function replaceMember(
  owner: native.Members,
  name: string,
  replace: (value: unknown) => unknown,
): boolean | undefined {
  let isReplaced: boolean | undefined;
  const read: native.Trap = (target, self) => {
    const value = native.apply(target, self, []);
    return replace(value) ?? value;
  };
  for (let holder: object | null = owner; holder !== null; holder = native.getPrototypeOf(holder)) {
    const found = native.descriptorOf(holder, name);
    const before = found?.get ?? found?.value;
    const after = found?.get ? proxyOf(found.get as native.Call, read) : replace(before);
    if (!found || after === undefined) continue;
    isReplaced ??= true;
    if (after !== before && !native.defineMember(holder, name, { ...found, [found.get ? 'get' : 'value']: after }))
      isReplaced = false;
  }
  return isReplaced;
}

/** Wraps each function that has a trap. @returns the object, or a stand-in where one cannot be changed; undefined where there is none */
export function wrap(owner: native.Members, traps: Record<string, native.Trap>): native.Members | undefined {
  const before = native.noted(owner);
  if (before) return before;
  let isWrapped: boolean | undefined;
  for (const name in traps) {
    const wrapOne = (value: unknown) =>
      typeof value === 'function' ? proxyOf(value as native.Call, traps[name]!) : undefined;
    const one = replaceMember(owner, name, wrapOne);
    if (one !== undefined) isWrapped = one && isWrapped !== false;
  }
  return isWrapped === undefined ? undefined : native.note(owner, isWrapped ? owner : standInOf(owner, traps));
}

/** In place of a frozen object: a proxy of the object itself may give no other values than it has. */
function standInOf(owner: native.Members, traps: Record<string, native.Trap>): native.Members {
  const bound = native.bare<Record<string, native.Call>>({});
  const get = (_: unknown, name: string): unknown => {
    const value = owner[name];
    if (typeof value !== 'function') return value;
    const trap: native.Trap = (target, self, values) =>
      (traps[name] ?? native.apply)(target, self === standIn ? owner : self, values);
    bound[name] ??= new native.NativeProxy(value as native.Call, native.bare({ apply: trap }));
    return bound[name];
  };
  const set = (_: unknown, name: string, value: unknown) => native.set(owner, name, value);
  const has = (_: unknown, name: string) => name in owner;
  const handler = native.bare({ get, set, has });
  const standIn: native.Members = new native.NativeProxy(native.create(native.getPrototypeOf(owner)), handler);
  return standIn;
}

/** An object in a member of something of the page; undefined where there is none, or its getter fails. */
export function objectIn(owner: unknown, name: string): native.Members | undefined {
  const value = attempt(() => (native.isObject(owner) ? owner[name] : undefined));
  return native.isObject(value) ? value : undefined;
}
