import { expect, it } from 'vitest';
import { normalizeContent } from '../content.ts';
import { isTopLevelDomain } from '../url/host/top-level-domain.ts';
import { NAME_ENDINGS } from './chain-name.ts';

it('names for wallets end as no host does', () => {
  expect(NAME_ENDINGS.filter(isTopLevelDomain)).toEqual([]);
});

it.each([
  ['Evil.SOL', { type: 'ADDRESS', content: 'evil.sol' }],
  ['pay.evil.crypto', { type: 'ADDRESS', content: 'pay.evil.crypto' }],
  ['evil.eth', { type: 'ADDRESS', content: 'evil.eth' }],
  ['https://evil.sol/claim', { type: 'URL', content: 'evil.sol' }],
  ['evil.sol.example', { type: 'URL', content: 'evil.sol.example' }],
])('%s is an address unless it is written as a site', (text, asset) => {
  expect(normalizeContent(text)).toEqual(asset);
});
