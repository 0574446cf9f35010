import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { PAGE_WIDTHS, POPUP_WIDTHS, shootOnce } from '../../screenshots/camera.ts';
import { type ExtensionPage, WIDE } from './extension-page.ts';

/** Rules whose findings depend on colours; those of all others are the same in dark colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules that axe leaves out unless it is asked: a name that holds the visible text (WCAG 2.2, 2.5.3), and 24 pixels (2.5.8). */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };
const SIZES = {
  popup: { width: 360, height: 560 },
  page: { width: 1280, height: 800 },
  small: { width: 320, height: 640 },
};

/**
 * Expects that everybody can use a page as it is now: what axe finds in both schemes, names that hold the visible text, the
 * keyboard's order with a focus that is seen, 320 pixels and large zooms, the widest texts and Arabic, forced colours, more
 * contrast and less motion. Leaves the page in English and at its size, with the focus anywhere.
 */
export async function expectUsable(page: ExtensionPage): Promise<void> {
  if (process.env.SCREENSHOTS) return shootState(page);
  const size = page.isPopup ? SIZES.popup : SIZES.small;
  expect(await axeFindings(page), 'axe').toEqual([]);
  expect(await looksWrong(page), 'colours and motion').toEqual([]);
  await page.setViewportSize(size);
  expect(await walkFaults(page), 'by the Tab key').toEqual([]);
  for (const language of [WIDE, 'ar']) {
    await page.speak(language);
    if (language === 'ar') await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    else await expect(page.locator('body')).toContainText('wïdër');
    expect(await beyond(page), `in ${language === WIDE ? 'the widest texts' : language}`).toEqual([]);
    expect(await page.evaluate(reordered), `in ${language}`).toEqual([]);
  }
  await page.speak('en');
  await zoomed(page);
  await page.setViewportSize(page.isPopup ? SIZES.popup : SIZES.page);
}

let pictures = 0;

/** Takes pictures of a state in place of its checks, in every language and in the widest texts, by the name of its test. */
async function shootState(page: ExtensionPage): Promise<void> {
  pictures += 1;
  const title = test.info().title.replace(/^everybody can use (the |a |an )?/, '');
  const name = `${title.replace(/\W+/g, '-')}-${pictures}`;
  for (const language of LANGUAGES) {
    await page.speak(language);
    const spoken = language === WIDE ? 'wide' : language;
    await shootOnce(page, language === 'en' ? name : `${name}-${spoken}`, page.isPopup ? POPUP_WIDTHS : PAGE_WIDTHS);
  }
  await page.speak('en');
}

/** Presses a button twice as fast as a person can; the worker's answer comes later than both. */
export async function pressTwice(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).dblclick();
}

async function axeFindings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], rules: MORE_RULES });
    if (colorScheme === 'dark') axe.withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    );
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found;
}

/** What moves or stays quiet where a person wants neither, and what is no button any more without our colours. */
async function looksWrong(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
  const moving = await page.evaluate(() => {
    const lasts = (durations: string) => durations.split(',').some((duration) => Number.parseFloat(duration) > 0);
    const moves = (style: CSSStyleDeclaration) =>
      lasts(style.transitionDuration) || (style.animationName !== 'none' && lasts(style.animationDuration));
    const { color } = getComputedStyle(document.body);
    return [...document.body.querySelectorAll('*')].flatMap((element) => [
      ...([undefined, '::before', '::after'].some((pseudo) => moves(getComputedStyle(element, pseudo)))
        ? [`moves: ${element.className}`]
        : []),
      ...(element.matches('.quiet') && getComputedStyle(element).color !== color
        ? [`quiet: ${element.textContent}`]
        : []),
    ]);
  });
  await page.emulateMedia({ reducedMotion: null, contrast: null, forcedColors: 'active' });
  const plain = await page.evaluate(() => {
    const seen = (kind: string) =>
      [...document.querySelectorAll(`.button${kind}`)].filter((element) => element.checkVisibility());
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    const likePlain = seen('-primary').filter((main) =>
      seen('-plain').some((one) => background(one) === background(main)),
    );
    const likeText = seen('').filter((element) => {
      const { borderBlockStartWidth, textDecorationLine } = getComputedStyle(element);
      return Number.parseFloat(borderBlockStartWidth) === 0 && textDecorationLine !== 'underline';
    });
    return [...likePlain, ...likeText].map(({ textContent }) => `forced colours: ${textContent}`);
  });
  await page.emulateMedia({ forcedColors: null });
  return [...moving, ...plain];
}

/**
 * Walks through a page by the Tab key. Faults: a control that is not reached, or in another order than it is read; a focus without a
 * ring, or that something covers (WCAG 2.2, 2.4.11).
 */
