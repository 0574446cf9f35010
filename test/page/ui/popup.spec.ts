import { expect } from '@playwright/test';
import { overview } from '../../../src/ui/popup/overview.fixture.ts';
import type { Overview } from '../../../src/ui/popup/overview.ts';
import { nightlyUnless } from '../nightly.ts';
import { done, troubled } from './answers.ts';
import { test } from './extension-page.ts';
import { expectUsable, pressTwice } from './usable.ts';

const SITE = { type: 'URL', content: 'a.example' } as const;
const listed = { asset: SITE, expression: 'a.example/', scam: 'drainer', checkedAt: 0 } as const;
const opened = { ...listed, kind: 'permitted', confirmation: 'confirmed' } as const;
const allowance = { id: 'a', expression: 'a.example/', scope: 'tab', tabId: 1, createdAt: 0 } as const;

/** Every state of the popup, by what it is about: its heading, and what is special there. */
const STATES: Readonly<Record<string, readonly [heading: RegExp, over: Partial<Overview>]>> = {
  'a page that is not listed': [/No known scam/, {}],
  'a page with addresses that are not listed': [/No known scam/, { findings: { found: 2, blocked: 0 } }],
  'a stopped site': [/empties wallets/, { verdict: { ...listed, kind: 'blocked', confirmation: 'confirmed' } }],
  'a site that could not be confirmed': [
    /Probably/,
    { verdict: { ...listed, kind: 'unconfirmed', confirmation: 'failed', failure: 'offline' } },
  ],
  'a site that is being checked': [/Checking/, { verdict: { ...listed, kind: 'checking', confirmation: 'pending' } }],
  'a site that the person opened': [/You opened this scam site anyway/, { verdict: opened, allowance }],
  'a site that is open because of the settings': [/Probably/, { verdict: opened }],
  'a site that the organization allows': [
    /Allowed by Acme/,
    { verdict: opened, allowed: { entry: { content: 'a.example', reason: 'Our own shop' }, by: 'Acme' } },
  ],
  'a lookalike': [
    /This isn’t coinbase.com/,
    { lookalike: { host: 'coinbase-login.example', brand: 'Coinbase', original: 'coinbase.com' } },
  ],
  'listed addresses': [/2 of 3 addresses/, { findings: { found: 3, blocked: 2 } }],
  'an official site': [/Acme/, { official: 'Acme' }],
  'a site that the person reported': [
    /No known scam/,
    {
      reported: { id: '1', at: 0, standing: 'received' },
      outbox: { sent: 1, waiting: 1, refused: 1, damaged: 1, news: 1 },
    },
  ],
  'a site without marks': [/No known scam/, { isUnmarked: true }],
  'a site on which the person paused the protection for an hour': [
    /Paused on this site/,
    { pause: { host: 'a.example', until: Date.now() + 3_600_000 }, mayPause: false },
  ],
  'a browser in which everything is paused': [
    /Paused everywhere/,
    { pause: { host: null, until: null }, mayPause: false, health: troubled('paused', { remedy: 'resume' }) },
  ],
  'no web page': [/Not a web page/, { url: null, verdict: null }],
  'a protection that is off': [/Not protecting/i, { health: troubled('protection-off', { remedy: 'switch-on' }) }],
  'a protection with a lesser problem': [
    /No known scam/,
    { health: troubled('list-old', { level: 'reduced', remedy: 'check' }) },
  ],
};

for (const [kind, words] of [
  ['site-barred', /A policy of this browser keeps .* off this site/],
  ['always-private', /This Firefox keeps no history, so all its windows are private/],
] as const)
  test(`the popup says that it protects less: ${kind}`, async ({ open }) => {
    const health = troubled(kind, { level: 'reduced', remedy: null });
    const page = await open('/popup.html', { isPopup: true, answers: { popupOverview: overview({ health }) } });
    await expect(page.getByText(words)).toBeVisible();
  });

const COMMON = /stopped|page that is not listed|is off|confirmed/;
for (const [state, [heading, over]] of Object.entries(STATES))
  test(`everybody can use the popup of ${state}${nightlyUnless(COMMON, state)}`, async ({ open }) => {
    const page = await open('/popup.html', { isPopup: true, answers: { popupOverview: overview(over) } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectUsable(page);
  });

test('everybody can use what is behind "More" of the popup, and pauses there', async ({ open }) => {
  const page = await open('/popup.html', { isPopup: true, answers: { pauseWrite: done } });
  await page.getByRole('button', { name: 'More' }).click();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Pause on this site for 1 hour' }).click();
  await expect(page.getByRole('button', { name: 'Settings' })).toBeHidden();
  expect(page.sent).toContainEqual({ name: 'pauseWrite', request: { tabId: 1, length: 'hour' } });
});

test('no pause is offered where the worker says that there may be none', async ({ open }) => {
  const answers = { popupOverview: overview({ mayPause: false }) };
  const page = await open('/popup.html', { isPopup: true, answers });
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Pause/ })).toHaveCount(0);
});

const SCAM = '0xbad0000000000000000000000000000000000001';

