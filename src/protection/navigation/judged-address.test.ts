import { expect, test } from 'vitest';
import { isBlank, judgedAddress } from './judged-address.ts';

const told = (origin: string | null) => async () => origin;

test('a page with an address is judged by it', async () => {
  expect(await judgedAddress('http://evil.test/a#b', told('http://other.test'))).toBe('http://evil.test/a#b');
});

test('a blob is judged by the origin in its address, which a busy page cannot hold back', async () => {
  expect(await judgedAddress('blob:https://evil.test/6f', () => new Promise(() => {}))).toBe('https://evil.test/');
  expect(await judgedAddress('blob:null/6f', told('https://evil.test'))).toBeNull();
});

test.each(['about:blank', 'about:blank#part', ''])(
  'a blank page (%j) is judged by the origin that it tells',
  async (shown) => {
    expect(isBlank(shown)).toBe(true);
    expect(await judgedAddress(shown, told('https://evil.test'))).toBe('https://evil.test/');
    expect(await judgedAddress(shown, told('null'))).toBeNull();
    expect(await judgedAddress(shown, () => Promise.reject(new Error('Cannot access the page')))).toBeNull();
  },
);

test('a page of the browser is not judged', async () => {
  expect(await judgedAddress('chrome://newtab/', told('https://evil.test'))).toBeNull();
});
