import { describe, expect, test, vi } from 'vitest';
import type { MessageSource } from './router.ts';
import { answer, type Handlers } from './router.ts';

const ID = '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11';
const OWN = { id: 'wary', origin: 'chrome-extension://wary/' };
const popup: MessageSource = { id: 'wary', url: 'chrome-extension://wary/popup.html' };
const warning: MessageSource = {
  id: 'wary',
  url: 'chrome-extension://wary/warning.html#x',
  tab: { id: 3 },
  frameId: 0,
};
const framedWarning: MessageSource = { ...warning, frameId: 5 };
const content: MessageSource = { id: 'wary', url: 'https://site.test/', tab: { id: 3 }, frameId: 2 };

const handlersWith = (handlers: Partial<Handlers>) => handlers as Handlers;
const refusal = (part: string) => ({ error: { name: 'MessageRefused', message: expect.stringContaining(part) } });

describe('who may send', () => {
  const done = vi.fn(async () => undefined);
  const handlers = handlersWith({
    settingsWrite: done,
    allowanceRevoke: done,
    guardCheck: async () => ({ kind: 'clear' }),
  });
  const revoke = { name: 'allowanceRevoke', id: ID, request: { id: 'x' } };
  const check = { name: 'guardCheck', id: ID, request: { url: 'https://site.test/', isPaused: false, hits: [] } };

  test.each([
    ['a content script', content],
    ['a page of the extension that a web page embeds', framedWarning],
    ['another extension', { ...popup, id: 'other' }],
    ['a site whose address begins like ours', { ...popup, url: 'https://chrome-extension/popup.html' }],
    ['nobody that the browser knows', {}],
  ])('%s never reaches a message of pages', async (_, source) => {
    done.mockClear();
    expect(await answer(revoke, source, handlers, OWN)).toEqual(refusal('allowanceRevoke is refused'));
    expect(done).not.toHaveBeenCalled();
  });

  test('the sender is checked before what it sends', async () => {
    const malformed = { name: 'allowanceRevoke', id: ID, request: { id: 7 } };
    expect(await answer(malformed, content, handlers, OWN)).toEqual(refusal('only a page of the extension'));
    expect(await answer(malformed, popup, handlers, OWN)).toEqual(refusal('expected shape'));
  });

  test('the popup and the warning page in its tab do', async () => {
    for (const source of [popup, warning]) expect(await answer(revoke, source, handlers, OWN)).toEqual({ done: true });
  });

  test('a content script sends its own, and nobody else does', async () => {
    expect(await answer(check, content, handlers, OWN)).toEqual({ kind: 'clear' });
    for (const source of [popup, warning, { ...content, id: 'other' }])
      expect(await answer(check, source, handlers, OWN)).toEqual(refusal('guardCheck is refused'));
  });
});

test('a message that is one too many is turned away before it is read', async () => {
  const check = { name: 'guardCheck', id: ID, request: { url: 7 } };
  expect(await answer(check, content, handlersWith({}), OWN, () => false)).toEqual(refusal('too many'));
});

describe('what comes back', () => {
  const read = { name: 'guardCheck', id: ID, request: { url: 'https://site.test/', isPaused: false, hits: [] } };

  test('is only what the catalogue names', async () => {
    const handlers = handlersWith({ guardCheck: async () => ({ kind: 'clear' as const, apiKey: 'cp_secret' }) });
    expect(await answer(read, content, handlers, OWN)).toEqual({ kind: 'clear' });
  });

  test('is an error where a handler answers something else', async () => {
    const handlers = handlersWith({ guardCheck: async () => ({ kind: 'no such kind' as 'clear' }) });
    expect(await answer(read, content, handlers, OWN)).toHaveProperty('error');
  });

  test('carries the name and message of what a handler threw', async () => {
    class StoreFailure extends Error {
      override readonly name = 'StoreFailure';
    }
    const handlers = handlersWith({
      guardCheck: () => {
        throw new StoreFailure('The disk is full');
      },
    });
    expect(await answer(read, content, handlers, OWN)).toEqual({
      error: { name: 'StoreFailure', message: 'The disk is full' },
    });
  });

  test.each([
    undefined,
    null,
    'guardCheck',
    7,
    {},
    { name: 'guardCheck', request: {} },
    { name: 'no such message', id: ID },
    { name: 'toString', id: ID },
    { name: '__proto__', id: ID },
  ])('is a refusal for %j', async (message) => {
    expect(await answer(message, content, handlersWith({}), OWN)).toEqual(refusal('not known'));
  });
});