test('everybody can check what they paste, and reads why it is listed', async ({ open }) => {
  const verdict = { ...listed, asset: { type: 'ADDRESS', content: SCAM }, kind: 'blocked' } as const;
  const contentsCheck = ({ contents }: { contents: readonly string[] }) => ({
    verdicts: contents.map((content) =>
      content === SCAM
        ? { ...verdict, confirmation: 'confirmed' as const, source: 'Acme' }
        : { kind: 'clear' as const, asset: SITE, confirmation: 'none' as const, checkedAt: 0 },
    ),
  });
  const page = await open('/popup.html', { isPopup: true, answers: { contentsCheck } });
  await page.getByRole('button', { name: 'Check an address or link' }).click();
  await page.getByRole('textbox').fill(`Pay ${SCAM} and then visit https://a.example/`);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('This address empties wallets')).toBeVisible();
  await expect(page.getByText('No known scam')).toBeVisible();
  await expectUsable(page);
  await page.getByRole('textbox').fill('nothing');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('found no address')).toBeVisible();
});

test('a recovery phrase is refused in the field and leaves it for nowhere', async ({ open }) => {
  const page = await open('/popup.html', { isPopup: true });
  await page.getByRole('button', { name: 'Check an address or link' }).click();
  await page.getByRole('textbox').fill(`${'abandon '.repeat(11)}about`);
  await expect(page.getByText('Never paste it anywhere')).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  expect(page.sent.map(({ name }) => name)).not.toContain('contentsCheck');
  await expectUsable(page);
});

test('the popup asks what became of reports whenever it opens', async ({ open }) => {
  const page = await open('/popup.html', { isPopup: true });
  await expect.poll(() => page.sent.map(({ name }) => name)).toContain('outboxRefresh');
});

test('the popup says whether the wallets of a page are covered', async ({ open }) => {
  const page = await open('/popup.html', { answers: { popupOverview: overview({ wallets: 'missed' }) } });
  await expect(page.getByText('A wallet request on this page went through before it could be checked.')).toBeVisible();
});

test('everybody can use the popup while the background is silent, and it never says that it protects', async ({
  open,
}) => {
  const page = await open('/popup.html', { isPopup: true });
  await expect(page.getByText(/^Protected/)).toBeVisible();
  page.answer({ popupOverview: () => new Promise(() => {}) });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'didn’t answer' })).toBeVisible();
  await expect(page.getByText(/^Protected/)).toBeHidden();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Report this page' }).click();
  await expect(page.getByRole('button', { name: 'Remove a.example' })).toBeVisible();
});

/** What has the worker do something, once however often it is pressed: the button, its message, its answer, and what it asks for. */
const PRESSES = [
  ['Block again', 'allowanceRevoke', { verdict: opened, allowance }, {}],
  ['Turn on again', 'mutedSiteRestore', { pause: { host: 'a.example', until: null } }, { host: 'a.example' }],
  ['Turn on', 'settingsWrite', { health: troubled('protection-off', { remedy: 'switch-on' }) }, {}],
  ['Update list now', 'listSync', { health: troubled('list-old', { level: 'reduced', remedy: 'check' }) }, {}],
  ['Show them', 'marksShow', { findings: { found: 1, blocked: 1 } }, {}],
  ['Turn marks on again', 'marksOn', { isUnmarked: true }, {}],
] as const;

for (const [name, message, over, request] of PRESSES)
  test(`two presses on "${name}" of the popup do it once, and what went wrong stays until the next press${nightlyUnless(/Turn on$|Block again/, name)}`, async ({
    open,
  }) => {
    const page = await open('/popup.html', { isPopup: true, answers: { popupOverview: overview(over) } });
    let refuse = (_: Error) => {};
    page.answer({ [message]: () => new Promise((_, reject) => (refuse = reject)) });
    await pressTwice(page, new RegExp(`^${name}`));
    await expect(page.locator('button[aria-disabled]')).toHaveCount(1);
    refuse(new Error('No way'));
    await expect(page.getByText('No way.')).toBeVisible();
    expect(page.sent.filter((one) => one.name === message)).toEqual([
      { name: message, request: expect.objectContaining(request) },
    ]);
    const polls = () => page.sent.filter((one) => one.name === 'popupOverview').length;
    const before = polls();
    await expect.poll(polls).toBeGreaterThan(before);
    await expect(page.getByText('No way.')).toBeVisible();
    page.answer({ [message]: done });
  });

test('the popup asks what is true now as soon as a press has done its work', async ({ open }) => {
  const answers = { allowanceRevoke: done, mutedSiteRestore: done, marksOn: done };
  const page = await open('/popup.html', { isPopup: true, answers });
  const asked = () => page.sent.filter(({ name }) => name === 'popupOverview').length;
  // The popup does not ask by itself: what it wants to do a second later never comes.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, { setTimeout: (work: () => void, ms = 0) => (ms < 1_000 ? setTimeout(work, ms) : 0) });
  });
  for (const [name, , over] of PRESSES.filter(([name]) => name !== 'Show them')) {
    page.answer({ popupOverview: overview(over) });
    await page.reload();
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
    await button.waitFor();
    const before = asked();
    await button.click();
    await expect.poll(asked, name).toBeGreaterThan(before);
  }
});

test('the keyboard alone leads from the popup into each view and back to where it was', async ({ open }) => {
  const reported = { id: '1', at: 0, standing: 'received' } as const;
  const page = await open('/popup.html', { isPopup: true, answers: { popupOverview: overview({ reported }) } });
  for (const name of ['Report this page', 'See report']) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Back' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
});

test('a view that a notification opened in a tab leads to no popup about that tab, and its form closes it', async ({
  open,
}) => {
  const page = await open('/popup.html?view=dispute&content=shop.example');
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Report a false alarm' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.calls()).toContain('tabs.remove 1');
});