async function walkFaults(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const scope: ParentNode & Node = document.querySelector('dialog[open]') ?? document.body;
    const controls = [
      ...scope.querySelectorAll<HTMLElement>('a[href], button, input:not([hidden]), select, textarea, summary'),
    ].filter((element) => element.checkVisibility() && !element.matches(':disabled'));
    // The arrow keys move within a group of radio buttons.
    const groups = new Map(
      controls.map((element) => [
        element.matches('[type=radio]') ? (element as HTMLInputElement).name : element,
        element,
      ]),
    );
    const start = document.createElement('i');
    start.tabIndex = -1;
    scope.prepend(start);
    start.focus();
    Object.assign(globalThis, { walk: { start, left: new Set(groups.keys()), last: null, faults: [] } });
    return groups.size;
  });
  // Whatever scrolls is a stop as well.
  for (let stops = 0; stops < count + 3; stops += 1) {
    await page.keyboard.press('Tab');
    const isOver = await page.evaluate(() => {
      type Walk = { left: Set<unknown>; last: Element | null; faults: string[] };
      const { walk } = globalThis as unknown as { walk: Walk };
      const focused = document.activeElement as HTMLInputElement | null;
      if (!focused || focused === document.body) return true;
      const name = focused.ariaLabel ?? focused.labels?.[0]?.textContent ?? focused.textContent;
      const fault = (what: string) => walk.faults.push(`${what}: ${name?.slice(0, 40)}`);
      walk.left.delete(focused.type === 'radio' ? focused.name : focused);
      if (walk.last && !(walk.last.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)) return true;
      walk.last = focused;
      const parts = [focused, ...(focused.labels ?? [])];
      const hasRing = [...parts, focused.parentElement!].some((element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
      });
      if (!hasRing) fault('no ring');
      const isSeen = parts.some((element) =>
        [...element.getClientRects()].some(({ left, top, width, height }) =>
          [0.1, 0.5, 0.9].some((share) => {
            const hit = document.elementFromPoint(left + width / 2, top + height * share);
            return hit !== null && (element.contains(hit) || hit.contains(element)) && hit !== document.body;
          }),
        ),
      );
      if (!isSeen) fault('hidden');
      return false;
    });
    if (isOver) break;
  }
  return page.evaluate(() => {
    type Walk = { start: Element; left: Set<Element | string>; faults: string[] };
    const { walk } = globalThis as unknown as { walk: Walk };
    walk.start.remove();
    const named = (one: Element | string) => (typeof one === 'string' ? one : one.outerHTML.slice(0, 80));
    return [...walk.faults, ...[...walk.left].map((one) => `not reached: ${named(one)}`)];
  });
}

/** What is wider than its place, or reaches out of the window. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll('h1, h2, h3, p, dt, dd, button, a, label, li, input, textarea, select')]
      .filter((element) => element.checkVisibility() && element.closest('.visually-hidden') === null)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isCut = !element.matches('input, textarea, select') && element.scrollWidth > element.clientWidth + 1;
        return (element.clientWidth > 1 && isCut) || left < -1 || right > clientWidth + 1;
      })
      .map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 40)}`);
    return scrollWidth > clientWidth ? [`the page: ${scrollWidth}`, ...wide] : wide;
  });

/** 400 % zoom, and 200 % with letters of twice the size where the person may choose them: a browser gives a popup fewer pixels then. */
async function zoomed(page: ExtensionPage): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const zoom = async (width: number, height: number, deviceScaleFactor: number) => {
    await client.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
    await expect.poll(() => beyond(page), { message: `at ${width} × ${height}`, timeout: 2_000 }).toEqual([]);
  };
  if (page.isPopup) {
    await zoom(400, 300, 2);
    await zoom(200, 150, 4);
  } else {
    await zoom(320, 256, 4);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await zoom(640, 400, 2);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  }
  await client.send('Emulation.clearDeviceMetricsOverride');
  await client.detach();
}

/**
 * Runs in the page. Hosts, addresses and other words with a dot, a colon or `0x` whose characters are not shown from left to right in
 * a text of another direction (Unicode Standard Annex 9): a person would read something else than was written.
 */
function reordered(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const at = (text: Node, index: number) => {
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getClientRects()[0];
  };
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.textContent!.matchAll(/(?=[!-~]*[a-z0-9])(?:0x|[!-~]+[.:/])[!-~]+\/?/gi))
      for (let offset = 1; offset < word.length; offset += 1) {
        const [before, here] = [at(text, index + offset - 1), at(text, index + offset)];
        if (!before || !here || Math.abs(before.top - here.top) > before.height / 2) continue;
        if (here.left >= before.left) continue;
        found.push(`${word} in "${text.parentElement?.closest('p, li, dd, h1, h2, label, button')?.textContent}"`);
        break;
      }
  return found;
}
