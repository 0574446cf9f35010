import { expect, type Page } from '@playwright/test';
import { SCAM_KINDS, type ScamKind } from '../../src/api/report/scam-kind.ts';
import { packageMessages, wordsIn } from '../../src/development/words.ts';
import { readLanguages } from '../../src/language/catalogue.ts';
import { textKey } from '../../src/language/text-key.ts';
import type { MessageName } from '../../src/messaging/catalogue.ts';
import type { AddressSubject } from '../../src/page/notice/address-notice.ts';
import type { MarkState } from '../../src/page/scanner/address-book.ts';
import { LISTED, rest } from '../e2e/harness/page/marks.ts';
import { nightlyUnless } from './nightly.ts';
import type * as Parts from './parts.ts';
import { type Staged, test } from './stage.ts';
import { expectUsable, pressArmed } from './ui/usable.ts';

/** What content scripts show on a page, with the real texts: everybody can use it, in two directions of writing. */

const LANGUAGES = readLanguages().filter(({ name }) => ['en', 'ar'].includes(name));
const english = wordsIn('en');
const OTHER = '0xbad0000000000000000000000000000000000002';
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>
<style>body { font: 16px/1.6 sans-serif; margin: 24px; overflow-wrap: anywhere; }</style>
<main><h1>Page</h1><p><button>Before</button></p><p>Send to ${LISTED} now.</p><p>Or to ${OTHER}.</p></main></html>`;

type Sent = { readonly name: MessageName; readonly request: unknown };
type Scope = {
  sent: Sent[];
  /** The worker's answers from now on; a promise that never ends is a worker that takes its time. */
  answer: (name: MessageName) => Promise<unknown>;
};

/** Runs first in the world of the content scripts: the extension API, and layers into which the checks can see. */
function prepare(
  _: typeof Parts,
  texts: Readonly<Record<string, { readonly message: string }>>,
  language: string,
): void {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    return attachShadow.call(this, { ...init, mode: 'open' });
  };
  const scope: Scope = { sent: [], answer: async () => ({ done: true }) };
  Object.assign(globalThis, scope, {
    chrome: {
      i18n: {
        getUILanguage: () => language,
        getMessage: (key: string, values: readonly string[] = []) =>
          (texts[key]?.message ?? '').replace(/\$(\d)/g, (_, at) => values[Number(at) - 1] ?? ''),
      },
      runtime: {
        id: 'here',
        sendMessage: ({ name, request }: Sent) => {
          const { sent, answer } = globalThis as unknown as Scope;
          sent.push({ name, request });
          return answer(name);
        },
      },
    },
  });
}
const sentBy = ({ run }: Staged) => run(() => (globalThis as unknown as Scope).sent.map(({ name }) => name));

/** Marks the addresses of the page, as they are after the worker's answer. Their last two digits choose among the kinds of scam. */
function mark({ protectAddresses }: typeof Parts, kind: MarkState, ...scams: readonly ScamKind[]): void {
  const { chrome } = globalThis as unknown as { chrome: Parameters<typeof protectAddresses>[0] };
  const listing = { reason: 'Drains wallets', source: 'Acme', listedAt: '2026-11-20T10:00:00Z' };
  const marked = (content: string) => ({
    ...{ kind, asset: { type: 'ADDRESS', content }, confirmation: 'none', checkedAt: 0, family: 'Ethereum (EVM)' },
    ...(kind === 'blocked' ? { ...listing, scam: scams[(Number(content.slice(-2)) - 1) % scams.length] } : {}),
  });
  const send = async (
    name: MessageName,
    request: { readonly assets?: readonly { content: string }[]; readonly confirms?: boolean },
  ) => {
    const { sent, answer } = globalThis as unknown as Scope;
    if (name === 'assetsCheck' && request.confirms) return new Promise(() => {});
    if (name === 'assetsCheck')
      return { enabled: true, marked: (request.assets ?? []).map(({ content }) => marked(content)), refused: [] };
    if (name === 'linksCheck') return { listed: [] };
    sent.push({ name, request });
    return answer(name);
  };
  protectAddresses(chrome, send as never, new AbortController());
}

type Open = (text: string, first: typeof prepare, texts: object, language: string) => Promise<Staged>;
function stage(open: unknown, { name, texts, ...rest }: (typeof LANGUAGES)[number]): Promise<Staged> {
  const all = Object.entries(packageMessages({ name, texts, ...rest }));
  const own = Object.fromEntries(all.filter(([key]) => /^(marks_|language$|direction$)/.test(key)));
  return (open as Open)(PAGE, prepare, own, name);
}

/** A text for each notice: a kind without one does not compile. */
const ADDRESSES: Readonly<Record<AddressSubject['kind'], AddressSubject>> = {
  twins: { kind: 'twins', first: LISTED, second: OTHER },
  copied: { kind: 'copied', first: null, second: OTHER },
  pasted: { kind: 'pasted', first: LISTED, second: OTHER },
  button: { kind: 'button', first: LISTED, second: OTHER },
  swapped: { kind: 'swapped', first: LISTED, second: OTHER },
};
const lookalike = ({ showLookalike }: typeof Parts) =>
  showLookalike({ host: location.hostname, brand: 'Acme', original: 'acme.example' });

const notice = (page: Page) => page.locator('.notice');

for (const language of LANGUAGES)
  test.describe(language.name, { tag: language.name === 'en' ? [] : '@nightly' }, () => {
    const say = wordsIn(language.name);

    for (const [kind, subject] of Object.entries(ADDRESSES))
      test(`everybody can use a notice about addresses: ${kind}${nightlyUnless(/swapped/, kind)}`, async ({ open }) => {
        const { page, run } = await stage(open, language);
        await run(({ showAddresses }, about) => showAddresses(about), subject);
        await expect(notice(page)).toContainText(say(`marks.addresses.${kind}.title`));
        await expectUsable(page);
      });

    test(`everybody can use the notice about a lookalike`, async ({ open }) => {
      const { page, run } = await stage(open, language);
      await run(lookalike);
      await expect(notice(page).getByRole('button', { name: say('marks.lookalike.mute') })).toBeVisible();
      await expectUsable(page);
    });

    test(`everybody can use the strip on a page that was opened in spite of its warning`, async ({ open }) => {
      const staged = await stage(open, language);
      const { page, run } = staged;
      await run(
        ({ showOpened }, title) => showOpened({ title }),
        `${say('scam.drainer.title')} · ${say('warning.openedByYou')}`,
      );
      await expect(notice(page)).toContainText(say('scam.drainer.title'));
      await expectUsable(page);
      await pressArmed(page.getByRole('button', { name: say('marks.opened.again') }));
      expect(await sentBy(staged)).toEqual(['siteStop']);
    });

    for (const state of ['blocked', 'unconfirmed', 'checking'] satisfies MarkState[])
      test(`everybody can use a mark and its card: ${state}${nightlyUnless(/blocked/, state)}`, async ({ open }) => {
        const { page, run } = await stage(open, language);
        await run(mark, state, 'drainer');
        const badge = page.getByRole('button', { name: say(`marks.${state}.title`) }).first();
        await expect(badge).not.toHaveClass(/parked/);
        await expectUsable(page);
        await badge.focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog')).toBeFocused();
        await page.getByRole('button', { name: say('marks.card.more') }).click();
        await expectUsable(page);
      });

    test(`everybody can use the card of a listed address in a field`, { tag: '@nightly' }, async ({ open }) => {
      const { page, run } = await stage(open, language);
      const field = await fieldOf(page);
      await run(mark, 'blocked', 'drainer');
      await expect(page.getByRole('dialog', { name: say('marks.pay.title') })).toContainText(
        say('marks.scam.drainer.title'),
      );
      // What somebody is typing goes on.
      await expect(page.getByRole('dialog')).not.toBeFocused();
      await expectUsable(page);
      await page.getByRole('button', { name: say('marks.card.whyOpen') }).click();
      await expect(page.getByRole('button', { name: say('marks.card.dispute') })).toBeVisible();
      await pressArmed(page.getByRole('button', { name: say('marks.card.clear') }));
      await expect(field).toHaveValue('');
      await expect(page.locator('output')).toHaveText('');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('.outline')).toHaveCount(0);
    });
  });

/** A field for a payee that holds a listed address, and whose page follows what is typed. */
async function fieldOf(page: Page) {
  await page.evaluate((listed) => {
    const main = document.querySelector('main')!;
    main.innerHTML = '<label>To <input id=to style="width: 100%; box-sizing: border-box"></label> <output></output>';
    const [field, output] = [main.querySelector('input')!, main.querySelector('output')!];
    field.addEventListener('input', () => output.replaceChildren(field.value));
    field.value = listed;
    output.replaceChildren('followed');
    // An address that a page puts there itself is read without a paste.
    field.defaultValue = listed;
  }, LISTED);
  return page.locator('#to');
}

test('the card says of each kind of scam what it means', async ({ open }) => {
  const { page, run } = await stage(open, LANGUAGES[0]!);
  const addresses = SCAM_KINDS.map((_, at) => `0xbad${String(at + 1).padStart(37, '0')}`);
  await page.evaluate((text) => (document.querySelector('main')!.innerText = text), addresses.join('\n'));
  await run(mark, 'blocked', ...SCAM_KINDS);
  for (const [at, scam] of SCAM_KINDS.entries()) {
    await page.locator('.badge').nth(at).press('Enter');
    const name = english(`marks.scam.${textKey(scam)}.title`);
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('the keyboard scrolls to a mark that is out of view', async ({ open }) => {
  const { page, run } = await stage(open, LANGUAGES[0]!);
  await page
    .locator('p')
    .last()
    .evaluate((element) => (element.style.marginBlock = '4000px'));
  await run(mark, 'blocked', 'drainer');
  await expect(page.locator('.badge')).toHaveCount(2);
  await page.locator('.badge').first().focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('.badge').last()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(2000);
});

/** Each button of the card: what it sends once, however often it is pressed. */
const CARD_BUTTONS: Readonly<Record<string, readonly [state: MarkState, sends: MessageName]>> = {
  steps: ['blocked', 'stepsOpen'],
  dispute: ['blocked', 'assetDispute'],
  report: ['unconfirmed', 'assetReport'],
  off: ['blocked', 'marksOff'],
};
for (const [key, [state, sends]] of Object.entries(CARD_BUTTONS))
  test(`one press too many of a button of the card does nothing, and a failure is shown: ${key}${nightlyUnless(/report/, key)}`, async ({
    open,
  }) => {
    const staged = await stage(open, LANGUAGES[0]!);
    const { page, run } = staged;
    await run(mark, state, 'drainer');
    const badge = page.locator('.badge').first();
    await badge.click();
    const button = page.getByRole('button', { name: english(`marks.card.${key}`), exact: true });
    if (key !== 'steps') {
      await expect(button).toBeHidden();
      await page.getByRole('button', { name: english('marks.card.more') }).click();
    }
    await expect(button).not.toHaveAttribute('aria-disabled');
    await run(() => {
      const scope = globalThis as unknown as Scope & { fail: () => void };
      scope.answer = () => new Promise((_, reject) => Object.assign(scope, { fail: () => reject(new Error('gone')) }));
    });
    const { x, y, width, height } = (await button.boundingBox())!;
    await rest(page, { x: x + width / 2, y: y + height / 2 });
    await button.dblclick();
    expect((await sentBy(staged)).filter((name) => name === sends)).toHaveLength(1);
    await run(() => (globalThis as unknown as { fail: () => void }).fail());
    await expect(page.getByRole('alert')).toHaveText(/\S/);
    await expect(button).toBeFocused();
    await run(() => void Object.assign(globalThis, { answer: async () => ({ done: true }) }));
    await pressArmed(button);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(badge).toBeFocused();
  });

test('the keyboard goes from the page to a mark, its card and back, and on to the next mark when one is hidden', async ({
  open,
}) => {
  const { page, run } = await stage(open, LANGUAGES[0]!);
  await run(mark, 'blocked', 'drainer');
  const badges = page.locator('.badge');
  await expect(badges).toHaveCount(2);
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  await expect(badges.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "${english('marks.scam.drainer.title')}":
      - heading "${english('marks.scam.drainer.title')}" [level=2]
      - button "${english('marks.card.close')}"
      - paragraph: "${english('marks.scam.drainer.advice')}"
      - paragraph: /0xBaD0 0000 .* 0001/
      - paragraph: Ethereum (EVM)
      - term: ${english('marks.card.why')}
      - definition: Drains wallets
      - term: ${english('marks.card.since')}
      - definition: November 20, 2026
      - term: ${english('marks.card.source')}
      - definition: Acme
      - button "${english('marks.card.steps')}"
      - button "${english('marks.card.more')}"
  `);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(badges.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: english('marks.card.more') }).press('Enter');
  const hide = page.getByRole('button', { name: english('marks.card.hide') });
  await pressArmed(hide);
  await expect(badges).toHaveCount(1);
  await expect(badges.first()).toBeFocused();
  await page.getByRole('button', { name: english('marks.undo') }).press('Enter');
  await expect(badges).toHaveCount(2);
});

