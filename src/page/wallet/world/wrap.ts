import {
  apply,
  defineMember,
  descriptorOf,
  getPrototypeOf,
  isObject,
  type Members,
  NativeProxy,
  note,
  noted,
} from './built-ins.ts';

export type Call = (...values: readonly unknown[]) => unknown;
/** What is done in place of a call: with the wallet's function, its `this` and its arguments. */
export type Trap = (target: Call, self: unknown, values: unknown[]) => unknown;

const OURS = true;

/** A proxy of a wallet's function: its name, length and members stay. A handler without a prototype has no trap of the page. */
export function proxyOf(original: Call, trap: Trap): Call {
  const before = noted(original);
  if (before === OURS) return original;
  if (before) return before as Call;
  const proxy = new NativeProxy(original, { __proto__: null, apply: trap } as ProxyHandler<Call>);
  note(original, proxy);
  note(proxy, OURS);
  return proxy;
}

/**
 * Wraps a member wherever it stands, at the class for a method of a class: the object's own members, and what a wallet's own
 * proxy does with what it inherits, stay as they were.
 * @returns false where a level cannot be changed
 */
export function wrapMember(owner: Members, name: string, trap: Trap): boolean {
  let isWrapped = true;
  for (let holder: object | null = owner; holder !== null; holder = getPrototypeOf(holder)) {
    const found = descriptorOf(holder, name);
    if (!found) continue;
    const { get, value } = found;
    if ((!get && typeof value !== 'function') || noted(get ?? value) === OURS) continue;
    if (!found.configurable && (get !== undefined || !found.writable)) isWrapped = false;
    else if (!get) defineMember(holder, name, { ...found, value: proxyOf(value as Call, trap) });
    else {
      const read: Trap = (target, self) => {
        const result = apply(target, self, []);
        return typeof result === 'function' ? proxyOf(result as Call, trap) : result;
      };
      defineMember(holder, name, { ...found, get: proxyOf(get as Call, read) });
    }
  }
  return isWrapped;
}

/** An object in a member of something of the page; undefined where there is none, or its getter fails. */
export function objectIn(owner: unknown, name: string): Members | undefined {
  try {
    const value = isObject(owner) ? owner[name] : undefined;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
