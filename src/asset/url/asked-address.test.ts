import { expect, test } from 'vitest';
import { MESSAGES } from '../../messaging/catalogue.ts';
import { askedAddress } from './asked-address.ts';
import { urlExpressions } from './expression.ts';

const many = (text: string) => text.repeat(70_000 / text.length);
/** Longer than any listed address. */
const UNLISTABLE = 5_000;

test.each([
  ['a long fragment', `http://evil.test/a#${many('A')}`],
  ['a long query', `http://evil.test/a/b/c?${many('x=1&')}`],
  ['what names its page behind a long query', `http://evil.test/open?${many('x=1&')}id=5`],
  ['a long path', `https://sub.evil.test:8080/a/b/c/d/${many('p')}`],
  ['many slashes in front of its path', `http://evil.test/${many('/')}claim/now?x=1`],
  ['many escapes of escapes', `http://evil.test/%${many('25')}41/claim?x=1`],
  ['a long name and password', `http://${many('u')}:${many('p')}@evil.test/claim`],
])('an address with %s is asked about in a message, with all that may be listed of it', (_, url) => {
  const asked = askedAddress(url);
  expect(MESSAGES.guardCheck.request.parse({ url: asked })).toEqual({ url: asked });
  const listable = urlExpressions(url).filter(({ length }) => length < UNLISTABLE);
  expect(listable.length).toBeGreaterThan(0);
  expect(urlExpressions(asked)).toEqual(expect.arrayContaining(listable));
  expect(new URL(asked).host).toBe(new URL(url).host);
});

test('an address of a usual length is asked about as it is written, without its fragment', () => {
  expect(askedAddress('http://EVIL.test:8080/%61?b#c')).toBe('http://EVIL.test:8080/%61?b');
});
