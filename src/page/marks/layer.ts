import { relayed } from '../../arming/arming.ts';
import { FRAME_TIME } from '../document/frame-time.ts';
import { isOurs, OURS } from '../document/shadow-root.ts';
import type { MarkState } from '../scanner/address-book.ts';
import style from './layer.css?inline';
import { modalDialog } from './visibility.ts';
import type { Words } from './words.ts';

/** Events inside the layer that do not reach the page. */
const PRIVATE_EVENTS = ['click', 'contextmenu', 'copy', 'focusin', 'keydown', 'keyup', 'mousedown', 'pointerdown'];

/** Minimum milliseconds between two repairs of a layer: a page may remove, move or cover it again each time. */
const REPAIR_INTERVAL_MS = 500;
/** Milliseconds before the text is set: a live region announces only changes made after it is on the page. */
const ANNOUNCEMENT_DELAY_MS = 500;

/**
 * Removes the layer and the underlines of an earlier version from a page. In Firefox the script that created them is
 * dead; in Chromium it ends when it notices the removal.
 * @param rootOf the shadow root of an element, also a closed one; null where there is none
 */
export function removeEarlierLayer(rootOf: (element: HTMLElement) => ShadowRoot | null): void {
  for (const element of document.querySelectorAll(':is(:root,dialog)>div[popover=manual]')) {
    if (!(element instanceof HTMLElement) || isOurs(element)) continue;
    const root = rootOf(element);
    if (root?.mode !== 'closed' || !root.lastElementChild?.matches('.region[role="region"]')) continue;
    element.remove();
    for (const key of STATES.flatMap(keysOf)) CSS.highlights.delete(key);
  }
}

type LayerOptions = {
  readonly label: string;
  readonly words: Pick<Words, 'language' | 'direction'>;
  readonly look: string;
  readonly isOrphaned: () => boolean;
  /** Whether it comes first in the order of the page. Default: last. */
  readonly isFirst?: boolean;
};

/**
 * Our element on a page: a closed shadow host beside the body, in the browser's top layer where supported. While the page
 * shows a modal dialog it is in that dialog, because the browser makes everything else inert. Rules and scripts of the
 * page reach neither its styles nor its content. If they remove or move it, it is restored, a limited number of times
 * every few seconds.
 */
export class MarkLayer {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Contains the badges and the card. */
  readonly region: HTMLElement;
  readonly #observer: MutationObserver;
  readonly #listeners = new AbortController();
  readonly #isOrphaned: () => boolean;
  readonly #isFirst: boolean;
  #repairedAt = Number.NEGATIVE_INFINITY;
  #cancelRepair: (() => void) | null = null;

