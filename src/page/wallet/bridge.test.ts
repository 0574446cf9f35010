import { describe, expect, it, vi } from 'vitest';
import type { PageVerdict } from '../content-script.ts';
import { walletBridge } from './bridge.ts';
import type { Outcome } from './channel.ts';

const verdict = (isListed: boolean): PageVerdict => ({ known: Promise.resolve(), isCovered: () => isListed });
const read = vi.fn(async (): Promise<Outcome> => 'refuse');
const bridgeOf = (pageVerdict?: PageVerdict, load = async () => read) => walletBridge(() => pageVerdict, load);
const wait = vi.fn<() => void>();
const pay = (bridge = bridgeOf()) => bridge('eth_sendTransaction', [{}], wait);
const connect = (bridge = bridgeOf()) => bridge('eth_requestAccounts', [], wait);

describe('a call of a wallet', () => {
  it('is read, unless it only connects', async () => {
    expect(await connect()).toBe('go');
    expect(read).not.toHaveBeenCalled();
    expect(await pay()).toBe('refuse');
    expect(read).toHaveBeenCalledExactlyOnceWith('eth_sendTransaction', [{}], wait);
  });

  it('goes on where nothing can read it, which is loaded again for the next', async () => {
    let fails = true;
    const bridge = bridgeOf(undefined, async () => (fails ? Promise.reject(new Error('no worker')) : read));
    expect(await pay(bridge)).toBe('go');
    fails = false;
    expect(await pay(bridge)).toBe('refuse');
  });

  it('of a listed page never goes on, also one that only connects', async () => {
    expect(await connect(bridgeOf(verdict(true)))).toBe('refuse');
    expect(await pay(bridgeOf(verdict(true)))).toBe('refuse');
    expect(await connect(bridgeOf(verdict(false)))).toBe('go');
  });

  it('waits without a limit while its page waits for a verdict', async () => {
    vi.useFakeTimers();
    let end: () => void = () => undefined;
    let isCovered = true;
    const known = new Promise<void>((resolve) => (end = resolve));
    const answered = connect(bridgeOf({ known, isCovered: () => isCovered }));
    await vi.advanceTimersByTimeAsync(150);
    expect(wait).toHaveBeenCalled();
    isCovered = false;
    end();
    expect(await answered).toBe('go');
    vi.useRealTimers();
  });
});
