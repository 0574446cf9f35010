import { expect, test } from 'vitest';
import { hostParts } from './host-box.tsx';
import { targetOf } from './target.ts';

const partsOf = (url: string) => hostParts(targetOf(`chrome-extension://wary/warning.html#${url}`)!);

test('what somebody registered stands apart from the names before it, which anybody may choose', () => {
  expect(partsOf('https://apple.com.login.claim-airdrop.example/connect?x=1')).toEqual({
    above: 'apple.com.login.',
    own: 'claim-airdrop.example',
    path: '/connect?x=1',
    folded: false,
  });
});

test('the address of a whole site shows no path', () => {
  expect(partsOf('https://evil.example/')).toEqual({ above: '', own: 'evil.example', path: '', folded: false });
});

test('a host of 253 characters takes a few lines, and its end stays', () => {
  const label = 'a'.repeat(60);
  const { above, own, folded } = partsOf(`https://${label}.${label}.${label}.${'b'.repeat(60)}.example/`);
  expect((above + own).length).toBeLessThan(84);
  expect(own.endsWith('.example')).toBe(true);
  expect(folded).toBe(true);
});

test('a long path is folded at its end', () => {
  const { path, folded } = partsOf(`https://evil.example/${'x'.repeat(300)}`);
  expect(path).toBe(`/${'x'.repeat(39)}…`);
  expect(folded).toBe(true);
});

test('a user that looks like a host is not shown as one, and can be unfolded', () => {
  expect(partsOf('https://bank.example@evil.example/')).toMatchObject({ above: '', own: 'evil.example', folded: true });
});

test('a host in another script is shown as it is read', () => {
  expect(partsOf('https://login.xn--80ak6aa92e.com/')).toMatchObject({ above: 'login.', own: 'аррӏе.com' });
});

test.each(['http://[2001:db8::1]:81/', 'http://192.0.2.7/'])('an IP address is shown whole: %s', (url) => {
  expect(partsOf(url).above).toBe('');
});
