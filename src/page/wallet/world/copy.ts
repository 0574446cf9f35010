import * as native from './built-ins.ts';

/**
 * A copy of what a page gave to a wallet. Each property is read once, so that what is checked and what the wallet gets is
 * the same.
 * @throws DOMException for what is neither JSON nor data
 */
export function copyOf(value: unknown): unknown {
  if (!native.isObject(value)) return value;
  const text = textOf(value);
  return text === undefined ? native.clone(value) : native.parse(text);
}

/** A value as JSON; undefined where it is none, as with a big integer. */
export function textOf(value: unknown): string | undefined {
  try {
    return native.stringify(value);
  } catch {
    return undefined;
  }
}

/** The bytes of a typed array, copied. */
export const bytesOf = (view: ArrayBufferView): Uint8Array =>
  new native.Bytes(new native.Bytes(view.buffer, view.byteOffset, view.byteLength));

/** A copy of one level: a getter or a proxy cannot give the wallet another member than it gave here. */
export const shallowCopy = (value: unknown): native.Members => ({ ...(value as native.Members) });
