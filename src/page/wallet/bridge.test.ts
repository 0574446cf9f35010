import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PageVerdict, worldOf } from '../content-script.ts';
import { walletBridge } from './bridge.ts';
import type { CallCheck } from './channel.ts';

const read = vi.fn<CallCheck>(async () => 'refuse');
const sendMessage = vi.fn(async (): Promise<object> => ({}));
const wait = vi.fn<() => void>();
const pay = (bridge = walletBridge()) => bridge('eth_sendTransaction', [{}], wait);
const connect = (bridge = walletBridge()) => bridge('eth_requestAccounts', [], wait);
const noteVerdict = (isListed: boolean, known: Promise<unknown> = Promise.resolve()) => {
  const verdict: PageVerdict & { isListed: boolean } = { isListed, known, isCovered: () => verdict.isListed };
  worldOf().pageVerdict = verdict;
  return verdict;
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('parent', globalThis);
  vi.stubGlobal('browser', { runtime: { id: 'wary', sendMessage } });
  worldOf().checkCall = read;
});
afterEach(() => {
  delete worldOf().pageVerdict;
});

describe('a call of a wallet', () => {
  it('is read, unless it only connects', async () => {
    expect(await connect()).toBe('go');
    expect(read).not.toHaveBeenCalled();
    expect(await pay()).toBe('refuse');
    expect(read).toHaveBeenCalledExactlyOnceWith('eth_sendTransaction', [{}], wait);
  });

  it('goes on where nothing can read it, which is loaded again for the next', async () => {
    const bridge = walletBridge();
    sendMessage.mockRejectedValueOnce(new Error('no worker')).mockRejectedValueOnce(new Error('no worker'));
    expect(await pay(bridge)).toBe('go');
    expect(await pay(bridge)).toBe('refuse');
  });

  it('of a listed page never goes on, also one that only connects', async () => {
    noteVerdict(true);
    expect(await connect()).toBe('refuse');
    expect(await pay()).toBe('refuse');
    noteVerdict(false);
    expect(await connect()).toBe('go');
  });

  it('waits without a limit while its page waits for a verdict', async () => {
    vi.useFakeTimers();
    let end: () => void = () => undefined;
    const verdict = noteVerdict(true, new Promise<void>((resolve) => (end = resolve)));
    const answered = connect();
    await vi.advanceTimersByTimeAsync(150);
    expect(wait).toHaveBeenCalled();
    verdict.isListed = false;
    end();
    expect(await answered).toBe('go');
    vi.useRealTimers();
  });

  it('goes on once the extension is gone', async () => {
    vi.stubGlobal('browser', { runtime: {} });
    expect(await pay()).toBe('go');
  });
});
