import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeStorageArea } from '../../../test/fixtures/blocklist/storage-area.ts';
import { listOf } from '../../../test/fixtures/blocklist/worker.ts';
import { endsBucketOf } from '../../asset/address/similarity.ts';
import { prefixOfExpression } from '../../asset/hash.ts';
import type { Asset } from '../../asset/type.ts';
import { ShardCopy } from '../../blocklist/shards/shard-copy.ts';
import type { Envelope } from '../../messaging/send.ts';
import { walletReader } from './reader.ts';

const LISTED = '0xbad0000000000000000000000000000000000001';
const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';

const area = new FakeStorageArea();
const snapshot = listOf(Uint32Array.of(prefixOfExpression(`ADDRESS:${LISTED}`)));
const list = { ready: Promise.resolve(), snapshot, additions: null, onChange: () => () => undefined };
await new ShardCopy({ area, session: new FakeStorageArea(), list, platforms: [] }).follow();

type Request = { id: string; parties: Asset[] };
/** What the worker answers to a request, and what was used. */
const ask = vi.fn<(request: Request) => Promise<object>>();
const exchange = vi.fn<(paid: readonly Asset[]) => Promise<number[]>>();
const sendMessage = async ({ name, request }: Envelope) =>
  name === 'walletRequest'
    ? ask(request as Request)
    : { buckets: await exchange((request as Pick<Request, 'parties'>).parties) };
/** Only there the worker alone has the list. */
const inFirefox = (isIn: boolean) => vi.stubEnv('FIREFOX', isIn ? 'true' : '');
const wait = vi.fn<() => void>();
const readerOf = () => walletReader('app.example');
const pay = (to: string, reader = readerOf()) => reader.check('eth_sendTransaction', [{ to }], wait);
/** Whether the worker is asked about it. */
const isAsked = async (answer: Promise<unknown>) => {
  ask.mockClear();
  await answer;
  return ask.mock.calls.length > 0;
};
const answers = (...given: string[]) => ask.mockImplementation(async () => ({ answer: given.shift() }));

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('browser', { runtime: { id: 'wary', sendMessage } });
  vi.stubGlobal('chrome', { storage: { local: area } });
  inFirefox(false);
  exchange.mockResolvedValue([]);
  ask.mockResolvedValue({ answer: 'go' });
});

describe('a request to a wallet', () => {
  it('goes on without a question to the worker where this device knows nobody whom it names', async () => {
    expect(await pay(OWN)).toBe('go');
    expect(await readerOf().check('personal_sign', ['hello'], wait)).toBe('go');
    expect(ask).not.toHaveBeenCalled();
    const parties = [{ type: 'ADDRESS', content: OWN }];
    await vi.waitFor(() => expect(exchange).toHaveBeenCalledWith(parties));
  });

  it('waits without a limit where it names what is listed, and goes on where the worker knows better', async () => {
    expect(await pay(LISTED)).toBe('go');
    expect(ask).toHaveBeenCalledTimes(1);
    expect(wait).toHaveBeenCalled();
  });

  it('has a time limit where this device cannot judge it: without a list, and where it signs in elsewhere', async () => {
    inFirefox(true);
    expect(await isAsked(pay(OWN))).toBe(true);
    inFirefox(false);
    const signIn = 'bank.example wants you to sign in with your Ethereum account:\n0x1\n\nURI: https://bank.example';
    expect(await isAsked(readerOf().check('personal_sign', [signIn], wait))).toBe(true);
    expect(wait).not.toHaveBeenCalled();
  });

  it('is asked about where it names what may look like a used address, unless this page paid that already', async () => {
    exchange.mockResolvedValue([endsBucketOf(TWIN)]);
    const reader = readerOf();
    expect(await isAsked(pay(OWN, reader))).toBe(true);
    const parties = [{ type: 'ADDRESS' as const, content: OWN }];
    reader.renew(parties);
    expect(exchange).toHaveBeenLastCalledWith(parties);
    expect(await isAsked(pay(OWN, reader))).toBe(false);
    expect(await isAsked(pay(TWIN, reader))).toBe(true);
    exchange.mockClear();
    reader.renew(parties);
    expect(exchange).not.toHaveBeenCalled();
    reader.renew();
    expect(exchange).toHaveBeenCalledExactlyOnceWith([]);
  });

  it('is asked about where the worker does not say what was used', async () => {
    exchange.mockRejectedValue(new Error('no worker'));
    expect(await isAsked(pay(OWN))).toBe(true);
  });

  it('is answered when the person has decided, under one id, also where another one is refused meanwhile', async () => {
    const reader = readerOf();
    answers('wait', 'refuse', 'wait', 'go');
    const answered = pay(LISTED, reader);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    expect(await reader.check('personal_sign', [`Pay ${LISTED}`], wait)).toBe('refuse');
    expect(await answered).toBe('go');
    const [first, other, ...others] = ask.mock.calls.map(([{ id }]) => id);
    expect(others).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  it('is refused where somebody may be listed and nobody answers, and goes on where nobody is', async () => {
    ask.mockRejectedValue(new Error('no worker'));
    expect(await pay(LISTED)).toBe('refuse');
    inFirefox(true);
    expect(await pay(OWN)).toBe('go');
    ask.mockResolvedValueOnce({ answer: 'wait' });
    expect(await pay(OWN)).toBe('refuse');
    // A page that sends more messages than it may.
    ask.mockResolvedValue({ error: { name: 'MessageRefused', message: 'too many' } });
    expect(await pay(OWN)).toBe('refuse');
  });

  it('is the same question where the wallet asks itself on the way, for a minute, and another after a refusal', async () => {
    vi.useFakeTimers();
    const reader = readerOf();
    const ids = async (times: number) => {
      ask.mockClear();
      for (let time = 0; time < times; time += 1) await pay(LISTED, reader);
      return new Set(ask.mock.calls.map(([{ id }]) => id)).size;
    };
    expect(await ids(2)).toBe(1);
    await pay(OWN, reader);
    const before = ask.mock.lastCall?.[0].id;
    vi.advanceTimersByTime(60_000);
    await pay(LISTED, reader);
    expect(ask.mock.lastCall?.[0].id).not.toBe(before);
    ask.mockResolvedValue({ answer: 'refuse' });
    expect(await ids(2)).toBe(2);
    vi.useRealTimers();
  });
});