/** Each button of a notice, and what it sends once, however often it is pressed. */
const NOTICE_BUTTONS: Readonly<Record<string, readonly [label: string, answer: string]>> = {
  close: [english('marks.card.close'), 'close'],
  mute: [english('marks.lookalike.mute'), 'mute'],
  leave: [english('marks.lookalike.leave').replace('$1', 'acme.example'), 'leave'],
  report: [english('marks.lookalike.report'), 'report'],
};
for (const [key, [label, answer]] of Object.entries(NOTICE_BUTTONS))
  test(`a button of a notice is pressed once, and gives the focus back to the page: ${key}${nightlyUnless(/leave/, key)}`, async ({
    open,
  }) => {
    const { page, run } = await stage(open, LANGUAGES[0]!);
    await run(lookalike);
    const before = page.getByRole('button', { name: 'Before' });
    const button = page.getByRole('button', { name: label, exact: true });
    await before.focus();
    // It comes first in the order of the page.
    while (!(await button.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('Shift+Tab');
    await expect(button).not.toHaveAttribute('aria-disabled');
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Shift')]);
    await expect(notice(page)).toHaveCount(0);
    await expect(before).toBeFocused();
    expect(await run(() => (globalThis as unknown as Scope).sent.map(({ request }) => request))).toEqual([{ answer }]);
  });

test('Escape closes a notice in which the focus is, and gives the focus back; a second notice replaces the first', async ({
  open,
}) => {
  const { page, run } = await stage(open, LANGUAGES[0]!);
  await run(({ showAddresses }, about) => showAddresses(about), ADDRESSES.twins);
  await run(({ showAddresses }, about) => showAddresses(about), ADDRESSES.pasted);
  await expect(notice(page)).toHaveCount(1);
  const before = page.getByRole('button', { name: 'Before' });
  await before.focus();
  await page.keyboard.press('Escape');
  await expect(notice(page)).toHaveCount(1);
  const close = page.getByRole('button', { name: english('marks.card.close') });
  while (!(await close.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('Shift+Tab');
  await expect(close).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Escape');
  await expect(notice(page)).toHaveCount(0);
  await expect(before).toBeFocused();
});

test('a pasted address that is not the copied one can be taken out of its field, and then comes what to do', async ({
  open,
}) => {
  const staged = await stage(open, LANGUAGES[0]!);
  const { page, run } = staged;
  const field = await fieldOf(page);
  await run(({ showAddresses }, about) => showAddresses(about), { ...ADDRESSES.pasted, second: LISTED.toLowerCase() });
  await pressArmed(page.getByRole('button', { name: english('marks.card.clear') }));
  await expect(field).toHaveValue('');
  await pressArmed(page.getByRole('button', { name: english('marks.addresses.steps') }));
  await expect(notice(page)).toHaveCount(0);
  expect(await sentBy(staged)).toEqual(['stepsOpen']);
});
