import { expect } from '@playwright/test';
import { nightlyUnless } from '../nightly.ts';
import { announcements } from './announcements.ts';
import { done, entry, sent, settings } from './answers.ts';
import { type ExtensionPage, test } from './extension-page.ts';
import { expectUsable, pressTwice } from './usable.ts';

const REPORT = '/popup.html?view=report&content=https%3A%2F%2Fa.example%2Flogin';
/** A tab that the popup opened to take a picture. */
const PICTURE = '/popup.html?view=report&picture&tab=1&content=https%3A%2F%2Fa.example%2Flogin';
const DISPUTE = '/popup.html?view=dispute&content=shop.example';
/** Rejects later than two presses. */
const late = () => new Promise<never>((_, reject) => setTimeout(reject, 300, new Error('No way')));
const field = (page: ExtensionPage, name: string) => page.getByRole('textbox', { name });
const times = (page: ExtensionPage, message: string) => page.sent.filter(({ name }) => name === message).length;
const ruled = (reportContact: 'off' | 'required') => ({
  settingsRead: settings({ managedBy: 'Acme', reportContact: { value: reportContact, origin: 'policy' } }),
});
const THINGS = {
  links: ['https://b.example/'],
  forms: ['https://collect.example/'],
  text: 'Send to 0x52908400098527886E0F7030069857D2E4169EE7',
};
const refused = entry(0, {
  kind: 'refused',
  at: 0,
  problem: 'No',
  details: [],
  assetErrors: [{ asset: 'x', errorType: '?' }],
});

/** Each state of the report form, by what is wrong or shown there, and how a person comes to it. */
const STATES: Readonly<Record<string, readonly [url: string, reach: (page: ExtensionPage) => Promise<unknown>]>> = {
  'a report': [REPORT, (page) => page.getByText('Add details').click()],
  'a report that names nothing': [
    REPORT,
    async (page) => {
      await page.getByRole('button', { name: 'Remove a.example' }).click();
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(field(page, 'Add a site, address or account')).toBeFocused();
      await expect(page.getByRole('alert').filter({ hasText: 'Add at least one' })).toBeVisible();
    },
  ],
  'a report of texts alone': [
    REPORT,
    async (page) => {
      await page.getByRole('button', { name: 'Remove a.example' }).click();
      await field(page, 'Add a site, address or account').fill('@evil_bot');
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByText('Not sent yet: add a site or address first')).toBeVisible();
    },
  ],
  'a report with what the page shows': [
    REPORT,
    async (page) => {
      await page.getByRole('button', { name: 'Choose links and addresses from this page' }).click();
      await expect(page.getByRole('group', { name: 'What the page shows' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Choose links and addresses from this page' })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.getByRole('checkbox', { name: 'b.example' }).press('Space');
      await expect(page.getByRole('button', { name: 'Send report (2)' })).toBeVisible();
    },
  ],
  'a report with a picture that is edited': [
    PICTURE,
    async (page) => {
      await expect(page.getByRole('button', { name: 'Attach this picture' })).toBeVisible();
    },
  ],
  'a report that was sent': [
    REPORT,
    async (page) => {
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
    },
  ],
  'a report that waits': [
    REPORT,
    async (page) => {
      page.answer({ reportSubmit: entry(0, { kind: 'waiting', cause: 'offline' }) });
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByText('The service can’t be reached')).toBeVisible();
    },
  ],
  'a report that was refused': [
    REPORT,
    async (page) => {
      page.answer({ reportSubmit: refused, outboxDiscard: done });
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('button', { name: 'Correct it' })).toBeFocused();
    },
  ],
  'a dispute': [DISPUTE, async () => undefined],
  'a dispute of nothing with a wrong e-mail': [
    DISPUTE,
    async (page) => {
      await field(page, 'Your e-mail').fill('me@');
      await page.getByRole('button', { name: 'Send to reviewers' }).click();
      await expect(field(page, 'Your e-mail')).toBeFocused();
      await field(page, 'What is blocked by mistake').fill('');
      await page.getByRole('button', { name: 'Send to reviewers' }).click();
      await expect(field(page, 'What is blocked by mistake')).toBeFocused();
    },
  ],
};

