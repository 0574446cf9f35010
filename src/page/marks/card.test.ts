import { expect, test } from 'vitest';
import { groupsOf } from './card.ts';

test('an address is grouped by four from behind its 0x, a short one is whole', () => {
  expect(groupsOf('0xbad0000000000000000000000000000000000042').slice(0, 2)).toEqual(['0xbad0', '0000']);
  expect(groupsOf('0xbad0000000000000000000000000000000000042')).toHaveLength(10);
  expect(groupsOf('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq').slice(0, 2)).toEqual(['bc1q', 'ar0s']);
  expect(groupsOf('0xbad000')).toEqual(['0xbad000']);
});
