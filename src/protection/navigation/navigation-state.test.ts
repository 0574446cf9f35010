import { expect, test } from 'vitest';
import { NavigationState } from './navigation-state.ts';

test('of a page that adds and removes frames with long addresses only the latest are remembered, and the page itself', () => {
  const state = new NavigationState();
  state.begin(1, 0, 'https://page.test/');
  for (let frameId = 1; frameId <= 600; frameId += 1)
    state.begin(1, frameId, `https://frame.test/${frameId}?${'a'.repeat(100_000)}`);
  expect(state.current(1, 0)?.url).toBe('https://page.test/');
  expect(state.current(1, 1)).toBeUndefined();
  const latest = state.current(1, 600)!;
  expect(latest.url.length).toBeLessThan(70_000);
  state.commit(1, 600, `https://frame.test/600?${'a'.repeat(100_000)}`);
  expect(latest.committed).toBe(true);
});
