import { expect, type Locator, type Page, test } from '@playwright/test';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { findings } from '../../e2e/harness/page/axe.ts';
import { PAGE_WIDTHS, POPUP_WIDTHS, shootOnce } from '../../screenshots/camera.ts';
import { type ExtensionPage, WIDE } from './extension-page.ts';

/** Rules that axe does not apply unless asked: WCAG 2.5.3 and 2.5.8. */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } } as const;
/** Narrow as a telephone or a wide window at 400 % zoom (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };
/** A window of 1280 by 800 pixels at 200 % zoom (WCAG 1.4.4). */
const ZOOMED = { width: 640, height: 400 };
/** The popup as the browser shows it; it has fewer pixels, not a narrower window, at 200 and 400 % zoom. */
const POPUP_WIDTH = 360;
const POPUP_ZOOMS = [
  { width: 400, height: 300, deviceScaleFactor: 2, mobile: false },
  { width: 200, height: 150, deviceScaleFactor: 4, mobile: false },
];
/** Frames in which a page adapts to another size: marks choose new places every half second. */
const MAX_FRAMES = 60;

/**
 * Expects that everybody can use what a page shows now: with a screen reader, the keyboard alone, little room, large text, forced
 * colours or little motion; a page of the extension also in the widest texts and in Arabic. Reads open shadow roots, too.
 * Leaves focus, size, language and colours as they were.
 * @param languages that a page of the extension is shown in as well; a page around a frame follows none
 */
export async function expectUsable(page: Page, languages: readonly string[] = [WIDE, 'ar']): Promise<void> {
  const own = 'speak' in page ? (page as ExtensionPage) : null;
  if (process.env.SCREENSHOTS) return shootState(page, own);
  const size = page.viewportSize()!;
  const narrow = own?.isPopup ? POPUP_WIDTH : NARROW.width;
  const found: Record<string, readonly string[]> = {};
  await page.evaluate(giveDeep);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', contrast: 'more' });
  found['reduced motion and more contrast'] = await page.evaluate(restless);
  await page.emulateMedia({ contrast: 'no-preference' });
  found.axe = await findings(page, MORE_RULES);
  await page.emulateMedia({ colorScheme: null, forcedColors: 'active' });
  found['controls in forced colours'] = await page.evaluate(unmarked);
  await page.emulateMedia({ forcedColors: null, reducedMotion: null, contrast: null });
  found['little room'] = await overflows(page, narrow);
  const zoom = async () => {
    found['200 % zoom'] = own?.isPopup ? await zoomedPopup(page) : await overflows(page, ZOOMED.width, ZOOMED.height);
  };
  // A notice lies over a part of the page of others, which has room beside it in a wider window.
  if (!own) await zoom();
  found.keyboard = await walk(page);
  found['reading order'] = await reordered(page);
  for (const language of own ? languages : []) {
    await own!.speak(language);
    if (language === 'ar') await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    else await expect(page.locator('body')).toContainText('wïdër');
    const name = language === WIDE ? 'the widest texts' : 'Arabic';
    found[`little room in ${name}`] = await overflows(page, narrow);
    found[`reading order in ${name}`] = await reordered(page);
  }
  await own?.speak('en');
  if (own) await zoom();
  await page.setViewportSize(size);
  const bad = Object.entries(found).filter(([, problems]) => problems.length > 0);
  expect(Object.fromEntries(bad)).toEqual({});
}

/** Presses an armed button by the keyboard, whose focus begins the second again in which it takes no press. */
export async function pressArmed(button: Locator): Promise<void> {
  await button.press('Shift');
  await button.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(button).not.toHaveAttribute('aria-disabled');
  await button.press('Enter');
}

/** Presses a button twice as fast as a person can; the worker's answer comes later than both. */
export async function pressTwice(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).dblclick();
}

let pictures = 0;

/** Takes pictures of a state in place of its checks, in every language and in the widest texts, by the name of its test. */
async function shootState(page: Page, own: ExtensionPage | null): Promise<void> {
  pictures += 1;
  const titles = test.info().titlePath.slice(1).join(' ');
  const title = titles.replace(/everybody can use (the |a |an )?| @nightly/g, '');
  const name = `${title.replace(/\W+/g, '-')}-${pictures}`;
  for (const language of own ? LANGUAGES : ['en']) {
    await own?.speak(language);
    const spoken = language === WIDE ? 'wide' : language;
    await shootOnce(page, language === 'en' ? name : `${name}-${spoken}`, own?.isPopup ? POPUP_WIDTHS : PAGE_WIDTHS);
  }
  await own?.speak('en');
}

