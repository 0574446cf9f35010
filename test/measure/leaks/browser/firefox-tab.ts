import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { redPart } from '../../../e2e/harness/page/pixels.ts';
import { asked, Tab } from './tab.ts';
import { pause, until } from './until.ts';

/** Milliseconds for which a navigation is followed. One that is taken to a page of the extension never ends for the driver. */
const FOLLOW_TIMEOUT_MS = 2_000;
/** Milliseconds in which a tab is opened. */
const POLL_TIMEOUT_MS = 10_000;
/** The part of a picture that must be red before it counts: a page of ours has only slim lines in a red of its own. */
const PART = 0.05;

/**
 * A tab of Firefox. Where it is and what it shows is asked of the document itself, because the driver does not follow a tab
 * onto a page of the extension.
 */
export class FirefoxTab extends Tab {
  readonly page: Page;

  constructor(page: Page) {
    super();
    this.page = page;
  }

  async visit(url: string): Promise<void> {
    const before = await this.mark();
    void this.page.goto(url, { timeout: FOLLOW_TIMEOUT_MS, waitUntil: 'domcontentloaded' }).catch(() => undefined);
    await this.#left(before);
    await this.reads(['interactive', 'complete']);
  }

  /** Goes back in the history. Does not wait. */
  back(): void {
    void this.page.goBack({ timeout: FOLLOW_TIMEOUT_MS }).catch(() => undefined);
  }

  evaluate<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer> {
    return this.page.evaluate(act as (argument: unknown) => Answer | Promise<Answer>, argument) as Promise<Answer>;
  }

  async front(): Promise<void> {
    await this.page.bringToFront();
    // Some buttons take no press in a window that is too small to read what they do.
    await this.page.setViewport({ width: 600, height: 800 });
  }

  async click(text: string): Promise<void> {
    await this.page.locator(`::-p-xpath(//*[text()='${text}'])`).click();
  }

  async clickAt(x: number, y: number): Promise<void> {
    await this.page.mouse.click(x, y);
  }

  async opened(act: () => Promise<unknown>, within = POLL_TIMEOUT_MS): Promise<FirefoxTab | undefined> {
    const browser: Browser = this.page.browser();
    const before = new Set(await browser.pages());
    await act();
    for (const end = Date.now() + within; Date.now() < end; await pause(20)) {
      const found = (await browser.pages()).find((page) => !before.has(page));
      if (found) return new FirefoxTab(found);
    }
    return undefined;
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

  /** Pictures are taken one by one, while it is looked at. */
  async watch(): Promise<void> {}

  async glance(): Promise<void> {
    const picture = await this.picture();
    if (picture && redPart(picture) > PART) this.red += 1;
    await this.type('x');
  }

  async isStopped(): Promise<boolean> {
    const addresses = this.page.frames().map((frame) => asked(frame.evaluate(() => location.href)));
    return (await Promise.all(addresses)).some((address) => address?.includes('/warning.html#'));
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
