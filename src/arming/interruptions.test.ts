import { expect, test } from 'vitest';
import { countInterruptions } from './interruptions.ts';

test('a window that lost the focus counts, and so does each thing that its page puts above everything, or takes away', () => {
  const view = new EventTarget() as Window;
  const interruptions = countInterruptions(view);
  for (const type of ['blur', 'beforetoggle', 'beforetoggle', 'toggle', 'focus']) view.dispatchEvent(new Event(type));
  expect(interruptions.times).toBe(3);
  expect(countInterruptions(view)).toBe(interruptions);
});
