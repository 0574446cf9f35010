import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSession, PROTECTION_SETTINGS } from '../../../test/fixtures/protection.ts';
import { endsBucketOf } from '../../asset/address/similarity.ts';
import type { Asset } from '../../asset/type.ts';
import { CopiedAddresses } from '../notice/copied-addresses.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { WalletRequest } from './decision.ts';
import { walletRequests } from './wallet-requests.ts';

const LISTED = '0xbad0000000000000000000000000000000000001';
const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const to = (content: string, number = 1, kind: WalletRequest['kind'] = 'send'): WalletRequest => ({
  id: id(number),
  kind,
  parties: [{ type: kind === 'sign-in-elsewhere' ? 'URL' : 'ADDRESS', content }],
});
const asker = (tabId = 7, frameId = 0) => ({ url: 'https://app.example/x', frameId, tab: { id: tabId } });

let kindOfListed: Verdict['kind'];
let settings: typeof PROTECTION_SETTINGS;
let session: FakeSession;
let isPrivate: boolean;
const windows = {
  open: vi.fn(async () => 40),
  focus: vi.fn(async () => undefined),
  close: vi.fn(async () => undefined),
};
const onStopped = vi.fn();
let copied: CopiedAddresses;
let requests: ReturnType<typeof walletRequests>;

const verdictOn = (asset: Asset): Verdict => {
  const isListed = asset.content === LISTED;
  return { kind: isListed ? kindOfListed : 'clear', asset, confirmation: 'confirmed', checkedAt: 0 };
};
/** A worker that knows what the one before it has stored. */
const start = () => {
  copied = new CopiedAddresses({ session, now: Date.now });
  const resolveParties = async (assets: readonly Asset[]) => assets.map(verdictOn);
  requests = walletRequests({
    worker: { ready: Promise.resolve(), settings, settingsOn: () => settings, protection: { resolveParties } as never },
    copied,
    session,
    windows,
    isPrivate: async () => isPrivate,
    onStopped,
  });
};

beforeEach(() => {
  vi.clearAllMocks();
  kindOfListed = 'blocked';
  settings = { ...PROTECTION_SETTINGS, checkWallets: true };
  session = new FakeSession();
  isPrivate = false;
  start();
});