for (const [state, [url, reach]] of Object.entries(STATES))
  test(`everybody can use ${state}${nightlyUnless(/^a (report|dispute)$|edited$/, state)}`, async ({ open }) => {
    const page = await open(url, { isPopup: url !== PICTURE, answers: { pageThings: THINGS } });
    await expect(page.getByRole('button', { name: /^Send/ })).toBeVisible();
    await reach(page);
    await expectUsable(page);
  });

for (const [url, send, message] of [
  [REPORT, 'Send report', 'reportSubmit'],
  [DISPUTE, 'Send to reviewers', 'disputeSubmit'],
] as const) {
  test(`two presses on "${send}" send once; where that fails, the reason and all that was written stay`, async ({
    open,
  }) => {
    const page = await open(url, { isPopup: true, answers: { [message]: late } });
    if (url === REPORT) await page.getByText('Add details').click();
    const text = page.locator('textarea');
    await text.fill('My words');
    if (url === DISPUTE) await page.getByRole('textbox').first().fill('http://Shop.example/');
    await pressTwice(page, send);
    await expect(page.getByText('No way.')).toBeVisible();
    if (url === DISPUTE) await expect(page.getByRole('textbox').first()).toHaveValue('shop.example');
    expect(times(page, message)).toBe(1);
    await expect(text).toHaveValue('My words');
  });

  test(`what is written behind "${send}" is there again after the popup closed, until the person discards it${nightlyUnless(/report/, send)}`, async ({
    open,
  }) => {
    const page = await open(url, { isPopup: true });
    if (url === REPORT) await page.getByText('Add details').click();
    const text = page.locator('textarea');
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
    await text.fill('My words');
    await page.reload();
    await expect(text).toHaveValue('My words');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await expect(text).toHaveValue('');
  });

  test(`contact details behind "${send}" are asked for or left out as the organization says${nightlyUnless(/report/, send)}`, async ({
    open,
  }) => {
    const page = await open(url, { isPopup: true, answers: ruled('required') });
    await page.getByRole('button', { name: send }).click();
    await expect(page.getByText('Acme needs a way to reach you.')).toBeVisible();
    await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true');
    page.answer(ruled('off'));
    await page.reload();
    await expect(page.getByRole('button', { name: send })).toBeVisible();
    await expect(page.getByRole('textbox', { name: /e-mail|reach you/, includeHidden: true })).toHaveCount(0);
    page.answer({ settingsRead: settings({ managedBy: 'Acme', reports: { value: false, origin: 'policy' } }) });
    await page.reload();
    await expect(page.getByText('Acme', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: send })).toHaveCount(0);
  });
}

test('nothing that is pasted is cut off, and what is too long or not taken is named at its field', async ({ open }) => {
  const error = Object.assign(new Error('tooLong.contactInfo'), { name: 'UnfinishedItem' });
  const page = await open(REPORT, { isPopup: true, answers: { reportSubmit: () => Promise.reject(error) } });
  await page.getByText('Add details').click();
  await field(page, 'What happened?').focus();
  await page.keyboard.insertText('x'.repeat(10_001));
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Use at most 10,000 characters. This has 10,001.')).toBeVisible();
  await expect(field(page, 'What happened?')).toBeFocused();
  expect(times(page, 'reportSubmit')).toBe(0);
  await page.keyboard.press('Backspace');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('“How to reach you” is too long.')).toBeVisible();
});

