import * as native from './built-ins.ts';

const MAX_DEPTH = 40;

/**
 * A copy of what a page gave to a wallet. Each property is read once, so that what is checked and what the wallet gets is
 * the same.
 */
export function copyOf(value: unknown): unknown {
  if (!native.isObject(value)) return value;
  try {
    const text = native.stringify(value);
    if (text !== undefined) return native.parse(text);
  } catch {
    // JSON has no big integers.
  }
  return deepCopy(value, 0);
}

function deepCopy(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || depth > MAX_DEPTH) return undefined;
  if (!native.isObject(value)) return value;
  if (native.isView(value)) return bytesOf(value);
  const result: object = native.isArray(value) ? [] : {};
  const keys = native.ownKeys(value);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at]!;
    if (typeof key === 'string' && key !== 'length') native.setMember(result, key, deepCopy(value[key], depth + 1));
  }
  return result;
}

/** The bytes of a typed array, copied. */
export const bytesOf = (view: ArrayBufferView): Uint8Array =>
  new native.Bytes(new native.Bytes(view.buffer, view.byteOffset, view.byteLength));

/** A copy of one level: a getter or a proxy cannot give the wallet another member than it gave here. */
export const shallowCopy = (value: unknown): native.Members => ({ ...(value as native.Members) });
