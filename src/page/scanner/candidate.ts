import { type Shaped, shapesIn } from '../../asset/address/shape.ts';
import { ADDRESS_ATTRIBUTES, readableText, readableValue, type TextField } from '../readable.ts';

/**
 * Something with the shape of an address of any family, found in a text. Whether it is one, the background says: the codecs of all families
 * are several times the size of a script in a page, and what a page says would have to be checked there anyway.
 */
export type Candidate = Shaped;

/** Where in a document an address stands. */
export type Place =
  | {
      readonly kind: 'text';
      readonly start: Text;
      readonly startOffset: number;
      readonly end: Text;
      readonly endOffset: number;
    }
  /** In an attribute: the element shows it, links to it or copies it. */
  | { readonly kind: 'element'; readonly element: Element }
  | { readonly kind: 'field'; readonly element: TextField };

/** A candidate and where it was seen. */
export type Sighting = { readonly candidate: Candidate; readonly place: Place };

/** No spelling of any family is shorter, names included: a shorter text needs no look. */
export const MIN_LENGTH = 5;

/**
 * Every candidate in a text, in order.
 * @param around what stands near, for families whose shape alone says too little; asked for only where that matters
 */
export const candidatesIn = (text: string, around?: () => string): Candidate[] => shapesIn(text, around);

/**
 * Every distinct candidate in the attributes of an element: link targets (paths, queries and payment schemes such as
 * `ethereum:`), clipboard data, tooltips and labels.
 */
export function attributeCandidates(
  element: Pick<Element, 'localName' | 'getAttribute'>,
  around?: () => string,
): Candidate[] {
  const isLink = element.localName === 'a' || element.localName === 'area';
  const all = (isLink ? ['href', ...ADDRESS_ATTRIBUTES] : ADDRESS_ATTRIBUTES).flatMap((name) => {
    const text = readableText(element.getAttribute(name));
    return text.length < MIN_LENGTH ? [] : candidatesIn(text, around && (() => `${text} ${around()}`));
  });
  return distinct(all);
}

/** Distinct candidates in a text field; see {@link readableValue} for what is read of it. */
export const fieldCandidates = (field: TextField, writer: 'page' | 'person'): Candidate[] =>
  distinct(candidatesIn(readableValue(field, writer)));

/** The first of each content. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const candidate of candidates) if (!seen.has(candidate.content)) seen.set(candidate.content, candidate);
  return [...seen.values()];
}