describe('a request to a wallet', () => {
  it('goes on where nobody is listed, or the check is off', async () => {
    expect(await requests.answer(to(OWN), asker())).toEqual({ answer: 'go' });
    settings = { ...settings, checkWallets: false };
    start();
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'go' });
    expect(windows.open).not.toHaveBeenCalled();
  });

  it('waits in a window of its own, and is answered by the person', async () => {
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'wait' });
    expect(windows.open).toHaveBeenCalledExactlyOnceWith(id(1), 7);
    expect(await requests.describe(id(1))).toMatchObject({ site: 'app.example', kind: 'send', maySend: true });
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'wait' });
    await requests.decide(id(1), true);
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'go' });
    expect(windows.close).toHaveBeenCalledWith(40);
    await expect(requests.describe(id(1))).rejects.toThrow('no longer waits');
    expect(onStopped).toHaveBeenCalledExactlyOnceWith(7);
  });

  it.each([
    ['a closed window', () => requests.gone({ windowId: 40 })],
    ['another page in its tab', () => requests.gone({ tabId: 7 })],
    ['"Do not send"', () => requests.decide(id(1), false)],
  ])('is refused by %s', async (_, end) => {
    await requests.answer(to(LISTED), asker());
    await end();
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'refuse' });
  });

  it('is forgotten with its tab, also one that was decided, and one after which the check was switched off', async () => {
    await requests.answer(to(LISTED), asker());
    await requests.decide(id(1), true);
    await requests.answer(to(LISTED, 2), asker());
    settings = { ...settings, checkWallets: false };
    start();
    await requests.closed(7);
    expect(windows.close).toHaveBeenCalledTimes(2);
    expect(session.held).toEqual({ 'wallet-decisions': [] });
  });

  it('opens no second window although the worker ended, and none for more of the same tab', async () => {
    await requests.answer(to(LISTED), asker());
    start();
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'wait' });
    expect(await requests.answer(to(LISTED, 2), asker())).toEqual({ answer: 'refuse' });
    expect(windows.focus).toHaveBeenCalledWith(40);
    expect(windows.open).toHaveBeenCalledTimes(1);
    await requests.gone({ windowId: 40 });
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'refuse' });
    expect(await requests.answer(to(LISTED, 3), asker(8))).toEqual({ answer: 'wait' });
  });

  it('cannot be sent where the organization, or the person for what is not confirmed, says so', async () => {
    settings = { ...settings, sendListed: false };
    start();
    await requests.answer(to(LISTED), asker());
    expect((await requests.describe(id(1))).maySend).toBe(false);
    await requests.decide(id(1), true);
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'refuse' });
    settings = { ...settings, sendListed: true, failurePolicy: 'closed' };
    kindOfListed = 'unconfirmed';
    start();
    await requests.answer(to(LISTED, 2), asker());
    expect((await requests.describe(id(2))).maySend).toBe(false);
  });

  it('waits while the service confirms a match, or its window opens slowly, and is looked at once', async () => {
    let open: (windowId: number) => void = () => undefined;
    windows.open.mockReturnValueOnce(new Promise((resolve) => (open = resolve)));
    for (const _ of [1, 2]) expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'wait' });
    open(40);
    expect(await requests.describe(id(1))).toMatchObject({ site: 'app.example' });
    expect(windows.open).toHaveBeenCalledTimes(1);
  });

  it('is refused by a tab that shows another page while the window opens', async () => {
    let open: (windowId: number) => void = () => undefined;
    windows.open.mockReturnValueOnce(new Promise((resolve) => (open = resolve)));
    await requests.answer(to(LISTED), asker());
    const gone = requests.gone({ tabId: 7 });
    open(40);
    await gone;
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'refuse' });
    expect(windows.close).toHaveBeenCalledWith(40);
  });

  it('waits also where the budget of its site is spent', async () => {
    kindOfListed = 'checking';
    expect(await requests.answer(to(LISTED), asker())).toEqual({ answer: 'wait' });
  });

  it('waits where it signs in to a site of somebody else, unless a frame asks', async () => {
    const signIn = (host: string, number: number) => to(host, number, 'sign-in-elsewhere');
    expect(await requests.answer(signIn('login.app.example', 1), asker())).toEqual({ answer: 'go' });
    expect(await requests.answer(signIn('bank.example', 2), asker(7, 3))).toEqual({ answer: 'go' });
    expect(await requests.answer(signIn('bank.example', 3), asker())).toEqual({ answer: 'wait' });
    expect(await requests.describe(id(3))).toMatchObject({ cause: 'elsewhere', named: 'bank.example' });
    expect(onStopped).not.toHaveBeenCalled();
  });

  it('waits where it resembles an address that was paid or copied in this session, once', async () => {
    expect((await requests.used([], asker())).buckets).toEqual([]);
    const { buckets } = await requests.used(to(OWN).parties, asker());
    expect(buckets).toEqual([endsBucketOf(TWIN)]);
    expect(await requests.answer(to(TWIN, 2), asker())).toEqual({ answer: 'wait' });
    expect(await requests.describe(id(2))).toMatchObject({ cause: 'alike', used: OWN, named: TWIN });
    await requests.decide(id(2), true);
    await requests.used(to(TWIN).parties, asker());
    expect(await requests.answer(to(TWIN, 3), asker())).toEqual({ answer: 'go' });
    session = new FakeSession();
    start();
    await copied.copied({ family: 'evm', content: OWN });
    expect((await requests.used([], asker())).buckets).toEqual(buckets);
    expect(await requests.answer(to(TWIN, 4), asker(9))).toEqual({ answer: 'wait' });
    expect(await requests.describe(id(4))).toMatchObject({ cause: 'alike', used: OWN, named: TWIN });
  });

  it('of a private window is remembered nowhere', async () => {
    isPrivate = true;
    expect((await requests.used(to(OWN).parties, asker())).buckets).toEqual([]);
    isPrivate = false;
    expect(await requests.answer(to(TWIN, 2), asker())).toEqual({ answer: 'go' });
  });
});
