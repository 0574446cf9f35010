/** Attributes in which pages keep the whole address behind an icon, a short spelling or a styled one. */
export const ADDRESS_ATTRIBUTES = [
  'data-address',
  'data-clipboard-text',
  'data-copy',
  'data-highlight-target',
  'data-tooltip',
  'title',
  'aria-label',
  'alt',
] as const;

/**
 * Attributes that may hold an address, each with what selects the elements that have it: to ask each element about each attribute would take
 * several times as long.
 */
export const READ_ATTRIBUTES: readonly (readonly [name: string, selector: string])[] = [
  ['href', 'a[href],area[href]'],
  ...ADDRESS_ATTRIBUTES.map((name) => [name, `[${name}]`] as const),
];

/** Selects text fields. */
export const FIELDS = 'input,textarea';

/** Attribute values longer than this are data, not an address a person would copy. */
const MAX_ATTRIBUTE_LENGTH = 4_096;

/**
 * The value of an attribute, null where there is none, with its percent escapes undone, so that `to%3D0x…` keeps its boundary. Empty where there is none, or one
 * that is too long to be looked at.
 */
export function readableText(written: string | null): string {
  const value = written ?? '';
  if (value.length > MAX_ATTRIBUTE_LENGTH) return '';
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A text field whose value a page or a person can set. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

const READABLE_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'url', '']);
/** Longer values are documents that a person writes, not a payee. */
const MAX_FIELD_LENGTH = 20_000;

/** True for inputs and text areas, whatever their type. */
export function isTextField(element: Element): element is TextField {
  return element.localName === 'input' || element.localName === 'textarea';
}

/**
 * What may be read of a text field; empty where nothing may: never a password, also not one that a page shows in plain text.
 *
 * @param writer `page`: what the page put there (the value only where a person cannot type); `person`: the value now,
 * asked for after a paste or when the field is left, never while typing
 */
export function readableValue(field: TextField, writer: 'page' | 'person'): string {
  if (field.localName === 'input' && !READABLE_TYPES.has(field.type)) return '';
  if (/password|one-time-code|^cc-/.test(field.autocomplete)) return '';
  const value = writer === 'person' || field.readOnly || field.disabled ? field.value : field.defaultValue;
  return value.length > MAX_FIELD_LENGTH ? '' : value;
}
