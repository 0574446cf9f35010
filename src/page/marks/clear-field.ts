import type { TextField } from '../document/readable.ts';

/** Empties a field as a person does: a page that keeps what is typed elsewhere hears of it. */
export function clearField(field: TextField): void {
  field.focus();
  field.select();
  // Unlike a value that is set, this can be undone with the keys of the browser.
  if (!document.execCommand('delete')) field.value = '';
  if (field.value !== '') field.value = '';
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Names of fields in which people look things up. */
const SEARCH = /search|such|busca|filter|بحث/i;

/** Whether a person may be about to pay what a field holds: it can be typed in, and is not for looking something up. */
export function isForPaying(field: TextField): boolean {
  if (field.readOnly || field.disabled || field.type === 'search') return false;
  const { role, name, id, placeholder, ariaLabel } = field;
  return !SEARCH.test([role, name, id, placeholder, ariaLabel].join(' ')) && !field.closest('[role=search],search');
}
