import { attempt } from '../../../wallet/attempt.ts';

/**
 * The built-ins that the scripts of this folder use, taken before any script of the page, which may replace every one of
 * them later. So these scripts call no method of a prototype, and use no iterator, no spread of an array, no `await` and no `then`.
 */
export const { apply, getPrototypeOf, ownKeys, set } = Reflect;
export const { isArray } = Array;
export const { create, freeze } = Object;
export const { isView } = ArrayBuffer;
export const { Promise: NativePromise, Error: NativeError, Proxy: NativeProxy } = globalThis;
export const { Event: NativeEvent, CustomEvent: NativeCustomEvent } = globalThis;

const { defineProperty, getOwnPropertyDescriptor } = Reflect;
const { parse, stringify } = JSON;
const { setTimeout, structuredClone, Uint8Array: Bytes } = window;

export type Call = (...values: readonly unknown[]) => unknown;
/** What is done in place of a call: with the wallet's function, its `this` and its arguments. */
export type Trap = (target: Call, self: unknown, values: unknown[]) => unknown;
/** Something of the page, of which nothing is known. */
export type Members = { [name: PropertyKey]: unknown };

/** Whether a value has members. */
export const isObject = (value: unknown): value is Members =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The same without a prototype: a page may give a member to all other objects. */
export const bare = <T extends object>(members: T): T => ({ __proto__: null, ...members });

/** The descriptor of an object's own member; undefined without one. */
export function descriptorOf(owner: object, name: PropertyKey): PropertyDescriptor | undefined {
  const found = getOwnPropertyDescriptor(owner, name);
  return found && bare(found);
}
export const defineMember = (owner: object, name: PropertyKey, how: PropertyDescriptor): boolean =>
  defineProperty(owner, name, bare(how));
/** Sets an own member, whatever setters its prototypes have. */
export const setMember = (owner: object, name: PropertyKey, value: unknown): boolean =>
  defineMember(owner, name, { value, writable: true, enumerable: true, configurable: true });

const readData = descriptorOf(MessageEvent.prototype, 'data')!.get!;
const readDetail = descriptorOf(CustomEvent.prototype, 'detail')!.get!;
export const dataOf = (event: MessageEvent): unknown => apply(readData, event, []);
export const detailOf = (event: Event): unknown => apply(readDetail, event, []);

const { dispatchEvent } = EventTarget.prototype;
const { stopImmediatePropagation } = Event.prototype;
export const dispatch = (target: EventTarget, event: Event): void => void apply(dispatchEvent, target, [event]);
export const stop = (event: Event): void => void apply(stopImmediatePropagation, event, []);
export const later = (work: () => void, ms: number): void => void apply(setTimeout, window, [work, ms]);
/** What a function gives or throws, as a promise. */
export const promiseOf = <T>(make: () => T) => new NativePromise<Awaited<T>>((give) => give(make() as Awaited<T>));

const notes = new WeakMap<object, object>();
const { get, set: put } = WeakMap.prototype;
/** What takes the place of something of the page, as it was noted; undefined without a note. */
export const noted = <T extends object>(about: T): T | undefined => apply(get, notes, [about]);
/** Notes what takes the place of something, and of itself. @returns that */
export function note<T extends object>(about: T, replacement: T): T {
  apply(put, notes, [about, replacement]);
  apply(put, notes, [replacement, replacement]);
  return replacement;
}

/** A value as JSON; undefined where it is none, as with a big integer. */
export const textOf = (value: unknown): string | undefined => attempt(() => stringify(value)) ?? undefined;

/** A copy of what a page gave to a wallet, each member read once. @throws DOMException for what is neither JSON nor data */
export function copyOf(value: unknown): unknown {
  const text = isObject(value) ? textOf(value) : undefined;
  return text !== undefined ? parse(text) : isObject(value) ? apply(structuredClone, window, [value]) : value;
}

/** The bytes of a typed array, copied. */
export const bytesOf = (view: ArrayBufferView): Uint8Array =>
  new Bytes(new Bytes(view.buffer, view.byteOffset, view.byteLength));
