import { getDomain } from 'tldts';
import { expect, test } from 'vitest';
import { isSuffix, registrableOf } from './registrable.ts';

test.each([
  'evil.example.com',
  'apple.com.secure-login.example.net',
  'login.bank.co.uk',
  'shop.evil.com.au',
  'a.b.evil.co.jp',
  'evil.github.io',
  'login.evil.pages.dev',
  'evil.web.app',
  'x.evil.blob.core.windows.net',
  'xn--mnchen-3ya.de',
  'evil.io',
  'me.evil.eu',
])('the registrable part agrees with the Public Suffix List: %s', (host) => {
  expect(registrableOf(host)).toBe(getDomain(host, { allowPrivateDomains: true }));
});

test.each(['192.0.2.1', '[2001:db8::1]', 'localhost', 'github.io', 'co.uk'])(
  'a host without an owner is not shortened: %s',
  (host) => {
    expect(registrableOf(host)).toBe(host);
  },
);

test.each([
  ['co.uk', true],
  ['github.io', true],
  ['blob.core.windows.net', true],
  ['evil.example', false],
  ['evil.co.uk', false],
  ['somebody.github.io', false],
])('different people have sites directly below %s: %s', (host, expected) => {
  expect(isSuffix(host)).toBe(expected);
});
