import { expect, type Page } from '@playwright/test';
import type { MessageReply } from '../../src/messaging/catalogue.ts';
import { LISTED, openCard, document as written } from '../e2e/harness/marked.ts';
import { Marks } from '../e2e/harness/marks.ts';
import type * as Parts from './parts.ts';
import { test } from './stage.ts';

const CLEAN = '0xc1ea000000000000000000000000000000000001';

/** Looks for addresses as the content script does, with a worker that knows one listed address. */
function protect({ protectAddresses }: typeof Parts, listed: string): void {
  const texts: Record<string, string> = { '@@bidi_dir': 'ltr', marks_blocked_title: 'Blocked address' };
  const runtime = { i18n: { getMessage: (key: string) => texts[key] ?? key, getUILanguage: () => 'en' } };
  type Reply = MessageReply<'assetsCheck'>;
  const verdictOf = ({ content }: { content: string }): Reply['marked'][number] => ({
    kind: 'blocked',
    asset: { type: 'ADDRESS', content },
    confirmation: 'confirmed',
    checkedAt: Date.now(),
    family: 'Ethereum (EVM)',
  });
  const answer = (assets: readonly { content: string }[]): Reply => ({
    enabled: true,
    marked: assets.filter(({ content }) => content === listed).map(verdictOf),
    refused: [],
  });
  const end = new AbortController();
  // A content script whose extension is gone marks nothing.
  Object.assign(globalThis, { end, chrome: { runtime: { id: 'here' } } });
  const send = async (name: string, request: { assets?: { content: string }[] }) =>
    name === 'assetsCheck' ? answer(request.assets ?? []) : {};
  protectAddresses(runtime, send as never, end);
}
const end = () => (globalThis as unknown as { end: AbortController }).end.abort();

async function marksOf(page: Page, count: number): Promise<Marks> {
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(count);
  return marks;
}

test('a listed address is underlined and has a badge; the page is not touched and nothing in it moves', async ({
  open,
}) => {
  const { page, run } = await open(
    written(`<p>${CLEAN}</p><p>Send to <b id=a>${LISTED}</b>, please</p><p id=after>after</p>`),
  );
  const facts = () =>
    page.evaluate(() => [
      document.body.innerHTML,
      JSON.stringify(document.querySelector('#after')!.getBoundingClientRect()),
    ]);
  const before = await facts();
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  expect(await marks.underlined()).toEqual([LISTED]);
  expect(await facts()).toEqual(before);
});

test('a mark goes with its address, and comes where the address is put in later', async ({ open }) => {
  const { page, run } = await open(written('<p id=a>nothing</p>'));
  await run(protect, LISTED.toLowerCase());
  await page.evaluate((listed) => document.querySelector('#a')!.replaceChildren(`pay ${listed}`), LISTED);
  const marks = await marksOf(page, 1);
  await page.evaluate(() => document.querySelector('#a')!.replaceChildren('paid'));
  await expect.poll(async () => (await marks.see()).badges).toEqual([]);
});

test('a card opens by a press, closes by Escape, and gives the focus back', async ({ open }) => {
  const { page, run } = await open(written(`<p>${LISTED}</p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  await openCard(page, marks);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await marks.see()).card).toBeNull();
  expect((await marks.see()).badges[0]?.focused).toBe(true);
});

test('everything of the marks is gone when the protection is switched off', async ({ open }) => {
  const { page, run } = await open(written(`<p>${LISTED}</p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  await run(end);
  await expect.poll(() => marks.see()).toEqual({ badges: [], card: null });
  expect(await marks.underlined()).toEqual([]);
});
