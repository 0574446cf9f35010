import { expect } from '@playwright/test';
import { SCAM_KINDS } from '../../../src/api/report/scam-kind.ts';
import { textKey } from '../../../src/language/text-key.ts';
import type { MessageName } from '../../../src/messaging/catalogue.ts';
import { stepsPath } from '../../../src/protection/warning/address.ts';
import { nightlyUnless } from '../nightly.ts';
import { type Answers, test } from './extension-page.ts';
import { expectUsable, pressArmed } from './usable.ts';
import {
  about,
  arrive,
  askAgain,
  blocked,
  EMPTY,
  english,
  HOST,
  heading,
  SITUATIONS,
  type State,
  sent,
  silent,
  TARGET,
  unfold,
  unfolds,
} from './warning-states.ts';

const COMMON =
  /^(a site that empties wallets|its details|opening it anyway|a site that could not be confirmed: offline|nothing known yet)$/;
const ALL = Object.entries({ ...SITUATIONS, empty: { 'no web address': EMPTY } });
for (const [kind, states] of ALL)
  for (const [name, state] of Object.entries(states))
    test(`everybody can use the warning: ${kind}, ${name}${nightlyUnless(COMMON, name)}`, async ({ open }) => {
      await expectUsable(await arrive(open, state));
    });

test('each kind of scam is named', async ({ open }) => {
  const page = await arrive(open, { answers: blocked(), shows: heading });
  for (const scam of SCAM_KINDS) {
    page.answer(blocked({ scam }));
    await askAgain(page);
    await expect(page.locator('h1')).toHaveText(english(`scam.${textKey(scam)}.title`));
  }
});

test('a stopped part of a page says so, and leads to the warning in a tab of its own', async ({ open }) => {
  const page = await arrive(open, EMPTY);
  await page.evaluate((target) => {
    document.body.innerHTML = `<main><h1>Page</h1><iframe title="part" src="/warning.html#${target}"></iframe></main>`;
  }, TARGET);
  const link = page.frameLocator('iframe').getByRole('link', { name: english('warning.frameOpen') });
  await expect(link).toHaveAttribute('href', new RegExp(`/warning\\.html#${TARGET}$`));
  await expect(link).toHaveAttribute('target', '_blank');
  await expectUsable(page, []);
});

