import { expect } from '@playwright/test';
import type { MessageReply } from '../../../src/messaging/catalogue.ts';
import type { SentState } from '../../../src/reporting/entry.ts';
import { done, entry, sent } from './answers.ts';
import { type Answers, type ExtensionPage, test } from './extension-page.ts';
import { expectUsable, pressTwice } from './usable.ts';

type OutboxState = MessageReply<'outboxList'>;
const stored = (outbox: OutboxState): Answers => ({ outboxList: outbox, outboxRefresh: outbox, outboxSend: outbox });
const late = () => new Promise<never>((_, reject) => setTimeout(reject, 300, new Error('No way')));
const times = (page: ExtensionPage, message: string) => page.sent.filter(({ name }) => name === message).length;
const file = { id: '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c20', name: 'image.png', type: 'image/png', size: 10 };

/** One entry of each standing that has words or ways of its own. */
const ENTRIES = [
  entry(0, { kind: 'waiting', cause: 'offline' }),
  entry(1, sent({ state: 'INFORMATION_ASKED', question: 'Where did you see it?' }), { hasNews: true }),
  entry(2, sent({ state: 'ACCEPTED', message: 'Thank you' })),
  entry(3, { kind: 'refused', at: 0, problem: 'No', details: ['No new asset'] }),
  entry(5, { kind: 'refused', at: 0, problem: '', details: [], failedFile: file.id }, { files: [file] }),
];
const DAMAGED = [{ key: 'a', foundAt: 0, rest: '{"half":' }];
const ALL = { entries: ENTRIES, damaged: DAMAGED };

test('everybody can use an empty outbox', { tag: '@nightly' }, async ({ open }) => {
  const page = await open('/popup.html?view=outbox', { isPopup: true });
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expectUsable(page);
});

test('everybody can use the list of what was sent, and each entry of it', async ({ open }) => {
  const page = await open('/popup.html?view=outbox', { isPopup: true, answers: stored(ALL) });
  await expect(page.getByRole('listitem')).toHaveCount(ENTRIES.length + DAMAGED.length);
  await expectUsable(page);
  for (const name of ['scam-1.example', 'scam-3.example', 'scam-5.example']) {
    await page.getByRole('button', { name: new RegExp(`: ${name}$`) }).press('Enter');
    await expect(page.getByRole('button', { name: 'All your reports' })).toBeFocused();
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: new RegExp(`: ${name}$`) })).toBeFocused();
  }
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.fill('scam-3');
  await expect(page.getByText('1 of 5 found.')).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('button', { name: 'Details: scam-5.example' })).toBeVisible();
  await expect(search).toBeFocused();
});

test('what became of an answer to the reviewers is shown in the language of the page', async ({ open }) => {
  const replied = { id: file.id, question: 'Where?', text: 'There', writtenAt: 0 };
  const state: SentState = {
    ...sent(),
    replies: [{ ...replied, state: { kind: 'waiting', attempts: 1, nextAttemptAt: 0, cause: 'offline' } }],
  };
  const page = await open('/popup.html?view=outbox', { answers: stored({ entries: [entry(0, state)], damaged: [] }) });
  await page.getByRole('button', { name: 'Details: scam-0.example' }).click();
  await expect(page.getByText('The service can’t be reached')).toBeVisible();
});

/** What has the worker do something, once however often it is pressed: the way to the button, its name, its message. */
const PRESSES = [
  [null, 'Send waiting reports', 'outboxSend'],
  ['scam-5.example', 'Send without the file', 'outboxSendWithoutFile'],
] as const;

for (const [way, name, message] of PRESSES)
  test(`two presses on "${name}" do it once, and what went wrong stays until the next press`, async ({ open }) => {
    const page = await open('/popup.html?view=outbox', { answers: { ...stored(ALL), [message]: late } });
    if (way) await page.getByRole('button', { name: `Details: ${way}` }).click();
    await pressTwice(page, name);
    await expect(page.getByText('No way.')).toBeVisible();
    expect(times(page, message)).toBe(1);
    const before = times(page, 'outboxList');
    await expect.poll(() => times(page, 'outboxList')).toBeGreaterThan(before);
    await expect(page.getByText('No way.')).toBeVisible();
  });

test('who erases an entry, a damaged row or everything goes on at what is next to it', async ({ open }) => {
  const page = await open('/popup.html?view=outbox', { answers: stored(ALL) });
  /** Presses a button and the one of the same name in the question that follows, after which this is left. */
  const erase = async (name: string, message: 'outboxDiscard' | 'outboxErase', left: Parameters<typeof stored>[0]) => {
    page.answer({
      [message]: () => {
        page.answer(stored(left));
        return done;
      },
    });
    await page.getByRole('button', { name }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name }).press('Enter');
  };
  await page.getByRole('button', { name: 'Details: scam-3.example' }).press('Enter');
  await erase('Erase', 'outboxDiscard', { entries: ENTRIES.slice(0, 3), damaged: DAMAGED });
  await expect(page.getByRole('listitem')).toHaveCount(4);
  await expect(page.locator(':focus')).not.toHaveCount(0);
  await erase('Discard', 'outboxDiscard', { entries: ENTRIES.slice(0, 3), damaged: [] });
  await expect(page.getByRole('button', { name: 'Details: scam-0.example' })).toBeFocused();
  await erase('Erase all', 'outboxErase', { entries: [], damaged: [] });
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});

test('what is written while an answer is on its way is kept', async ({ open }) => {
  const page = await open('/popup.html?view=outbox', { answers: stored(ALL) });
  await page.getByRole('button', { name: 'Answer: scam-1.example' }).click();
  const text = page.getByRole('textbox', { name: 'Your answer' });
  page.answer({ outboxAnswer: () => text.pressSequentially(' Here').then(() => ALL) });
  await text.fill('There.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeEnabled();
  await expect(text).toHaveValue('There. Here');
});
