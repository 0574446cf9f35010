import type { Page } from '@playwright/test';
import { test } from '../e2e/harness/test.ts';
import { POPUP_WIDTHS, shoot } from './camera.ts';

const NOW = Date.now();
const HOUR = 3_600_000;
const QUESTION = 'Where did you see the link to it? If it was an advertisement: whose name was above it?';
const STATES = [
  { state: 'INFORMATION_ASKED', question: QUESTION },
  {
    state: 'BLOCKED',
    message: 'It asks for the recovery phrase on its second page. Thank you for the precise description.',
  },
  { state: 'NOT_BLOCKED', message: 'This is a known shop. Its parcel was late; that is a matter for its support.' },
  { state: 'IN_REVIEW' },
  { state: 'RECEIVED' },
] as const;

/** Puts entries into the outbox as they are after the service has told something about them. */
async function fill(page: Page): Promise<void> {
  const entries = STATES.map((told, index) => ({
    id: crypto.randomUUID(),
    item: {
      kind: 'report',
      draft: {
        contents: [`https://wallet-update-${index}.example/connect`],
        title: '',
        description: 'An advertisement led there. It wants my recovery phrase.',
        contactInfo: 'me@example.org',
      },
    },
    createdAt: NOW - (index + 1) * 5 * HOUR,
    attempts: 1,
    lastAttemptAt: NOW,
    nextAttemptAt: NOW,
    ...(index < 2 ? { hasNews: true } : {}),
    state: {
      ...{ kind: 'sent', at: NOW - (index + 1) * 5 * HOUR, reference: 100 + index, receipt: 'R'.repeat(22) },
      told: { askedAt: NOW - 60_000, nextAt: NOW + HOUR, ...told },
      service: 'http://elsewhere.example',
      ...(index === 1
        ? {
            replies: [
              {
                ...{
                  id: '5f2d4d6e-7d1c-4b8e-9a59-0d5f1f0f4c11',
                  question: 'Since when?',
                  text: 'Since Monday.',
                  writtenAt: NOW,
                },
                state: { kind: 'sent', at: NOW },
              },
            ],
          }
        : {}),
    },
  }));
  await page.evaluate(async (rows) => {
    const opening = indexedDB.open('wary-reporting');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction('entries', 'readwrite');
    for (const row of rows) writing.objectStore('entries').put(row, row.id);
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    opening.result.close();
  }, entries);
}

test('what became of reports', async ({ wary }) => {
  const page = await wary.open('http://some-page.example/');
  const popup = await wary.popup(page);
  await fill(popup);
  await popup.goto(wary.url('popup.html?view=outbox'));
  await popup
    .getByRole('button', { name: /Details/ })
    .first()
    .waitFor();
  await shoot(popup, 'answered-list', POPUP_WIDTHS);
  await popup
    .getByRole('button', { name: /Details/ })
    .nth(0)
    .click();
  await popup.getByText(QUESTION).waitFor();
  await shoot(popup, 'answered-question', POPUP_WIDTHS);
  await popup.keyboard.press('Escape');
  await popup
    .getByRole('button', { name: /Details/ })
    .nth(1)
    .click();
  await popup.getByText('The reviewers say').waitFor();
  await shoot(popup, 'answered-blocked', POPUP_WIDTHS);
  const settings = await wary.open(wary.url('settings.html'));
  await settings
    .getByRole('button', { name: /Details/ })
    .first()
    .waitFor();
  await shoot(settings, 'answered-settings');
  await settings
    .getByRole('button', { name: /Details/ })
    .nth(0)
    .click();
  await settings.getByText(QUESTION).waitFor();
  await shoot(settings, 'answered-settings-question');
});
