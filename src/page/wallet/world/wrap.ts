import * as native from './built-ins.ts';

const OURS = true;

/** A proxy of a wallet's function, the same one each time: its name, length and members stay. */
export function proxyOf(original: native.Call, trap: native.Trap): native.Call {
  const before = native.noted(original);
  if (before) return before === OURS ? original : (before as native.Call);
  const proxy = native.proxyOf(original, trap);
  native.note(original, proxy);
  native.note(proxy, OURS);
  return proxy;
}

/**
 * Wraps a member wherever it stands, at the class for a method of a class: the object's own members, and what a wallet's own
 * proxy does with what it inherits, stay as they were.
 * @returns false where a level cannot be changed; undefined where there is no such function
 */
function wrapMember(owner: native.Members, name: string, trap: native.Trap): boolean | undefined {
  let isWrapped: boolean | undefined;
  for (let holder: object | null = owner; holder !== null; holder = native.getPrototypeOf(holder)) {
    const found = native.descriptorOf(holder, name);
    if (!found) continue;
    const { get, value } = found;
    if (!get && typeof value !== 'function') continue;
    isWrapped ??= true;
    if (native.noted(get ?? value) === OURS) continue;
    if (!found.configurable && (get !== undefined || !found.writable)) isWrapped = false;
    else if (!get) native.defineMember(holder, name, { ...found, value: proxyOf(value as native.Call, trap) });
    else {
      const read: native.Trap = (target, self) => {
        const result = native.apply(target, self, []);
        return typeof result === 'function' ? proxyOf(result as native.Call, trap) : result;
      };
      native.defineMember(holder, name, { ...found, get: proxyOf(get as native.Call, read) });
    }
  }
  return isWrapped;
}

/** Wraps every member that has a trap, once. @returns false where one cannot be changed; undefined where there is none */
export function wrapAll(owner: native.Members | undefined, traps: native.Table<native.Trap>): boolean | undefined {
  if (!owner) return undefined;
  const before = native.noted(owner);
  if (before !== undefined) return before === OURS;
  let isWrapped: boolean | undefined;
  for (const name in traps) {
    const one = wrapMember(owner, name, traps[name]!);
    if (one !== undefined) isWrapped = one && isWrapped !== false;
  }
  if (isWrapped !== undefined) native.note(owner, isWrapped);
  return isWrapped;
}

/** An object in a member of something of the page; undefined where there is none, or its getter fails. */
export function objectIn(owner: unknown, name: string): native.Members | undefined {
  try {
    const value = native.isObject(owner) ? owner[name] : undefined;
    return native.isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
