import { type Candidate, candidatesIn } from '../../asset/address/shape.ts';
import {
  ADDRESS_ATTRIBUTES,
  OWN_ATTRIBUTES,
  readableText,
  readableValue,
  type TextField,
} from '../document/readable.ts';

/** Where an address is; `source` is the document's text there where only what is shown spells the address. */
export type Place =
  | {
      readonly kind: 'text';
      readonly start: Text;
      readonly startOffset: number;
      readonly end: Text;
      readonly endOffset: number;
      readonly source?: string;
    }
  /** In an attribute, or shown by a style: the element shows the address, links to it or copies it. */
  | { readonly kind: 'element'; readonly element: Element; readonly source?: string }
  | { readonly kind: 'field'; readonly element: TextField };

/** A candidate and its position. */
export type Sighting = { readonly candidate: Candidate; readonly place: Place };

/** Minimum length of any spelling in any family, names included; shorter texts are skipped. */
export const MIN_LENGTH = 5;

/** What is read of an element's attributes. */
export type AttributeSource = Pick<Element, 'localName' | 'getAttribute'> & {
  /** Names of further attributes (`otherDataOf`), each of which holds an address and nothing else, or none. */
  readonly otherData: readonly string[];
};

/**
 * Every distinct candidate in the attributes of an element: link targets (paths, queries and payment schemes such as
 * `ethereum:`), drawn QR codes, clipboard data, tooltips and labels.
 */
export function attributeCandidates(element: AttributeSource, around?: () => string): Candidate[] {
  const own = OWN_ATTRIBUTES[element.localName];
  const inAttribute = (name: string): Candidate[] => {
    const text = readableText(element.getAttribute(name));
    return text.length < MIN_LENGTH ? [] : candidatesIn(text, around && (() => `${text} ${around()}`));
  };
  const isAll = (name: string, { length }: Candidate): boolean =>
    readableText(element.getAttribute(name)).trim().length === length;
  return distinct([
    ...(own === undefined ? ADDRESS_ATTRIBUTES : [own, ...ADDRESS_ATTRIBUTES]).flatMap(inAttribute),
    ...element.otherData.flatMap((name) => inAttribute(name).filter((candidate) => isAll(name, candidate))),
  ]);
}

/** Fields that had a password when they were read: a page that shows it makes another kind of field of it. */
const passwords = new WeakSet<TextField>();

/**
 * Distinct candidates in a text field; {@link readableValue} says what of it is read.
 * @param around as in {@link candidatesIn}
 */
export function fieldCandidates(
  field: TextField,
  writer: 'page' | 'person',
  around?: (() => string) | null,
): Candidate[] {
  if (field.type === 'password') passwords.add(field);
  return passwords.has(field) ? [] : distinct(candidatesIn(readableValue(field, writer), around));
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const candidate of candidates) if (!seen.has(candidate.content)) seen.set(candidate.content, candidate);
  return [...seen.values()];
}
