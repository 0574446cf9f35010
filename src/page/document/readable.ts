import { attributeNamesOf } from './node.ts';

/** Long texts are read in windows, so that each step is short; windows overlap by more than any address. */
export const WINDOW_LENGTH = 65_536;
export const WINDOW_OVERLAP = 256;

/** Elements whose texts are not read: they show none, or show it in another way. */
export const UNREAD = 'defs,desc,head,iframe,input,metadata,noscript,object,script,style,template,textarea,title';

/** Attributes in which pages keep the whole address behind an icon or a shortened or styled spelling. */
export const ADDRESS_ATTRIBUTES = [
  'data-address',
  'data-wallet',
  'data-account',
  'data-clipboard-text',
  'data-clipboard',
  'data-copy',
  'data-text',
  'data-value',
  'data-highlight-target',
  'data-tooltip',
  'data-original-title',
  'data-bs-original-title',
  'title',
  'aria-label',
  'alt',
  'onclick',
] as const;

/** Attributes in which certain elements hold what they link to, draw or copy, by the element's name. */
export const OWN_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  img: 'src',
  button: 'value',
  'clipboard-copy': 'value',
};

/** Attributes that may hold an address, with selectors of who has them: reading all would take several times as long. */
export const READ_ATTRIBUTES: readonly (readonly [name: string, selector: string])[] = [
  ['href', 'a[href],area[href]'],
  // A service that draws QR codes gets the address in the URL.
  ['src', 'img[src*="qr" i]:not([src^="data:"])'],
  ['value', 'button[value],clipboard-copy[value]'],
  ...ADDRESS_ATTRIBUTES.map((name) => [name, `[${name}]`] as const),
];

/** Selects what copies an address by `data-*` attributes of any name, for which to ask all elements would take too long. */
export const CARRIERS =
  'button,[role="button"],[class*="copy" i],[class*="clip" i],[class*="addr" i],[class*="wallet" i]';

const LISTED_NAMES: ReadonlySet<string> = new Set(ADDRESS_ATTRIBUTES);

/** The `data-*` attributes of an element beyond {@link ADDRESS_ATTRIBUTES}; an address is all that one holds, or none. */
export const otherDataOf = (element: Element): string[] =>
  attributeNamesOf(element).filter((name) => name.startsWith('data-') && !LISTED_NAMES.has(name));

/** Selects text fields, except one in which a person may be typing: what an application makes of it there is what they type. */
export const FIELDS = ':is(input,textarea):not(:focus:read-write)';

/** Longer attribute values are data, not an address that a person would copy. */
const MAX_ATTRIBUTE_LENGTH = 4_096;

/** An attribute's value without percent escapes, so that `to%3D0x…` keeps its boundary; empty for null or a long one. */
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
 * The part of a text field that may be read; empty where nothing may. A password is never read, even if the page shows
 * it in plain text.
 *
 * @param writer `page`: what the page put there (the value only where a person cannot type); `person`: the current
 *   value, read after a paste or when the field is left, never while typing
 */
export function readableValue(field: TextField, writer: 'page' | 'person'): string {
  if (field.localName === 'input' && !READABLE_TYPES.has(field.type)) return '';
  if (/password|one-time-code|^cc-/.test(field.autocomplete)) return '';
  const value = writer === 'person' || field.readOnly || field.disabled ? field.value : field.defaultValue;
  return value.length > MAX_FIELD_LENGTH ? '' : value;
}