async function zoomedPopup(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const found: string[] = [];
  for (const zoom of POPUP_ZOOMS) {
    await client.send('Emulation.setDeviceMetricsOverride', zoom);
    found.push(...(await page.evaluate(beyond, MAX_FRAMES)));
  }
  await client.send('Emulation.clearDeviceMetricsOverride');
  await client.detach();
  return found;
}

type Deep = { readonly deep: (root: ParentNode) => readonly Element[] };

/** Gives the page `deep`: the elements below a root, also those in open shadow roots. */
function giveDeep(): void {
  const deep = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? deep(each.shadowRoot) : [])]);
  Object.assign(globalThis, { deep });
}

/** What moves under reduced motion, or is quiet where more contrast is wanted. */
export function restless(): string[] {
  const lasts = (durations: string) => durations.split(',').some((duration) => Number.parseFloat(duration) > 0);
  const { color } = getComputedStyle(document.body);
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const moves = [undefined, '::before', '::after'].some((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return lasts(style.transitionDuration) || (style.animationName !== 'none' && lasts(style.animationDuration));
    });
    const isQuiet = element.matches('.quiet') && getComputedStyle(element).color !== color;
    return moves || isQuiet ? [`${element.tagName}.${element.className}`] : [];
  });
}

/** Controls with a text that look like text in forced colours: no border, no background of their own, no underline. */
function unmarked(): string[] {
  const { backgroundColor: canvas } = getComputedStyle(document.body);
  return (globalThis as unknown as Deep)
    .deep(document)
    .filter((element) => element.matches('button, a.button') && element.checkVisibility({ opacityProperty: true }))
    .filter((element) => {
      const { borderStyle, borderWidth, borderColor, backgroundColor, textDecorationLine } = getComputedStyle(element);
      const hasBorder = borderStyle !== 'none' && Number.parseFloat(borderWidth) > 0 && borderColor !== canvas;
      const hasGround = ![canvas, 'rgba(0, 0, 0, 0)'].includes(backgroundColor);
      const isPicture = (element.textContent ?? '').trim() === '';
      return !hasBorder && !hasGround && !isPicture && !textDecorationLine.includes('underline');
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 120));
}

/** Elements beyond the edges of a window of this size in CSS pixels, or wider than their place. Leaves the window so. */
export async function overflows(page: Page, width: number, height = NARROW.height): Promise<string[]> {
  await page.evaluate(giveDeep);
  await page.setViewportSize({ width, height });
  return page.evaluate(beyond, MAX_FRAMES);
}

async function beyond(frames: number): Promise<string[]> {
  const { clientWidth } = document.documentElement;
  const isBeyond = (element: Element) => {
    if (!element.matches('html, h1, h2, h3, p, dt, dd, button, a, label, li, input, textarea, select')) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (element.closest('.visually-hidden, .spoken') !== null || element.clientWidth <= 1) return false;
    const { left, right } = element.getBoundingClientRect();
    const isWider = element.scrollWidth > element.clientWidth + 1 && !element.matches('input, textarea, select');
    return left < -1 || right > clientWidth + 1 || isWider;
  };
  for (;;) {
    const found = (globalThis as unknown as Deep).deep(document).filter(isBeyond);
    frames -= 1;
    if (found.length === 0 || frames < 0) return found.map(({ outerHTML }) => outerHTML.slice(0, 120));
    await new Promise(requestAnimationFrame);
  }
}

/** @returns what {@link misplaced} finds */
export const reordered = (page: Page): Promise<string[]> => page.evaluate(misplaced);

/**
 * Hosts, addresses and other words with a dot, a colon or `0x` whose characters are not shown from left to right in a
 * text of another direction (Unicode Standard Annex 9): a person would read something else than was written.
 */