  /**
   * @param look style sheet added to that of every layer
   * @param isOrphaned whether the extension is gone; repairs stop then
   */
  constructor({ label, words, look, isOrphaned, isFirst = false }: LayerOptions) {
    this.#isOrphaned = isOrphaned;
    this.#isFirst = isFirst;
    // Never an element name with a hyphen: a page that defines that element would get the closed root.
    this.host = Object.assign(element('div'), { [OURS]: (event: MouseEvent | KeyboardEvent) => this.#relay(event) });
    this.root = this.host.attachShadow({ mode: 'closed' });
    const { language: lang, direction: dir } = words;
    this.region = element('div', { className: 'region', role: 'region', ariaLabel: label, lang, dir });
    this.root.append(element('style', { textContent: style + look }), this.region);
    for (const type of PRIVATE_EVENTS) this.root.addEventListener(type, (event) => event.stopPropagation());
    this.#observer = new MutationObserver(() => this.keep());
    const listen = { signal: this.#listeners.signal, capture: true };
    document.addEventListener('toggle', ({ target }) => (isOurs(target) ? this.keep() : this.#repair()), listen);
    document.addEventListener('close', () => this.keep(), listen);
    document.addEventListener('fullscreenchange', () => this.#repair(), listen);
    this.#attach();
  }

  /** Repeats a press of the mouse, which the guard kept from the page, inside the closed root, and a key, which the page can stop. */
  #relay(event: MouseEvent | KeyboardEvent): void {
    const { type } = event;
    if (event instanceof KeyboardEvent) {
      const { key, repeat } = event;
      const copy = new KeyboardEvent(type, { key, repeat, cancelable: true });
      relayed.set(copy, event.timeStamp);
      if (this.root.activeElement?.dispatchEvent(copy) === false) event.preventDefault();
      return;
    }
    const { clientX, clientY, screenX, screenY } = event;
    const copy = new MouseEvent(type, { bubbles: true, clientX, clientY, screenX, screenY });
    relayed.set(copy, event.timeStamp);
    this.root.elementFromPoint(clientX, clientY)?.dispatchEvent(copy);
  }

  /** Announces a text to screen readers; an alert interrupts what they say. */
  announce(text: string, role: 'status' | 'alert' = 'status'): void {
    const spoken = element('p', { className: 'spoken', role });
    this.region.append(spoken);
    FRAME_TIME.after(() => spoken.append(text), ANNOUNCEMENT_DELAY_MS);
  }

  end(): void {
    this.#cancelRepair?.();
    this.#observer.disconnect();
    this.#listeners.abort();
    this.host.remove();
  }

  #attach(): void {
    this.#observer.disconnect();
    for (const name of this.host.getAttributeNames()) this.host.removeAttribute(name);
    this.host.popover = 'manual';
    this.#observer.observe(document, { childList: true });
    const home = homeOfLayers();
    if (home === null) return;
    if (this.host.parentNode !== home) home[this.#isFirst ? 'prepend' : 'append'](this.host);
    this.#show();
    for (const parent of [home.parentNode ?? home, home]) this.#observer.observe(parent, { childList: true });
    this.#observer.observe(this.host, { attributes: true });
  }

  #show(): void {
    if (!this.host.isConnected) return;
    if (this.host.matches(':popover-open')) this.host.hidePopover();
    this.host.showPopover();
    this.#fit();
  }

  /** Takes back the zoom that a page gives to its root: places are given in pixels of the viewport. */
  #fit(): void {
    const zoom = String(1 / (this.host.currentCSSZoom ?? 1));
    if (this.region.style.zoom !== zoom) this.region.style.zoom = zoom;
  }

  /** Puts the layer back to its place and as it was, if it is not. */
  keep(): void {
    this.#fit();
    if (!this.#isIntact) this.#repair();
  }

  get #isIntact(): boolean {
    return (
      this.host.parentNode === homeOfLayers() &&
      this.host.matches('[popover=manual]:popover-open') &&
      this.host.getAttributeNames().every((name) => name === 'popover')
    );
  }

  /** Repairs the layer, and moves it above whatever the page opened last (dialogs, popovers, full screen). */
  #repair(): void {
    const wait = this.#repairedAt + REPAIR_INTERVAL_MS - performance.now();
    if (this.#cancelRepair !== null || this.#isOrphaned()) return;
    if (wait > 0) {
      this.#cancelRepair = FRAME_TIME.after(() => {
        this.#cancelRepair = null;
        this.#repair();
      }, wait);
      return;
    }
    this.#repairedAt = performance.now();
    if (this.#isIntact) this.#show();
    else this.#attach();
  }
}

/** Null while a page replaces its root. */
const homeOfLayers = (): Element | null => modalDialog() ?? document.documentElement;

const STATES: readonly MarkState[] = ['blocked', 'unconfirmed', 'checking'];
const keysOf = (state: MarkState) => [`${state}-address-band`, `${state}-address`];

/**
 * Underlines ranges of the page's text with the CSS Custom Highlight API; the page's nodes do not change. Each range is
 * in two highlights, a pale band and a wave on it; among highlights of equal priority the one registered later is on
 * top.
 */
export class Underline {
  readonly #sets = new Map<string, Highlight>();

  add(state: MarkState, range: Range): void {
    for (const key of keysOf(state)) {
      const set = this.#sets.get(key) ?? new Highlight();
      set.add(range);
      this.#sets.set(key, set);
    }
    this.assert();
  }

  delete(range: Range): void {
    for (const set of this.#sets.values()) set.delete(range);
  }

  /** Registers our highlights again if a script of the page removed them. */
  assert(): void {
    for (const [key, set] of this.#sets) if (CSS.highlights.get(key) !== set) CSS.highlights.set(key, set);
  }

  end(): void {
    // A script of another version may have registered its own by now.
    for (const [key, set] of this.#sets) if (CSS.highlights.get(key) === set) CSS.highlights.delete(key);
    this.#sets.clear();
  }
}

/** Creates an HTML element with these properties. Text is set as `textContent`, never as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A stroked icon on a 16-unit grid; hidden from screen readers, because text stands beside it. */
export function icon(path: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 16 16');
  picture.setAttribute('aria-hidden', 'true');
  const stroke = document.createElementNS(SVG, 'path');
  stroke.setAttribute('d', path);
  picture.append(stroke);
  return picture;
}

export const ICONS = {
  blocked: 'M8 2a6 6 0 1 0 .1 0M4 4l8 8',
  checking: 'M8 2a6 6 0 1 0 .1 0M8 5v3l2 2',
  unconfirmed: 'M8 2l6.5 12h-13zM8 6v4M8 12v.1',
} as const;
export const CLOSE_ICON = 'm4 4 8 8m0-8-8 8';
