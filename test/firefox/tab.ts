import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import type { Tab } from '../matrix/way.ts';

/** Milliseconds for which a navigation is followed. One that is taken to a page of the extension never ends for the driver. */
const FOLLOWED = 2_000;
/** Milliseconds between two looks, and for which is looked. */
const LOOK = 40;
const LOOKED = 40_000;
/** Milliseconds in which a document answers. */
const ANSWERED = 1_000;

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** What the driver answers about a document; null where the document goes away over the question, which the driver may never notice. */
const asked = <Answer>(question: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([question.catch(() => null), pause(ANSWERED).then(() => null)]);

/** Looks until something is so. @throws Error that says what was waited for, and what was seen last */
export async function until<Seen>(
  what: string,
  look: () => Promise<Seen>,
  isSo: (seen: Seen) => boolean,
): Promise<Seen> {
  const end = Date.now() + LOOKED;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}; seen last: ${JSON.stringify(seen)}`);
    await pause(LOOK);
  }
}

/**
 * A tab of Firefox. Where it is and what it shows is asked of the document itself, because the driver does not follow a tab
 * onto a page of the extension.
 */
export class FirefoxTab implements Tab<FirefoxTab> {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async visit(url: string): Promise<void> {
    const before = await this.mark();
    void this.page.goto(url, { timeout: FOLLOWED, waitUntil: 'domcontentloaded' }).catch(() => undefined);
    await this.#left(before);
    await this.reads(['interactive', 'complete']);
  }

  /** Waits until the document is read so far. */
  async reads(states: readonly string[]): Promise<void> {
    const state = () => asked(this.page.evaluate(() => document.readyState as string));
    await until(`the document is ${states.join(' or ')}`, state, (seen) => seen !== null && states.includes(seen));
  }

  /** Goes back in the history. Does not wait. */
  back(): void {
    void this.page.goBack({ timeout: FOLLOWED }).catch(() => undefined);
  }

  evaluate<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer> {
    return this.page.evaluate(act as (argument: unknown) => Answer | Promise<Answer>, argument) as Promise<Answer>;
  }

  async click(text: string): Promise<void> {
    await this.page.locator(`::-p-xpath(//*[text()='${text}'])`).click();
  }

  async opened(act: () => Promise<unknown>): Promise<FirefoxTab> {
    const browser: Browser = this.page.browser();
    const before = new Set(await browser.pages());
    await act();
    const isNew = (page: Page) => !before.has(page);
    const pages = await until(
      'a tab is opened',
      () => browser.pages(),
      (all) => all.some(isNew),
    );
    return new FirefoxTab(pages.find(isNew)!);
  }

  /** The address of the document, empty while there is none to ask. */
  async address(): Promise<string> {
    return (await asked(this.page.evaluate(() => location.href))) ?? '';
  }

  /** The words of the document. */
  async words(): Promise<string> {
    return (await asked(this.page.evaluate(() => document.body?.innerText))) ?? '';
  }

  /** Waits until the tab is at an address that begins so, and is ready. */
  async at(begin: string): Promise<void> {
    await until(
      `the tab is at ${begin}`,
      () => this.address(),
      (address) => address.startsWith(begin),
    );
  }

  /** Waits until words are shown. */
  async shows(words: string): Promise<void> {
    await until(
      `the tab shows "${words}"`,
      () => this.words(),
      (seen) => seen.includes(words),
    );
  }

  /** Presses a button of a page of the extension by its words, once it takes a press. */
  async press(label: string): Promise<void> {
    await this.shows(label);
    await this.page.bringToFront();
    // Some take none in a window that is too small to read what they do.
    await this.page.setViewport({ width: 600, height: 800 });
    const press = (label: string) => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, [type=radio]')];
      const found = buttons.find((button) => (button.labels?.[0] ?? button).textContent?.includes(label));
      if (!found) throw new Error(`There is no button "${label}"`);
      found.scrollIntoView({ block: 'center' });
      if (found.getAttribute('aria-disabled')) return document.body.innerText;
      found.click();
      return null;
    };
    await until(
      `the button "${label}" takes a press`,
      () => this.page.evaluate(press, label),
      (words) => words === null,
    );
  }

  /** Writes into a field of a page of the extension, found by the words of its label. */
  async fill(label: string, text: string): Promise<void> {
    await this.shows(label);
    const field = await this.page.evaluateHandle((label) => {
      const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
      return fields.find(({ labels }) => labels?.[0]?.textContent?.includes(label)) ?? null;
    }, label);
    const element = field.asElement();
    if (!element) throw new Error(`There is no field "${label}"`);
    await (element as ElementHandle<HTMLElement>).type(text);
  }

  /** Whether the warning comes to stand in the tab or in a frame of it. */
  async stoppedWithin(milliseconds: number): Promise<boolean> {
    for (const end = Date.now() + milliseconds; Date.now() < end; await pause(LOOK)) {
      const addresses = this.page.frames().map((frame) => asked(frame.evaluate(() => location.href)));
      if ((await Promise.all(addresses)).some((address) => address?.includes('/warning.html#'))) return true;
    }
    return false;
  }

  /** What is painted now; null while the tab is between two documents. */
  async picture(): Promise<Buffer | null> {
    const picture = await asked(this.page.screenshot({ captureBeyondViewport: false }));
    return picture && Buffer.from(picture);
  }

  /** Presses a key. */
  async type(key: 'x'): Promise<void> {
    await asked(this.page.keyboard.press(key));
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  /** Puts a mark on the document that another document does not have. */
  async mark(): Promise<number> {
    const mark = Math.random();
    await asked(this.page.evaluate((mark) => void Object.assign(globalThis, { mark }), mark));
    return mark;
  }

  async #left(mark: number): Promise<void> {
    await until(
      'the tab has left its document',
      () => asked(this.page.evaluate(() => (globalThis as { mark?: number }).mark ?? 0)),
      (seen) => seen !== null && seen !== mark,
    );
  }
}
