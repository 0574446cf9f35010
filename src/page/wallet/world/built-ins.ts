/**
 * The built-ins that the scripts of this folder use, taken before any script of the page, which may replace every one of
 * them later. So these scripts call no method of a prototype, and use no iterator, no spread of an array, no `await` and no `then`.
 */
export const { apply, getPrototypeOf, ownKeys, set } = Reflect;
export const { isArray } = Array;
export const { create, freeze } = Object;
export const { parse, stringify } = JSON;
export const { isView } = ArrayBuffer;
export const { Promise: NativePromise, Proxy: NativeProxy, Error: NativeError, Uint8Array: Bytes } = globalThis;
export const { Event: NativeEvent, CustomEvent: NativeCustomEvent } = globalThis;

const { defineProperty: define, getOwnPropertyDescriptor } = Reflect;

export type Call = (...values: readonly unknown[]) => unknown;
/** What is done in place of a call: with the wallet's function, its `this` and its arguments. */
export type Trap = (target: Call, self: unknown, values: unknown[]) => unknown;
/** A function in place of another one. A handler without a prototype has no trap of the page. */
export const proxyOf = (original: Call, trap: Trap): Call =>
  new NativeProxy(original, { __proto__: null, apply: trap } as ProxyHandler<Call>);

/** An object without a prototype: a page may give a property to all others. */
export type Table<T> = { [name: string]: T };

/** Whether a value has members. */
export const isObject = (value: unknown): value is Members =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
/** Something of the page, of which nothing is known. */
export type Members = { [name: PropertyKey]: unknown };

/** The descriptor of an object's own member; undefined without one. */
export function descriptorOf(owner: object, name: PropertyKey): PropertyDescriptor | undefined {
  const found = getOwnPropertyDescriptor(owner, name);
  return found && bare(found);
}
export const defineMember = (owner: object, name: PropertyKey, how: PropertyDescriptor): boolean =>
  define(owner, name, bare(how));
/** Sets an own member, whatever setters its prototypes have. */
export const setMember = (owner: object, name: PropertyKey, value: unknown): boolean =>
  defineMember(owner, name, { value, writable: true, enumerable: true, configurable: true });

const bare = (descriptor: PropertyDescriptor): PropertyDescriptor => ({ __proto__: null, ...descriptor }) as never;
const getterOf = (owner: object, name: string) => descriptorOf(owner, name)!.get!;

const readData = getterOf(MessageEvent.prototype, 'data');
const readDetail = getterOf(CustomEvent.prototype, 'detail');
export const dataOf = (event: MessageEvent): Members => apply(readData, event, []);
export const detailOf = (event: Event): unknown => apply(readDetail, event, []);

const { dispatchEvent } = EventTarget.prototype;
const { stopImmediatePropagation } = Event.prototype;
export const dispatch = (target: EventTarget, event: Event): void => void apply(dispatchEvent, target, [event]);
export const stop = (event: Event): void => void apply(stopImmediatePropagation, event, []);

const { setTimeout, structuredClone } = window;
export const later = (work: () => void, milliseconds: number): void =>
  void apply(setTimeout, window, [work, milliseconds]);

/** @throws DOMException for a function, a proxy, or an element */
export const clone = (value: unknown): unknown => apply(structuredClone, window, [value]);

const notes = new WeakMap<object, unknown>();
const { get, set: put } = WeakMap.prototype;
/** What was noted about an object of the page; undefined without a note. */
export const noted = (about: object): unknown => apply(get, notes, [about]);
export const note = (about: object, what: unknown): void => void apply(put, notes, [about, what]);
