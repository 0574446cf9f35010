import { type Shaped, shapesIn } from '../../asset/address/shape.ts';
import { ADDRESS_ATTRIBUTES } from '../address-attributes.ts';

/**
 * Something with the shape of an address of any family, found in a text. Whether it is one, the background says: the codecs of all families
 * are several times the size of a script in a page, and what a page says would have to be checked there anyway.
 */
export type Candidate = Shaped;

/** No spelling of any family is shorter, names included: a shorter text needs no look. */
export const MIN_LENGTH = 5;

/** Attribute values longer than this are data, not an address a person would copy. */
const MAX_VALUE_LENGTH = 4096;

/** Elements with an attribute that may hold an address: the browser tells them apart several times faster than reading would. */
const SELECTOR = ['a[href]', 'area[href]', ...ADDRESS_ATTRIBUTES.map((name) => `[${name}]`)].join();

/** The part of an element that reading its attributes takes. */
export type AttributeSource = {
  readonly localName: string;
  matches(selector: string): boolean;
  getAttribute(name: string): string | null;
};

/**
 * Every candidate in a text, in order.
 * @param around what stands near, for families whose shape alone says too little; asked for only where that matters
 */
export const candidatesIn = (text: string, around?: () => string): Candidate[] => shapesIn(text, around);

/** An attribute value with its percent escapes undone, so that `to%3D0x…` keeps its boundary. */
function unescaped(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Every distinct candidate in the attributes of an element: link targets (paths, queries and payment schemes such as
 * `ethereum:`), clipboard data, tooltips and labels.
 */
export function attributeCandidates(element: AttributeSource, around?: () => string): Candidate[] {
  if (!element.matches(SELECTOR)) return [];
  const isLink = element.localName === 'a' || element.localName === 'area';
  const seen = new Map<string, Candidate>();
  const read = (name: string): void => {
    const value = element.getAttribute(name);
    if (value === null || value.length < MIN_LENGTH || value.length > MAX_VALUE_LENGTH) return;
    const text = unescaped(value);
    for (const candidate of candidatesIn(text, around && (() => `${text} ${around()}`))) {
      if (!seen.has(candidate.content)) seen.set(candidate.content, candidate);
    }
  };
  if (isLink) read('href');
  for (const name of ADDRESS_ATTRIBUTES) read(name);
  return [...seen.values()];
}
