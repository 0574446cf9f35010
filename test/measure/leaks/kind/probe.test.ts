import { expect, test } from 'vitest';
import { PROBE } from './probe.ts';

test('the probe fits into an attribute and into XML', () => {
  expect(PROBE).not.toMatch(/["<&]/);
});
