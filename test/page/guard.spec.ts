import { expect, type Page } from '@playwright/test';
import type { MessageReply } from '../../src/messaging/catalogue.ts';
import { redPart } from '../e2e/harness/page/pixels.ts';
import type * as Parts from './parts.ts';
import { type Staged, test } from './stage.ts';

type Kind = MessageReply<'guardCheck'>['kind'];
type Local = 'hit' | 'unlisted' | 'unknown';
/** What the storage and the worker say, as often as a test lets them; `left` are the addresses that the guard left for their warning. */
type Scope = {
  readonly look: (local: Local) => void;
  readonly check: (kind: Kind | Error) => void;
  readonly resolve: (kind: Kind | Error) => void;
  /** Lets this many milliseconds pass. */
  readonly pass: (milliseconds: number) => void;
  readonly left: string[];
  readonly asked: string[];
};

/** Starts a guard in front of a page, whose time passes only when a test says so. */
function guard({ startGuard }: typeof Parts): void {
  const waiting = { look: [] as ((value: never) => void)[], check: [] as never[], resolve: [] as never[] };
  const timers: { at: number; end: () => void }[] = [];
  const [left, asked]: [string[], string[]] = [[], []];
  let now = 0;
  const next = <T>(name: keyof typeof waiting) =>
    new Promise<T>((resolve) => (waiting[name] as ((value: T) => void)[]).push(resolve));
  const answer = (name: keyof typeof waiting, value: unknown) => {
    for (const resolve of (waiting[name] as ((value: unknown) => void)[]).splice(0)) resolve(value);
  };
  const ask = async (name: 'check' | 'resolve', url: string): Promise<Kind> => {
    asked.push(`${name} ${new URL(url).pathname}`);
    const said = await next<Kind | Error>(name);
    if (typeof said !== 'string') throw said;
    return said;
  };
  const scope: Scope = {
    look: (kind) => answer('look', kind === 'hit' ? { kind, prefixes: [7] } : { kind }),
    check: (kind) => answer('check', kind),
    resolve: (kind) => answer('resolve', kind),
    pass: (milliseconds) => {
      now += milliseconds;
      for (const timer of timers.splice(0)) timer.at <= now ? timer.end() : timers.push(timer);
    },
    left,
    asked,
  };
  Object.assign(globalThis, scope);
  startGuard(window, {
    look: () => next('look'),
    check: (url) => ask('check', url),
    resolve: (url) => ask('resolve', url),
    isGone: (error) => (error as Error).message === 'gone',
    leave: (url) => void left.push(new URL(url).pathname),
    waiting: async () => 'Checking this site',
    wait: (milliseconds) => new Promise((end) => timers.push({ at: now + milliseconds, end })),
  });
}

const RED = '#d00000';
const PAGE = `<!doctype html><html style="color:  green; --own: 1"><title>page</title>
  <body style="margin: 0; background: ${RED}"><input id="field" value="unsent"><button id="press" style="width: 100vw; height: 50vh; background: ${RED}">secret words</button>
  <div style="height: 3000px"></div><p id="part" style="height: 900px">part</p>
  <script>globalThis.heard = []; for (const type of ['pointerdown', 'click', 'keydown', 'input', 'beforeunload'])
    addEventListener(type, (event) => event.isTrusted && heard.push(type), true);</script></body></html>`;

type Answer = readonly [name: 'look' | 'check' | 'resolve', value: string] | readonly [name: 'pass', ms: number];
/** Answers of storage and worker, one after the other; each is taken up before the next. */
const answer = async ({ run }: Pick<Staged, 'run'>, ...answers: readonly Answer[]): Promise<void> => {
  for (const [name, value] of answers)
    await run(
      async (_, name, value) => {
        const scope = globalThis as unknown as Record<string, (value: unknown) => void>;
        const isError = value === 'gone' || value === 'error';
        scope[name]?.(isError ? new Error(String(value)) : value);
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      },
      name,
      value,
    );
};
const leftBy = ({ run }: Staged) => run(() => (globalThis as unknown as Scope).left);
const askedBy = ({ run }: Staged) => run(() => (globalThis as unknown as Scope).asked);
const heardBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard?: string[] }).heard ?? []);
const redOf = async (page: Page) => redPart(await page.screenshot());

