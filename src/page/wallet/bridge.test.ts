import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestReading } from '../../wallet/index.ts';
import type { PageVerdict } from '../content-script.ts';
import { type BridgeParts, WalletBridge } from './bridge.ts';

const PAY = 'eth_sendTransaction';
const READING = { kind: 'send' as const, parties: [{ type: 'ADDRESS' as const, content: '0x1' }] };
const verdict = (isListed: boolean): PageVerdict => ({ known: Promise.resolve(), isCovered: () => isListed });

let parts: { -readonly [Name in keyof BridgeParts]: BridgeParts[Name] };
let found: 'none' | 'listed' | 'unknown';
let reading: RequestReading;
const renew = vi.fn();
let wait: ReturnType<typeof vi.fn<() => void>>;
const answer = (method = PAY, bridge = new WalletBridge(parts)) => bridge.answer(method, [{}], wait);

beforeEach(() => {
  found = 'unknown';
  reading = READING;
  renew.mockClear();
  wait = vi.fn<() => void>();
  parts = {
    pageVerdict: () => undefined,
    reader: async () => ({ read: () => ({ reading, found: Promise.resolve(found) }), renew }),
    ask: vi.fn(async () => 'go' as const),
    note: () => undefined,
    isOrphaned: () => false,
  };
});

describe('a call of a wallet', () => {
  it('goes on at once where this device knows nobody whom it names, without a question to the worker', async () => {
    found = 'none';
    expect(await answer()).toBe('go');
    expect(parts.ask).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(renew).toHaveBeenCalledExactlyOnceWith(READING.parties));
  });

  it('goes on where the worker knows nobody, and has a time limit meanwhile', async () => {
    expect(await answer()).toBe('go');
    expect(wait).not.toHaveBeenCalled();
  });

  it('waits without a limit once the list on the device has a hit', async () => {
    found = 'listed';
    expect(await answer()).toBe('go');
    expect(wait).toHaveBeenCalled();
  });

  it('is answered when the person has decided, under one id', async () => {
    const answers = ['wait', 'wait', 'refuse'] as const;
    let count = 0;
    parts.ask = vi.fn(async () => answers[count++]!);
    expect(await answer()).toBe('refuse');
    expect(wait).toHaveBeenCalled();
    expect(new Set(vi.mocked(parts.ask).mock.calls.map(([id]) => id)).size).toBe(1);
  });

  it('is refused where somebody may be listed and nobody answers, and goes on where nobody is', async () => {
    parts.ask = () => Promise.reject(new Error('no worker'));
    expect(await answer()).toBe('go');
    found = 'listed';
    expect(await answer()).toBe('refuse');
    found = 'unknown';
    let asked = 0;
    parts.ask = async () => (asked++ === 0 ? 'wait' : Promise.reject(new Error('no worker')));
    expect(await answer()).toBe('refuse');
  });

  it('is refused where its page sends more messages than it may', async () => {
    parts.ask = () => Promise.reject(Object.assign(new Error('too many'), { name: 'MessageRefused' }));
    expect(await answer()).toBe('refuse');
  });

  it('is asked about once where the wallet asks itself on the way, and again after a refusal', async () => {
    const bridge = new WalletBridge(parts);
    await Promise.all([answer(PAY, bridge), answer(PAY, bridge)]);
    expect(parts.ask).toHaveBeenCalledTimes(1);
    parts.ask = vi.fn(async () => 'refuse' as const);
    const other = new WalletBridge(parts);
    await answer(PAY, other);
    await answer(PAY, other);
    expect(parts.ask).toHaveBeenCalledTimes(2);
  });

  it('that only connects is not read', async () => {
    expect(await answer('eth_requestAccounts')).toBe('go');
    expect(parts.ask).not.toHaveBeenCalled();
  });

  it('loads the reader again after a failure', async () => {
    const { reader } = parts;
    let fails = true;
    parts.reader = async () => (fails ? Promise.reject(new Error('no worker')) : reader());
    const bridge = new WalletBridge(parts);
    expect(await answer(PAY, bridge)).toBe('go');
    fails = false;
    await answer(PAY, bridge);
    expect(parts.ask).toHaveBeenCalledTimes(1);
  });

  it('of a listed page never goes on, also one that only connects', async () => {
    parts.pageVerdict = () => verdict(true);
    expect(await answer('eth_requestAccounts')).toBe('refuse');
    expect(await answer()).toBe('refuse');
    parts.pageVerdict = () => verdict(false);
    expect(await answer('eth_requestAccounts')).toBe('go');
  });

  it('waits without a limit while its page waits for a verdict', async () => {
    vi.useFakeTimers();
    let end: () => void = () => undefined;
    let isCovered = true;
    parts.pageVerdict = () => ({
      known: new Promise<void>((resolve) => (end = resolve)),
      isCovered: () => isCovered,
    });
    const answered = answer('eth_requestAccounts');
    await vi.advanceTimersByTimeAsync(150);
    expect(wait).toHaveBeenCalled();
    isCovered = false;
    end();
    expect(await answered).toBe('go');
    vi.useRealTimers();
  });

  it('goes on once the extension is gone', async () => {
    parts.isOrphaned = () => true;
    parts.pageVerdict = () => verdict(true);
    expect(await answer()).toBe('go');
  });
});
