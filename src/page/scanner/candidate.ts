import { type Shaped, shapesIn } from '../../asset/address/shape.ts';
import { ADDRESS_ATTRIBUTES, readableText, readableValue, type TextField } from '../document/readable.ts';

/**
 * A string with the shape of an address of any family, found in a text. The background decides whether it is one: the
 * codecs of all families are several times the size of a content script, and messages from pages must be checked there
 * anyway.
 */
export type Candidate = Shaped;

/** Position of an address in a document. */
export type Place =
  | {
      readonly kind: 'text';
      readonly start: Text;
      readonly startOffset: number;
      readonly end: Text;
      readonly endOffset: number;
    }
  /** In an attribute: the element shows the address, links to it or copies it. */
  | { readonly kind: 'element'; readonly element: Element }
  | { readonly kind: 'field'; readonly element: TextField };

/** A candidate and its position. */
export type Sighting = { readonly candidate: Candidate; readonly place: Place };

/** Minimum length of any spelling in any family, names included; shorter texts are skipped. */
export const MIN_LENGTH = 5;

/**
 * Every candidate in a text, in order.
 * @param around the text nearby, for families whose shape alone is ambiguous; called only for those
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

/** Distinct candidates in a text field; {@link readableValue} says what of it is read. */
export const fieldCandidates = (field: TextField, writer: 'page' | 'person'): Candidate[] =>
  distinct(candidatesIn(readableValue(field, writer)));

/** The first candidate of each content. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const candidate of candidates) if (!seen.has(candidate.content)) seen.set(candidate.content, candidate);
  return [...seen.values()];
}