test('who removes something from a report goes on at what is next to it', async ({ open }) => {
  const page = await open(REPORT, { isPopup: true });
  const add = field(page, 'Add a site, address or account');
  for (const name of ['b.example', 'c.example', '@evil_bot']) {
    await add.fill(name.startsWith('@') ? name : `https://${name}/`);
    await add.press('Enter');
  }
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
  await remove('b.example').press('Enter');
  await expect(remove('c.example')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox')).toBeFocused();
  await remove('@evil_bot').press('Enter');
  await expect(page.locator(':focus')).not.toHaveCount(0);
  await remove('a.example').press('Enter');
  await expect(page.locator(':focus')).not.toHaveCount(0);
});

test('a picture is edited in a tab of its own, with what was written in the popup', async ({ open }) => {
  const page = await open(REPORT, { isPopup: true });
  await page.evaluate(() => Object.assign(window, { close: () => {} }));
  await page.getByText('Add details').click();
  await page.getByRole('button', { name: 'Take a picture of the page' }).click();
  const url = new URL(PICTURE, page.url()).href;
  await expect.poll(() => page.calls()).toEqual([`tabs.create ${JSON.stringify({ url, active: false })}`]);
});

test('a picture that could not be kept stays in its editor', async ({ open }) => {
  const page = await open(PICTURE);
  const take = page.getByRole('button', { name: 'Attach this picture' });
  await expect(take).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await take.click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).not.toHaveCount(0);
  await expect(take).toBeVisible();
});

