import { afterEach, expect, test, vi } from 'vitest';
import { closedByEscape } from './escape.ts';

const target = new EventTarget();
vi.stubGlobal('document', target);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A press of a key; whether something was closed by it. */
function press(key: string, more: object = {}): boolean {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, isComposing: false, ...more });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

test('Escape closes what was opened last, then what is under it', () => {
  const closed: string[] = [];
  ends.push(closedByEscape(() => void closed.push('view')));
  const endPanel = closedByEscape(() => void closed.push('panel'));
  expect(press('Escape')).toBe(true);
  endPanel();
  press('Escape');
  expect(closed).toEqual(['panel', 'view']);
});

test('Escape passes over what has nothing to close, and does nothing while a word is composed', () => {
  const closed: string[] = [];
  ends.push(closedByEscape(() => void closed.push('view')));
  ends.push(closedByEscape(() => false));
  press('Escape', { isComposing: true });
  press('Enter');
  expect(closed).toEqual([]);
  expect(press('Escape')).toBe(true);
  expect(closed).toEqual(['view']);
});

test('Escape is left to the browser once all is closed', () => {
  closedByEscape(() => undefined)();
  expect(press('Escape')).toBe(false);
});