function misplaced(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  const at = (text: Node, index: number) => {
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getClientRects()[0];
  };
  const look = (root: Node) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node instanceof Element && node.shadowRoot) look(node.shadowRoot);
      if (!(node instanceof Text)) continue;
      for (const { 0: word, index } of node.data.matchAll(/(?=[!-~]*[a-z0-9])(?:0x|[!-~]+[.:/])[!-~]+\/?/gi))
        for (let offset = 1; offset < word.length; offset += 1) {
          const [before, here] = [at(node, index + offset - 1), at(node, index + offset)];
          if (!before || !here || Math.abs(before.top - here.top) > before.height / 2 || here.left >= before.left)
            continue;
          found.push(word);
          break;
        }
    }
  };
  look(document.body);
  return found;
}

/** What the Tab key meets. `index` is that of a control in the order of the page, -1 for none. */
type Stop = { readonly index: number; readonly problem: string | null };

/**
 * Presses the Tab key once around the page.
 * @returns the controls that it does not reach in their order, whose focus is not seen, or that something covers (2.4.11)
 */
async function walk(page: Page): Promise<string[]> {
  const focused = await page.evaluateHandle(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  });
  const names = await page.evaluate(listControls);
  const stops: Stop[] = [];
  // Where the focus begins is unknown, and behind the last control it leaves the page once.
  while (stops.length <= names.length * 2 && !(stops.length > 0 && isRound(stops, names.length))) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(stopOf));
  }
  await focused.evaluate((element) => (element instanceof HTMLElement ? element.focus({ preventScroll: true }) : null));
  const missed = names.filter((_, index) => !stops.some((stop) => stop.index === index));
  const order = stops.map(({ index }) => index).filter((index) => index >= 0);
  const turns = order.filter((index, at) => at > 0 && index < order[at - 1]!).length;
  return [
    ...missed.map((name) => `not reached: ${name}`),
    ...(turns > 1 ? [`not in the order of the page: ${order.join(', ')}`] : []),
    ...new Set(stops.flatMap(({ index, problem }) => (problem ? [`${problem}: ${names[index] ?? 'unknown'}`] : []))),
  ];
}

/** Whether every control was met, or one of them for the second time. */
function isRound(stops: readonly Stop[], controls: number): boolean {
  const met = stops.map(({ index }) => index).filter((index) => index >= 0);
  return controls === 0 || new Set(met).size === controls || new Set(met).size < met.length;
}

/** Lists what the Tab key has to reach, in the order of the page, and keeps it for {@link stopOf}. */
function listControls(): string[] {
  const { deep } = globalThis as unknown as Deep;
  const isStop = (element: Element) => {
    if (!element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled, [type=hidden]'))
      return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true;
    // A group of radio buttons is one stop: the chosen one, or the first.
    const group = deep(element.getRootNode() as ParentNode).filter(
      (other): other is HTMLInputElement => other instanceof HTMLInputElement && other.name === element.name,
    );
    return group[0] === element && !group.some(({ checked }) => checked);
  };
  const controls = deep(document.querySelector(':modal') ?? document).filter(isStop);
  Object.assign(globalThis, { controls });
  return controls.map(({ outerHTML }) => outerHTML.slice(0, 120));
}

/** The control with the focus: whether its focus is seen, and nothing lies over the whole of it. */
function stopOf(): Stop {
  const { controls } = globalThis as unknown as { controls: readonly Element[] };
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  // What is in a frame has the focus inside of it.
  if (!(focused instanceof HTMLElement) || focused.matches('body, iframe')) return { index: -1, problem: null };
  const index = controls.indexOf(focused);
  const around = [
    focused,
    ...((focused as HTMLInputElement).labels ?? []),
    ...(focused.parentElement ? [focused.parentElement] : []),
  ];
  const isRinged = around.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isRing = outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
    return isRing || boxShadow !== 'none';
  });
  if (!isRinged) return { index, problem: 'no visible focus' };
  const root = focused.getRootNode() as Document | ShadowRoot;
  const isSeen = [focused, ...((focused as HTMLInputElement).labels ?? [])].some((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.1, 0.5, 0.9].some((part) => {
      const hit = root.elementFromPoint(left + width / 2, top + height * part);
      // A person opened what has this role, and Escape closes it.
      return hit !== null && (element.contains(hit) || hit.closest('[role=dialog]') !== null);
    });
  });
  return { index, problem: isSeen ? null : 'focus under something else' };
}