test('a screen reader reads what was stopped, then the way back, then the parts of the warning', async ({ open }) => {
  const page = await arrive(open, SITUATIONS.stopped['opening it anyway']!);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - status: "${heading(english)}: ${HOST}"
    - main:
      - heading "${heading(english)}" [level=1]
      - paragraph:
        - strong: ${HOST}
      - paragraph: /Acme Security/
      - paragraph
      - paragraph: ${english('warning.nothingLoaded')}
      - button "${english('warning.goBack')}"
      - link /${english('popup.state.help')}/
      - button "${english('warning.disputeLink')}" [expanded=false]
      - button "${english('warning.why')}" [expanded]
      - term: ${english('warning.details.matched')}
      - definition
      - paragraph: /${english('health.forSupport')}/
      - button "${english('warning.reportMore')}"
      - button "${english('warning.proceedLink')}" [expanded]
      - heading "${english('warning.proceed.title', { host: HOST })}" [level=2]
      - group "${english('warning.proceed.scope')}":
        - radio "${english('warning.proceed.tab')}" [checked]
        - radio "${english('warning.proceed.day')}"
        - radio "${english('warning.proceed.always')}"
      - button "${english('warning.proceed.confirm', { host: HOST })}"
      - status: /\\S/
      - button "${english('action.cancel')}"
  `);
  await expect(page.getByRole('link')).toHaveAttribute('href', stepsPath('drainer'));
});

/** A press in a state: what it sends once, however often it is pressed, and what has the focus then. */
type Press = {
  readonly state: State;
  readonly press: string;
  readonly blanks?: Readonly<Record<string, string>>;
  readonly sends?: MessageName;
  /** How often the target is asked for, once in all where it is opened. */
  readonly visits?: number;
  /** The control with the focus afterwards; the pressed one where nothing else is said. */
  readonly focused?: string;
  readonly answers?: Answers;
};
const { stopped, openable } = SITUATIONS;
const done = { done: true } as const;
const OPEN_IT = { press: 'warning.continue', blanks: { host: HOST } } as const;
const PRESSES: Readonly<Record<string, Press>> = {
  'asks again after a failure': {
    state: stopped['a site that could not be confirmed: offline']!,
    press: 'action.retry',
    answers: { warningRetry: done },
    sends: 'warningRetry',
  },
  'asks again where nobody answered': { state: SITUATIONS.silent['no answer']!, press: 'action.retry' },
  'opens a site that left the list': { state: openable.lifted!, ...OPEN_IT, visits: 1 },
  'opens a site as any page would': { state: openable.unasked!, ...OPEN_IT, visits: 1 },
  'reports more': { state: stopped['its details']!, press: 'warning.reportMore', sends: 'reportHandOver' },
  'sends a dispute': {
    state: stopped['a dispute that is written']!,
    press: 'dispute.send',
    answers: { disputeSubmit: about('dispute', sent()) },
    sends: 'disputeSubmit',
    focused: 'action.close',
  },
  'cancels a dispute': {
    state: stopped['a dispute that is written']!,
    press: 'action.cancel',
    focused: 'warning.disputeLink',
  },
  'cancels opening it': {
    state: stopped['opening it anyway']!,
    press: 'action.cancel',
    focused: 'warning.proceedLink',
  },
  'shows the whole address': {
    state: stopped['a page of a site, with a long address']!,
    press: 'action.showAll',
    focused: 'action.showLess',
  },
};

for (const [name, { state, press, blanks, sends, visits, focused, answers = {} }] of Object.entries(PRESSES))
  test(`one press too many changes nothing, and the focus stays in place: ${name}${nightlyUnless(/failure|left|sends|opening/, name)}`, async ({
    open,
  }) => {
    const page = await arrive(open, state);
    page.answer({ reportHandOver: done, ...answers });
    const before = page.visited.length;
    const button = page.getByRole('button', { name: english(press, blanks), exact: true });
    await button.focus();
    await button.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });
    if (visits === undefined) await expect(page.getByRole('button', { name: english(focused ?? press) })).toBeFocused();
    await page.keyboard.press('Shift');
    if (visits !== undefined) await expect.poll(() => page.visited.length - before).toBe(visits);
    if (sends) expect(page.sent.filter((message) => message.name === sends)).toHaveLength(1);
  });

test('"Go back" has the focus, and leaves once, however often it is pressed', async ({ open }) => {
  const page = await arrive(open, stopped['a site that empties wallets']!);
  const button = page.getByRole('button', { name: english('warning.goBack') });
  await expect(button).toBeFocused();
  await button.evaluate((element: HTMLElement) => {
    // The page is gone before it could answer.
    setTimeout(() => {
      element.click();
      element.click();
    });
  });
  await expect(page).toHaveURL('about:blank');
});

test('"Go back" leads past the same warning, which may stand twice in the history', async ({ open }) => {
  const page = await arrive(open, SITUATIONS.stopped['a site that empties wallets']!);
  const start = page.url().replace(/warning\.html.*/, 'steps.html');
  await page.goto(start);
  await page.goto(`${start.replace('steps', 'warning')}#${TARGET}`);
  await page.evaluate(() => history.pushState(null, '', location.href));
  await page.getByRole('button', { name: english('warning.goBack') }).click();
  await expect(page).toHaveURL(start);
});

test('each part unfolds under its button, and Escape folds it and gives the focus back', async ({ open }) => {
  const page = await arrive(open, stopped['a site that empties wallets']!);
  for (const key of ['warning.disputeLink', 'warning.why', 'warning.proceedLink']) {
    if (key === 'warning.proceedLink') await unfold(page, english('warning.why'));
    const button = page.getByRole('button', { name: english(key), exact: true });
    await button.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.locator('.disclosure-body :is(p, h2)').first().waitFor();
    if (key !== 'warning.why') await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await expect(button).toBeFocused();
  }
});

test('a person who reported a false alarm is not asked for another', async ({ open }) => {
  const page = await arrive(open, stopped['a disputed site: open']!);
  await expect(page.getByRole('button', { name: english('warning.disputeLink') })).toHaveCount(0);
});

test('the way back is in sight in the smallest window, whatever stands above it', async ({ open }) => {
  const page = await arrive(open, stopped['a page of a site, with a long address']!);
  await page.setViewportSize({ width: 320, height: 300 });
  await expect(page.getByRole('button', { name: english('warning.goBack') })).toBeInViewport({ ratio: 1 });
});

test('what a person writes stays, with the focus, while nobody answers, and after the page was closed', async ({
  open,
}) => {
  const state = stopped['a dispute that is written']!;
  const page = await arrive(open, state);
  const field = page.getByLabel(english('dispute.description'));
  await field.fill('My own shop.');
  page.answer(silent);
  await askAgain(page);
  await expect(page.getByText(english('warning.stillSilent'))).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('My own shop.');
  page.answer(state.answers);
  await page.reload();
  await unfold(page, english('warning.disputeLink'));
  await expect(field).toHaveValue('My own shop.');
});

