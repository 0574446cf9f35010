import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SCRIPT = readFileSync(new URL('./desk-keys.js', import.meta.url), 'utf8');

it('a sentence that is chosen replaces another one, and stands below what a reviewer wrote', () => {
  let change = () => {};
  const field = { value: '' };
  const select = {
    dataset: { into: 'message' },
    options: ['', 'Blocked.', 'Harmless.'].map((value) => ({ value })),
    value: '',
    addEventListener: (_: string, listener: () => void) => {
      change = listener;
    },
  };
  const document = {
    ...{ documentElement: { classList: new Set() }, querySelector: () => null },
    ...{ querySelectorAll: () => [select], getElementById: () => field },
  };
  new Function('document', 'addEventListener', SCRIPT)(document, () => {});
  const choose = (sentence: string) => {
    select.value = sentence;
    change();
    return field.value;
  };
  expect([choose('Blocked.'), choose('Harmless.')]).toEqual(['Blocked.', 'Harmless.']);
  field.value = 'Thank you, Ada.';
  expect(choose('Blocked.')).toBe('Thank you, Ada.\nBlocked.');
});