/** What a person can do to a page. */
async function use(page: Page): Promise<void> {
  await page.mouse.click(100, 100);
  await page.keyboard.type('a');
}

/** The names in the tree that a screen reader reads. */
async function namesIn(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes.map(({ name }) => String(name?.value ?? '')).join(' ');
}

/** The listeners and styles that the guard's page has. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    style: document.documentElement.getAttribute('style'),
    sheets: document.adoptedStyleSheets.length,
  }));
const UNTOUCHED = { style: 'color:  green; --own: 1', sheets: 0 };

test('while the list is read a page is neither seen nor used, and without a hit it is as it was', async ({ open }) => {
  const staged = await open(PAGE, guard);
  const { page } = staged;
  expect(await redOf(page)).toBe(0);
  await use(page);
  expect(await heardBy(page)).toEqual([]);
  await answer(staged, ['look', 'unlisted']);
  expect(await redOf(page)).toBeGreaterThan(0.5);
  expect(await traces(page)).toEqual(UNTOUCHED);
  expect(await askedBy(staged)).toEqual([]);
  await use(page);
  expect(await heardBy(page)).toEqual(['pointerdown', 'click', 'keydown']);
});

test('what a page writes to its root while it is unseen stays', async ({ open }) => {
  const staged = await open(PAGE, guard);
  await staged.page.evaluate(() => document.documentElement.style.setProperty('--theme', 'dark'));
  await answer(staged, ['look', 'unlisted']);
  expect((await traces(staged.page)).style).toBe('color: green; --own: 1; --theme: dark;');
});

test('a storage that does not answer hides a page for a second, and its hit covers the page all the same', async ({
  open,
}) => {
  const staged = await open(PAGE, guard);
  await answer(staged, ['pass', 1_000]);
  expect(await redOf(staged.page)).toBeGreaterThan(0.5);
  await answer(staged, ['look', 'hit']);
  expect(await redOf(staged.page)).toBe(0);
});

test.describe('a page with a hit', () => {
  test('waits in place: no pixel, dialog or popover, no key or click, nothing for a screen reader', async ({
    open,
  }) => {
    const staged = await open(PAGE, guard);
    const { page } = staged;
    await answer(staged, ['look', 'hit']);
    await page.evaluate((red) => {
      const above = (name: string) => {
        const element = document.body.appendChild(document.createElement(name));
        element.style.cssText = `inset: 0; width: 100vw; height: 100vh; background: ${red}`;
        element.textContent = 'secret words';
        return element;
      };
      (above('dialog') as HTMLDialogElement).showModal();
      const popover = Object.assign(above('div'), { popover: 'manual' });
      popover.showPopover();
      document.querySelector<HTMLElement>('#field')?.focus();
    }, RED);
    await use(page);
    expect(await redOf(page)).toBe(0);
    expect(await heardBy(page)).toEqual([]);
    expect(await namesIn(page)).not.toMatch(/secret|unsent|part/);
  });

  test('lets no frame in it have the keys, from before it is known to be one', async ({ open }) => {
    const frame = `<iframe srcdoc="<script>onkeydown = () => parent.heard.push('keydown in the frame'); focus()</script>"></iframe>`;
    const staged = await open(PAGE.replace('</body>', `${frame}</body>`), guard);
    const { page } = staged;
    await page.evaluate(() => document.querySelector('iframe')!.focus());
    await page.keyboard.type('a');
    expect(await heardBy(page)).toEqual([]);
    await answer(staged, ['look', 'unlisted']);
    await page.keyboard.type('a');
    expect(await heardBy(page)).toEqual(['keydown in the frame']);
  });

  test('lets no frame of another origin have the keys, and gives it the focus that it took once it is lifted', async ({
    open,
  }) => {
    const staged = await open(PAGE, guard);
    const { page } = staged;
    await answer(staged, ['look', 'hit']);
    await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts');
      frame.srcdoc =
        '<script>onkeydown = () => parent.postMessage("keydown in the frame", "*"); focus(); parent.postMessage("taken", "*")</script>';
      const taken = new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) =>
          data === 'taken' ? resolve() : (globalThis as unknown as { heard: string[] }).heard.push(data),
        );
      });
      document.body.prepend(frame);
      await taken;
    });
    const hasFocus = () => page.evaluate(() => document.hasFocus() && document.activeElement?.localName !== 'iframe');
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.type('a');
    expect(await heardBy(page)).toEqual([]);
    await answer(staged, ['resolve', 'clear']);
    await page.keyboard.type('a');
    await expect.poll(() => heardBy(page)).toEqual(['keydown in the frame']);
  });

  test('says after a moment that it is checked, where its policy lets nothing load too', async ({ open }) => {
    const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
    const staged = await open(PAGE.replace('<title>', `${policy}<title>`), guard);
    const { page } = staged;
    await answer(staged, ['look', 'hit']);
    expect(await namesIn(page)).not.toContain('Checking this site');
    await answer(staged, ['pass', 300]);
    await expect.poll(() => namesIn(page)).toContain('Checking this site');
    expect(await namesIn(page)).not.toMatch(/secret|unsent|part/);
    expect(await redOf(page)).toBe(0);
    await answer(staged, ['resolve', 'clear']);
    expect(await traces(page)).toEqual(UNTOUCHED);
  });

  test('that was false is given back as it was: style, focus, place, form and history', async ({ open }) => {
    const staged = await open(PAGE, guard);
    const { page } = staged;
    const stateOf = () =>
      page.evaluate(() => [document.activeElement?.id, scrollY, history.length, document.forms.length]);
    await answer(staged, ['pass', 1_000]);
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('#field')!;
      field.focus({ preventScroll: true });
      field.setSelectionRange(6, 6);
      scrollTo(0, 700);
    });
    const before = await stateOf();
    expect(before.slice(0, 2)).toEqual(['field', 700]);
    await answer(staged, ['look', 'hit']);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.type('?');
    await answer(staged, ['pass', 300], ['resolve', 'clear']);
    expect(await stateOf()).toEqual(before);
    expect(await traces(page)).toEqual(UNTOUCHED);
    expect(await page.inputValue('#field')).toBe('unsent');
    expect(await leftBy(staged)).toEqual([]);
    await page.keyboard.type('!');
    expect(await page.inputValue('#field')).toBe('unsent!');
  });

  test('that is confirmed is ended: nothing of it hears, shows or asks to stay', async ({ open }) => {
    const staged = await open(PAGE, guard);
    const { page } = staged;
    await use(page);
    await answer(staged, ['look', 'hit'], ['resolve', 'blocked'], ['pass', 1_000]);
    await page.evaluate(() => document.append(document.createElement('html')));
    await use(page);
    expect(await redOf(page)).toBe(0);
    expect(await page.evaluate(() => document.documentElement)).toBeNull();
    expect(await heardBy(page)).toEqual([]);
    // The worker takes the tab.
    expect(await leftBy(staged)).toEqual([]);
  });

  test('that could not be confirmed stays covered, whatever address it takes, until the worker has taken the tab', async ({
    open,
  }) => {
    const staged = await open(PAGE, guard);
    await answer(staged, ['look', 'hit'], ['resolve', 'unconfirmed'], ['pass', 60_000]);
    expect(await redOf(staged.page)).toBe(0);
    await staged.page.evaluate(() => history.pushState(null, '', '/other'));
    await answer(staged, ['look', 'unlisted'], ['pass', 60_000]);
    expect(await redOf(staged.page)).toBe(0);
    expect(await leftBy(staged)).toEqual([]);
  });

  test('that took another address while it waited is given back once both are clear, however late', async ({
    open,
  }) => {
    const staged = await open(PAGE, guard);
    await answer(staged, ['look', 'hit']);
    await staged.page.evaluate(() => history.replaceState(null, '', '/home'));
    await answer(staged, ['look', 'unlisted'], ['pass', 1_500]);
    expect(await redOf(staged.page)).toBe(0);
    await answer(staged, ['resolve', 'clear']);
    expect(await redOf(staged.page)).toBeGreaterThan(0.5);
    expect(await traces(staged.page)).toEqual(UNTOUCHED);
  });

  for (const failure of ['error', 'nothing'])
    test(`goes to the warning by itself where the worker says ${failure} for five seconds`, async ({ open }) => {
      const staged = await open(PAGE, guard);
      await answer(staged, ['look', 'hit']);
      if (failure === 'error') await answer(staged, ['resolve', 'error']);
      await answer(staged, ['pass', 4_900]);
      expect(await leftBy(staged)).toEqual([]);
      await answer(staged, ['pass', 100]);
      expect(await leftBy(staged)).toEqual(['/']);
      expect(await redOf(staged.page)).toBe(0);
    });

  test('is shown after five seconds where the extension is gone', async ({ open }) => {
    const staged = await open(PAGE, guard);
    await answer(staged, ['look', 'hit'], ['resolve', 'gone'], ['pass', 4_900]);
    expect(await redOf(staged.page)).toBe(0);
    await answer(staged, ['pass', 100]);
    expect(await redOf(staged.page)).toBeGreaterThan(0.5);
    expect(await traces(staged.page)).toEqual(UNTOUCHED);
  });
});

test.describe('a page about which the list on the device cannot tell', () => {
  test('is shown when the worker says that it is clear', async ({ open }) => {
    const staged = await open(PAGE, guard);
    await answer(staged, ['look', 'unknown']);
    expect(await redOf(staged.page)).toBe(0);
    await answer(staged, ['check', 'clear']);
    expect(await redOf(staged.page)).toBeGreaterThan(0.5);
  });

  test('waits like one with a hit when the worker has one', async ({ open }) => {
    const staged = await open(PAGE, guard);
    await answer(staged, ['look', 'unknown'], ['check', 'checking'], ['pass', 4_000]);
    expect(await redOf(staged.page)).toBe(0);
    expect(await askedBy(staged)).toEqual(['check /', 'resolve /']);
  });
});

test.describe('an application in use that takes an address with a hit', () => {
  const moved = async (staged: Staged) => {
    await answer(staged, ['look', 'unlisted']);
    await staged.page.evaluate(() => history.pushState(null, '', '/claim'));
    await answer(staged, ['look', 'hit']);
  };

  for (const verdict of ['clear', 'unconfirmed'])
    test(`stays as it is, with its unsent text, if the verdict is ${verdict}`, async ({ open }) => {
      const staged = await open(PAGE, guard);
      await moved(staged);
      expect(await redOf(staged.page)).toBeGreaterThan(0.5);
      await answer(staged, ['resolve', verdict], ['pass', 60_000]);
      expect(await redOf(staged.page)).toBeGreaterThan(0.5);
      expect(await traces(staged.page)).toEqual(UNTOUCHED);
      expect(await staged.page.inputValue('#field')).toBe('unsent');
      expect(await leftBy(staged)).toEqual([]);
    });

  test('is ended when that is confirmed', async ({ open }) => {
    const staged = await open(PAGE, guard);
    await moved(staged);
    await answer(staged, ['resolve', 'blocked']);
    expect(await redOf(staged.page)).toBe(0);
    expect(await askedBy(staged)).toEqual(['resolve /claim']);
  });

  test('before its first address was looked up is covered like any page', async ({ open }) => {
    const staged = await open(PAGE, guard);
    await staged.page.evaluate(() => history.replaceState(null, '', '/claim'));
    await answer(staged, ['look', 'hit'], ['pass', 4_000]);
    expect(await redOf(staged.page)).toBe(0);
  });
});