test('a listed site opens only by a press after a second, in a window with room for what is to be read', async ({
  open,
}) => {
  const page = await arrive(open, stopped['opening it anyway']!);
  const decided = () => page.sent.filter(({ name }) => name === 'warningProceed');
  page.answer({ warningProceed: done });
  const button = page.getByRole('button', { name: english('warning.proceed.confirm', { host: HOST }), exact: true });
  await page.reload();
  await unfolds('warning.why', 'warning.proceedLink')(page, english);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover({ force: true });
  // None waits for the one before: on a busy machine that could take the second in which the button is armed.
  const presses = [1, 2, 3].flatMap(() => [page.mouse.down(), page.mouse.up()]);
  await Promise.all([...presses, page.keyboard.press('Enter')]);
  await expect(page.getByText(english('warning.proceed.armed'))).toBeVisible();
  await page.setViewportSize({ width: 500, height: 160 });
  await expect(page.getByText(english('warning.proceed.small'))).toBeVisible();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText(english('warning.proceed.armed'))).toBeVisible();
  expect(decided()).toEqual([]);
  await button.dblclick();
  await expect.poll(() => page.visited).toEqual([TARGET]);
  expect(decided().map(({ request }) => request)).toEqual([{ url: TARGET, scope: 'tab' }]);
});

test('a site opens only with a reason where one is asked for, and not where the decision is not stored', async ({
  open,
}) => {
  const page = await arrive(open, stopped['opening it anyway, with a reason']!);
  const button = page.getByRole('button', { name: english('warning.proceed.confirm', { host: HOST }), exact: true });
  const reason = page.getByLabel(english('warning.proceed.reason'));
  const press = () => pressArmed(button);
  await expect(page.getByRole('radio')).toHaveCount(2);
  await press();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(new RegExp(english('warning.proceed.reasonMissing')));
  await reason.fill('I have to look at it.');
  page.answer({
    warningProceed: () => {
      throw Object.assign(new Error('full'), { name: 'StorageFull' });
    },
  });
  await press();
  await expect(page.getByRole('alert').filter({ hasText: english('problem.storageFull') })).toBeVisible();
  expect(page.visited).toEqual([]);
  page.answer({ warningProceed: done });
  await press();
  // The frame that opens it without the rights of the extension.
  await expect(page.locator('iframe[sandbox]')).toHaveAttribute('src', new RegExp(`onward\\.html#${TARGET}$`));
  const asked = page.sent.findLast(({ name }) => name === 'warningProceed');
  expect(asked?.request).toEqual({ url: TARGET, scope: 'tab', reason: 'I have to look at it.' });
});

test('a report that cannot be handed over says why, and can be pressed again', async ({ open }) => {
  const page = await arrive(open, stopped['its details']!);
  page.answer({
    reportHandOver: () => {
      throw Object.assign(new Error('gone'), { name: 'StorageBroken' });
    },
  });
  const button = page.getByRole('button', { name: english('warning.reportMore') });
  await button.click();
  await expect(page.getByText(english('problem.storageBroken'))).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-disabled');
  await expect(button).toBeFocused();
});

test('the warning shows its brand before its scripts run, and does not move when they do', async ({ open }) => {
  const page = await arrive(open, stopped['a site that empties wallets']!);
  const placeOf = async () => [
    await page.locator('.mark-sign').boundingBox(),
    await page.locator('.mark-name').boundingBox(),
  ];
  const after = await placeOf();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.reload();
  await expect(page.locator('.mark')).toHaveText('Acme Guard');
  expect(await placeOf()).toEqual(after);
});

test('what to do now can be used by everybody, asks nobody and can be printed', async ({ open }) => {
  const page = await open(stepsPath('drainer'));
  const say = english;
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(say('steps.situation.signed'));
  await expectUsable(page);
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = '';
    };
  });
  const button = page.getByRole('button', { name: say('steps.print') });
  await button.click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(button).toBeHidden();
  await expect(page.getByRole('heading', { name: say('steps.step.revoke.title') })).toBeVisible();
  expect([page.sent, page.visited]).toEqual([[], []]);
});

test('files of listed sites can be stopped from now on, in a press', async ({ open }) => {
  const page = await arrive(open, SITUATIONS.stopped['a file that may have been saved']!);
  await page.getByRole('button', { name: 'Stop files like this from now on' }).click();
  await expect(page.getByText('From now on, files from listed sites are stopped.')).toBeVisible();
  expect(await page.calls()).toContainEqual(expect.stringContaining('downloads'));
});