test('the keyboard alone blacks out and cuts a picture, in which Escape drops a frame before the picture', async ({
  open,
}) => {
  const page = await open(PICTURE);
  const stage = page.getByRole('button', { name: 'Picture of the page' });
  await expect(stage).toBeFocused();
  const size = () => page.locator('.picture-canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).width);
  const whole = await size();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^Frame: /)).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Blacked out')).toBeAttached();
  await page.getByRole('radio', { name: 'Crop' }).press('Space');
  await stage.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(stage).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(size).toBeLessThan(whole);
  await page.getByRole('button', { name: 'Attach this picture' }).press('Enter');
  await expect(page.getByRole('img', { name: 'page-1.png' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take a picture of the page' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove page-1.png' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Take a picture of the page' })).toBeFocused();
});

test('a screen reader hears what is wrong with a report and what became of it', async ({ open }) => {
  const page = await open(REPORT, { isPopup: true });
  const said = await announcements(page);
  await page.getByRole('button', { name: 'Remove a.example' }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(field(page, 'Add a site, address or account')).toHaveAccessibleDescription(/Add at least one/);
  expect(await said()).toEqual(['alert: Add at least one site, address or account.']);
  await field(page, 'Add a site, address or account').fill('http://quiet.example/');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^status: Report sent ?Thank you\. Reference \d+\.$/);
});

test.describe('beside the pages', () => {
  test('everybody can use the report, and a QR code is checked in front of it without losing anything', async ({
    open,
  }) => {
    const page = await open('/sidepanel.html');
    await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible();
    await expectUsable(page);
    await field(page, 'Add a site, address or account').fill('not yet added');
    const picture = { tabId: 1, frameId: 0, source: 'https://a.example/code.png' };
    page.answer({ reportSubject: { subject: { url: null, text: '', picture } } });
    await page.store({ subjects: 1 });
    await expect(page.getByText('This QR code couldn’t be checked')).toBeVisible();
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await expect(field(page, 'Add a site, address or account')).toHaveValue('not yet added');
    await expect(page.locator(':focus')).not.toHaveCount(0);
  });

  test('a report begins although the background does not answer', async ({ open }) => {
    const page = await open('/sidepanel.html', { answers: { reportSubject: () => Promise.reject(new Error('Gone')) } });
    await expect(field(page, 'Add a site, address or account')).toBeVisible();
  });

  test('what is reported from the menu meanwhile is added', async ({ open }) => {
    const page = await open('/sidepanel.html');
    await expect(page.getByRole('button', { name: 'Remove a.example' })).toBeVisible();
    page.answer({ reportSubject: { subject: { url: 'https://b.example/', text: '' } } });
    await page.store({ subjects: 1 });
    await expect(page.getByRole('button', { name: 'Remove b.example' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove a.example' })).toBeVisible();
  });
});

test('what is about to be added to a report is kept at every letter, too', async ({ open }) => {
  const page = await open(REPORT);
  const add = field(page, 'Add a site, address or account');
  await add.fill('collect.example');
  await page.reload();
  await expect(add).toHaveValue('collect.example');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect
    .poll(() => page.sent.find(({ name }) => name === 'reportSubmit')?.request)
    .toMatchObject({ contents: ['a.example', 'collect.example'] });
});

test('what is written in two forms about the same page is in both, and neither writes over the other', async ({
  open,
}) => {
  const page = await open(DISPUTE);
  await page.evaluate(() => {
    const other = document.body.appendChild(document.createElement('iframe'));
    other.src = location.href;
  });
  const other = page.frameLocator('iframe');
  const reason = 'Why is this a false alarm?';
  await expect(other.getByRole('textbox', { name: reason })).toBeVisible();
  await field(page, reason).fill('It is my shop');
  await expect(other.getByRole('textbox', { name: reason })).toHaveValue('It is my shop');
  await other.getByRole('textbox', { name: 'Your e-mail' }).fill('me@shop.example');
  await expect(field(page, 'Your e-mail')).toHaveValue('me@shop.example');
  await page.reload();
  await expect(field(page, reason)).toHaveValue('It is my shop');
  await expect(field(page, 'Your e-mail')).toHaveValue('me@shop.example');
});

const asked = entry(0, sent({ state: 'INFORMATION_ASKED', question: 'Where did you see it?' }));
const outbox = { entries: [asked], damaged: [] };

test('an answer to the reviewers is sent once, and what went wrong stays', async ({ open }) => {
  const page = await open('/popup.html?view=outbox', {
    answers: { outboxList: outbox, outboxRefresh: outbox, outboxAnswer: late },
  });
  await page.getByRole('button', { name: 'Answer: scam-0.example' }).click();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(field(page, 'Your answer')).toBeFocused();
  await expect(page.getByText('Write an answer first.')).toBeVisible();
  await field(page, 'Your answer').fill('In a mail');
  await expectUsable(page);
  await pressTwice(page, 'Send answer');
  await expect(page.getByText('No way.')).toBeVisible();
  expect(times(page, 'outboxAnswer')).toBe(1);
});

test('a begun answer is kept at every letter, also when the reviewers decide or ask something else, and goes to its question alone', async ({
  open,
}) => {
  const page = await open('/popup.html?view=outbox', {
    answers: {
      ...{ outboxList: outbox, outboxRefresh: outbox },
      outboxAnswer: () => Promise.reject(Object.assign(new Error('notAsked'), { name: 'UnfinishedItem' })),
    },
  });
  await page.getByRole('button', { name: 'Answer: scam-0.example' }).click();
  const answer = field(page, 'Your answer');
  await answer.pressSequentially('In a ');
  for (const review of [
    { state: 'INFORMATION_ASKED', question: 'Whose is it?', message: 'One more thing.' },
    { state: 'NOT_BLOCKED', message: 'It is harmless.' },
  ] as const) {
    page.answer({ outboxList: { entries: [entry(0, sent(review))], damaged: [] } });
    await expect(page.getByText(review.message)).toBeVisible();
    await expect(answer).toBeFocused();
  }
  await answer.pressSequentially('mail');
  await page.reload();
  await page.getByRole('button', { name: 'Details: scam-0.example' }).click();
  await expect(answer).toHaveValue('In a mail');
  await expect(page.getByText('Where did you see it?')).toBeVisible();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('The reviewers no longer need an answer to this.')).toBeVisible();
  await expect(answer).toHaveValue('In a mail');
});
