import { afterEach, describe, expect, test, vi } from 'vitest';
import { BackgroundUnreachable, ExtensionGone, send } from './send.ts';

const PORT_CLOSED = 'The message port closed before a response was received.';
const NOBODY = 'Could not establish connection. Receiving end does not exist.';
const draft = { content: 'evil.test', email: '', description: '' };

/** Gives these answers in turn; an Error is thrown as the browser throws it. */
function runtime(...answers: unknown[]) {
  const sendMessage = vi.fn(async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  const api = { id: 'wary' as string | undefined, sendMessage, getURL: (path: string) => path };
  vi.stubGlobal('browser', { runtime: api });
  return api;
}

afterEach(() => vi.unstubAllGlobals());

test('answers with the reply', async () => {
  const { sendMessage } = runtime({ kind: 'clear' });
  expect(await send('guardCheck', { url: 'https://a.test/' })).toEqual({ kind: 'clear' });
  expect(sendMessage).toHaveBeenCalledWith({
    name: 'guardCheck',
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    request: { url: 'https://a.test/' },
  });
});

test('throws what the handler threw, by its name', async () => {
  runtime({ error: { name: 'StoreFailure', message: 'The disk is full' } });
  await expect(send('guardCheck', { url: '' })).rejects.toMatchObject({
    name: 'StoreFailure',
    message: 'The disk is full',
  });
});

describe('a worker that ended before it answered', () => {
  test.each([PORT_CLOSED, NOBODY])('is woken once: %s', async (message) => {
    runtime(new Error(message), { kind: 'blocked' });
    expect(await send('guardCheck', { url: '' })).toEqual({ kind: 'blocked' });
  });

  test('is asked no third time', async () => {
    const { sendMessage } = runtime(new Error(PORT_CLOSED), new Error(PORT_CLOSED), { kind: 'clear' });
    await expect(send('guardCheck', { url: '' })).rejects.toBeInstanceOf(BackgroundUnreachable);
    expect(sendMessage).toHaveBeenCalledTimes(2);
  });

  test('gets the same message again, recognisable by its id', async () => {
    const { sendMessage } = runtime(new Error(PORT_CLOSED), {}, {});
    await send('disputeSubmit', draft);
    await send('disputeSubmit', draft);
    const [first, second, other] = (sendMessage.mock.calls as unknown[][]).map(([message]) => message);
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });
});

describe('an extension that was updated or removed', () => {
  test('is recognised, however the browser says it', async () => {
    runtime(new Error('Extension context invalidated.'));
    await expect(send('guardCheck', { url: '' })).rejects.toBeInstanceOf(ExtensionGone);
    runtime().id = undefined;
    await expect(send('guardCheck', { url: '' })).rejects.toBeInstanceOf(ExtensionGone);
    vi.stubGlobal('browser', {});
    await expect(send('guardCheck', { url: '' })).rejects.toBeInstanceOf(ExtensionGone);
  });
});
