import { pause, until } from './until.ts';

/** Milliseconds in which a document answers. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Milliseconds for which a tab is looked at after the warning came. */
const LOOK_ON_MS = 150;

/** What the driver answers about a document; null where the document goes away over the question, which the driver may never notice. */
export const asked = <Answer>(question: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([question.catch(() => null), pause(ANSWER_TIMEOUT_MS).then(() => null)]);

/** A tab as ways and measures use it, whichever browser it belongs to. */
export abstract class Tab {
  /** Pictures of it so far in which the red of a listed page was seen. */
  red = 0;
  /** How often one of them was shown for longer than a moment. */
  seen = 0;

  /** Goes to an address, as one that is typed does. A navigation that is taken elsewhere counts as ended. */
  abstract visit(url: string): Promise<void>;
  abstract evaluate<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer>;
  /** Brings it before the other tabs of its window. */
  abstract front(): Promise<void>;
  /** Clicks what shows exactly this text, as a person does. */
  abstract click(text: string): Promise<void>;
  /** The tab that something opens; undefined where none comes within so many milliseconds. */
  abstract opened(act: () => Promise<unknown>, within?: number): Promise<Tab | undefined>;
  /** Puts it in front and counts what is red in it from now on. */
  abstract watch(): Promise<void>;
  /** Whether the warning stands in the tab or in a frame of it. */
  abstract isStopped(): Promise<boolean>;
  /** Types and clicks once, and looks at what is painted where that is not done all the time. */
  abstract glance(): Promise<void>;
  abstract close(): Promise<void>;

  /**
   * Types and clicks until the warning stands in the tab or in a frame of it, and a moment longer.
   * @returns when it was shown, by `performance.now()`; null if it was not within so many milliseconds
   */
  async look(within: number): Promise<number | null> {
    const end = performance.now() + within;
    let isStopped = await this.isStopped();
    while (!isStopped && performance.now() < end) {
      await this.glance();
      await pause(20);
      isStopped = await this.isStopped();
    }
    if (!isStopped) return null;
    const stood = performance.now();
    while (performance.now() < stood + LOOK_ON_MS) {
      await this.glance();
      await pause(20);
    }
    return stood;
  }

  /** The address of the document, empty while there is none to ask. */
  async address(): Promise<string> {
    return (await asked(this.evaluate(() => location.href, undefined))) ?? '';
  }

  /** Waits until the tab is at an address that begins so. */
  async at(begin: string): Promise<void> {
    await until(
      `the tab is at ${begin}`,
      () => this.address(),
      (address) => address.startsWith(begin),
    );
  }

  /** Waits until the document is read so far. */
  async reads(states: readonly string[]): Promise<void> {
    const state = () => asked(this.evaluate(() => document.readyState as string, undefined));
    await until(`the document is ${states.join(' or ')}`, state, (seen) => seen !== null && states.includes(seen));
  }

  /** Waits until words are shown. */
  async shows(words: string): Promise<void> {
    const shown = () => asked(this.evaluate(() => document.body?.innerText ?? '', undefined));
    await until(`the tab shows "${words}"`, shown, (seen) => seen?.includes(words) ?? false);
  }

  /** Clicks at a place of the viewport, as a person does. */
  abstract clickAt(x: number, y: number): Promise<void>;

  /** Presses a button, or a summary, of a page of the extension by its words, once it takes a press and nothing moves it. */
  async press(label: string): Promise<void> {
    await this.shows(label);
    await this.front();
    const find = (label: string) => {
      const buttons = [...document.querySelectorAll<HTMLElement>('button, summary, [type=radio]')];
      const shown = (button: HTMLElement) => (button as HTMLInputElement).labels?.[0] ?? button;
      const found = buttons.find((button) => shown(button).textContent?.includes(label));
      if (!found) throw new Error(`There is no button "${label}"`);
      const target = shown(found);
      target.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = target.getBoundingClientRect();
      return { isReady: !found.getAttribute('aria-disabled'), x: x + width / 2, y: y + height / 2 };
    };
    let before = Number.NaN;
    const { x, y } = await until(
      `the button "${label}" takes a press`,
      () => this.evaluate(find, label),
      ({ isReady, y }) => {
        const isStill = y === before;
        before = y;
        return isReady && isStill;
      },
    );
    await this.clickAt(x, y);
  }
}
