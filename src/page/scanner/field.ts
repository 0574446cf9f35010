import { type Candidate, candidatesIn } from './candidate.ts';
import type { TextField } from './sighting.ts';

const READABLE_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'url', '']);
/** Longer values are documents that a person writes, not a payee. */
const MAX_VALUE_LENGTH = 20_000;

/** True for inputs and text areas, whatever their type. */
export function isTextField(element: Element): element is TextField {
  return element.localName === 'input' || element.localName === 'textarea';
}

/** True where the value may be read: never a password, also not one that a page shows in plain text. */
export function isReadable(field: Pick<TextField, 'localName' | 'type' | 'autocomplete'>): boolean {
  if (field.localName === 'input' && !READABLE_TYPES.has(field.type)) return false;
  return !/password|one-time-code|^cc-/.test(field.autocomplete);
}

/**
 * Candidates in a text field.
 *
 * @param writer `page`: what the page put there (the value only where a person cannot type); `person`: the value now,
 * asked for after a paste or when the field is left, never while typing
 */
export function fieldCandidates(field: TextField, writer: 'page' | 'person'): Candidate[] {
  if (!isReadable(field)) return [];
  const value = writer === 'person' || field.readOnly || field.disabled ? field.value : field.defaultValue;
  if (value.length > MAX_VALUE_LENGTH) return [];
  const seen = new Map(candidatesIn(value).map((candidate) => [candidate.content, candidate]));
  return [...seen.values()];
}
