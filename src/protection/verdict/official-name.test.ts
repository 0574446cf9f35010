import { expect, test } from 'vitest';
import { hashExpression, toHex } from '../../asset/index.ts';
import { officialNames } from './official-name.ts';

const PROVEN = toHex(hashExpression('shop.acme.com/'));
const list = (proven: boolean) =>
  ({
    organization: {
      official: proven ? {} : null,
      officialName: (hash: Uint8Array) => (proven && toHex(hash) === PROVEN ? 'Acme Shop' : null),
    },
  }) as unknown as Parameters<typeof officialNames>[0];
const said = { name: 'Acme', contents: ['acme.com', 'partner.com/acme', 'https://x.com/acme'] };

test.each([
  ['https://acme.com/', 'Acme'],
  ['https://www.acme.com/any?x=1', 'Acme'],
  ['https://partner.com/acme/x', 'Acme'],
  ['https://partner.com/', null],
  ['https://x.com/acme', 'Acme'],
  ['https://x.com/acme_help', null],
  ['https://acme.com.evil.example/', null],
  ['https://notacme.com/', null],
])('what the brand says is its own is so without the service: %s', (url, name) => {
  expect(officialNames(list(false), said)(url)).toBe(name);
});

test('what the service says is known beside it', () => {
  expect(officialNames(list(true), said)('https://shop.acme.com/')).toBe('Acme Shop');
  expect(officialNames(list(true), undefined)('https://shop.acme.com/')).toBe('Acme Shop');
  expect(officialNames(list(true), undefined)('https://acme.com/')).toBeNull();
  expect(officialNames(list(false), undefined)('https://acme.com/')).toBeNull();
});
