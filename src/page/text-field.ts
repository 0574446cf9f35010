/** A text field whose value a page or a person can set. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

const READABLE_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'url', '']);
/** Longer values are documents that a person writes, not a payee. */
const MAX_VALUE_LENGTH = 20_000;

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
  return value.length > MAX_VALUE_LENGTH ? '' : value;
}
