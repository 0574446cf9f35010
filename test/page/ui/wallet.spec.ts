import { expect } from '@playwright/test';
import type { MessageReply } from '../../../src/messaging/catalogue.ts';
import { nightlyUnless } from '../nightly.ts';
import { done } from './answers.ts';
import { test } from './extension-page.ts';
import { expectUsable, pressArmed } from './usable.ts';

type Decision = MessageReply<'walletDescribe'>;
const LISTED = '0xbad0000000000000000000000000000000000001';
const verdict = {
  kind: 'blocked',
  asset: { type: 'ADDRESS', content: LISTED },
  confirmation: 'confirmed',
  checkedAt: 0,
  scam: 'drainer',
  source: 'Acme Security',
} as const;
const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';
const decision = (over: Partial<Decision> = {}): Decision => ({
  ...{ site: 'app.example', kind: 'approve-all', cause: 'listed', named: LISTED, verdict, maySend: true },
  ...over,
});
const ID = '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11';
const PATH = `/wallet.html#${ID}`;

const STATES: Readonly<Record<string, readonly [Decision, RegExp]>> = {
  listed: [decision(), /let 0xBaD0…0001 take a whole collection\. 0xBaD0…0001 is on the blocklist\./],
  'not confirmed, and not to be sent': [
    decision({
      cause: 'unconfirmed',
      verdict: { ...verdict, kind: 'unconfirmed', failure: 'timeout' },
      maySend: false,
    }),
    /0xBaD0…0001 may be on the blocklist, but we couldn’t confirm it\./,
  ],
  'a sign-in elsewhere': [
    decision({ kind: 'sign-in-elsewhere', cause: 'elsewhere', named: 'bank.example', verdict: undefined }),
    /You’re on app\.example, but this signs you in to bank\.example\. app\.example could/,
  ],
  'an address that looks like another': [
    decision({ kind: 'send', cause: 'alike', used: OWN, named: TWIN, verdict: undefined }),
    /send money to 0xD8dA…6045/i,
  ],
};
for (const [name, [walletDescribe, words]] of Object.entries(STATES))
  test(`everybody can use the decision about a wallet request: ${name}${nightlyUnless(/^listed|looks like/, name)}`, async ({
    open,
  }) => {
    const page = await open(PATH, { answers: { walletDescribe, walletDecide: done } });
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reject request' })).toBeFocused();
    await expect(page.getByRole('button', { name: / anyway$/ })).toHaveCount(walletDescribe.maySend ? 1 : 0);
    await expectUsable(page);
  });

test('two addresses that look alike are shown one above the other', async ({ open }) => {
  const [walletDescribe] = STATES['an address that looks like another']!;
  const page = await open(PATH, { answers: { walletDescribe } });
  await expect(page.locator('dd')).toHaveText([OWN, TWIN]);
});

test('Enter, Escape and "Reject request" mean no; "Approve anyway" works a moment after it is in sight', async ({
  open,
}) => {
  const page = await open(PATH, { answers: { walletDescribe: decision(), walletDecide: done } });
  const decided = () => page.sent.filter(({ name }) => name === 'walletDecide').map(({ request }) => request);
  const send = page.getByRole('button', { name: 'Approve anyway' });
  await expect(page.getByRole('button', { name: 'Reject request' })).toBeFocused();
  await send.click({ force: true });
  expect(decided()).toEqual([]);
  await page.getByRole('button', { name: 'Reject request' }).press('Enter');
  await expect.poll(decided).toEqual([{ id: ID, isSent: false }]);
  await page.keyboard.press('Escape');
  await expect.poll(decided).toHaveLength(2);
  await send.focus();
  await pressArmed(send);
  await expect.poll(decided).toEqual([
    { id: ID, isSent: false },
    { id: ID, isSent: false },
    { id: ID, isSent: true },
  ]);
});

test('a request that no longer waits says so', async ({ open }) => {
  const gone = () => Promise.reject(new Error('This request is no longer waiting'));
  const page = await open(PATH, { answers: { walletDescribe: gone } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This request is no longer waiting');
  await expectUsable(page);
});
