import { redPart } from '../../../e2e/harness/page/pixels.ts';
import type { BareTab } from '../../bench/browser/devtools.ts';
import type { Chromium } from './chromium.ts';
import { Tab } from './tab.ts';
import { pause, until } from './until.ts';

/** Milliseconds for which a navigation is followed. */
const FOLLOW_TIMEOUT_MS = 5_000;
/** The part of a picture that must be red before it counts: a page of ours has only slim lines in a red of its own. */
const PART = 0.05;

/** Where nothing of a page or of the warning is. */
const CORNER = [2, 2] as const;

/** A tab of Chromium, to which DevTools attach when something is first asked of it. */
export class ChromiumTab extends Tab {
  readonly id: string;
  readonly #browser: Chromium;
  #attached: Promise<BareTab> | undefined;

  constructor(browser: Chromium, id: string) {
    super();
    this.#browser = browser;
    this.id = id;
  }

  async send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    this.#attached ??= this.#attach();
    return (await this.#attached).send(method, params);
  }

  /** Ends in an error of the driver where the extension takes the navigation elsewhere. */
  async visit(url: string): Promise<void> {
    await Promise.race([this.send('Page.navigate', { url }).catch(() => undefined), pause(FOLLOW_TIMEOUT_MS)]);
  }

  async evaluate<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer> {
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', {
      expression: `(${act})(${JSON.stringify(argument) ?? ''})`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    })) as { result: { value: Answer }; exceptionDetails?: { exception?: { description?: string } } };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The script failed');
    return result.value;
  }

  async front(): Promise<void> {
    await this.send('Page.bringToFront');
  }

  async click(text: string): Promise<void> {
    const at = await this.evaluate((text) => {
      const found = document.evaluate(`//*[text()='${text}']`, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE);
      const box = (found.singleNodeValue as Element).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, text);
    await this.clickAt(at.x, at.y);
  }

  async clickAt(x: number, y: number): Promise<void> {
    const button = { x, y, button: 'left', clickCount: 1 };
    await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
    await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
  }

  async opened(act: () => Promise<unknown>, within = FOLLOW_TIMEOUT_MS): Promise<ChromiumTab | undefined> {
    const before = new Set((await this.#browser.pages()).map(({ targetId }) => targetId));
    await act();
    for (const end = Date.now() + within; Date.now() < end; await pause(10)) {
      const found = (await this.#browser.pages()).find(({ targetId }) => !before.has(targetId));
      if (found) return new ChromiumTab(this.#browser, found.targetId);
    }
    return undefined;
  }

  async watch(): Promise<void> {
    await this.send('Page.bringToFront');
    const tab = await this.#attached!;
    // A tab whose renderer was changed by its first navigation is not active for a moment.
    await until(
      'frames are sent',
      () =>
        tab
          .watchFrames((png) => {
            if (redPart(png) > PART) this.red += 1;
          })
          .then(
            () => '',
            (error: Error) => error.message,
          ),
      (error) => error === '',
      2_000,
    );
  }

  /** A page that is left in the meantime takes its keys with it. */
  async glance(): Promise<void> {
    for (const type of ['keyDown', 'keyUp'])
      void this.send('Input.dispatchKeyEvent', { type, key: 'x', text: type === 'keyDown' ? 'x' : '' }).catch(() => 0);
    void this.clickAt(...CORNER).catch(() => 0);
  }

  async isStopped(): Promise<boolean> {
    const targets = await this.#browser.targets();
    return targets.some(
      ({ targetId, parentFrameId, url }) =>
        (targetId === this.id || parentFrameId === this.id) && url.includes('/warning.html'),
    );
  }

  /** What has closed by itself in the meantime is closed. */
  async close(): Promise<void> {
    await this.#browser.closeTarget(this.id);
  }

  async #attach(): Promise<BareTab> {
    const tab = await this.#browser.attach(this.id);
    await tab.send('Page.enable');
    return tab;
  }
}
