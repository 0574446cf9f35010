import type { Shaped } from '../../asset/address/shape.ts';
import { type AddressFamily, FAMILIES } from './family.ts';

/** Something with the shape of an address, found in a text. */
export type Candidate = Shaped & { readonly family: AddressFamily };

/** No family has a shorter spelling: a shorter text needs no look. */
export const MIN_LENGTH = Math.min(...FAMILIES.map((family) => family.shortest));

/** Attribute values longer than this are data, not an address a person would copy. */
const MAX_VALUE_LENGTH = 4096;

/** Attributes in which pages keep the whole address behind an icon, a short spelling or a styled one. */
const ATTRIBUTES = [
  'data-address',
  'data-clipboard-text',
  'data-copy',
  'data-highlight-target',
  'data-tooltip',
  'title',
  'aria-label',
  'alt',
] as const;

/** What the observer watches once a frame is known to hold addresses. */
export const WATCHED_ATTRIBUTES: readonly string[] = ['href', ...ATTRIBUTES];

const SIGNS = new RegExp(FAMILIES.map((family) => family.sign).join('|'), 'i');

/** Elements with an attribute that may hold an address: the browser tells them apart several times faster than reading would. */
const SELECTOR = FAMILIES.flatMap(({ sign }) =>
  ['a[href', 'area[href', ...ATTRIBUTES.map((name) => `[${name}`)].map((start) => `${start}*="${sign}" i]`),
).join();

/** True where a text may hold an address or a part of one; cheap, and wrong in one direction only. */
export function mayHold(text: string): boolean {
  return SIGNS.test(text);
}

/** The part of an element that reading its attributes takes. */
export type AttributeSource = {
  readonly localName: string;
  matches(selector: string): boolean;
  getAttribute(name: string): string | null;
};

/** Every candidate in a text, family by family. */
export function candidatesIn(text: string): Candidate[] {
  const candidates: Candidate[] = [];
  if (!mayHold(text)) return candidates;
  for (const family of FAMILIES) {
    if (text.length < family.shortest) continue;
    for (const found of family.find(text)) candidates.push({ ...found, family });
  }
  return candidates;
}

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
export function attributeCandidates(element: AttributeSource): Candidate[] {
  if (!element.matches(SELECTOR)) return [];
  const isLink = element.localName === 'a' || element.localName === 'area';
  const seen = new Map<string, Candidate>();
  const read = (name: string): void => {
    const value = element.getAttribute(name);
    if (value === null || value.length < MIN_LENGTH || value.length > MAX_VALUE_LENGTH) return;
    for (const candidate of candidatesIn(unescaped(value))) {
      if (!seen.has(candidate.content)) seen.set(candidate.content, candidate);
    }
  };
  if (isLink) read('href');
  for (const name of ATTRIBUTES) read(name);
  return [...seen.values()];
}
