import { isOurs, OURS } from '../document/shadow-root.ts';
import { element } from './element.ts';
import { removeUnderlines } from './highlight.ts';
import style from './layer.css?inline';
import type { Words } from './words.ts';

/** Events inside the layer that do not reach the page. */
const PRIVATE_EVENTS = ['click', 'contextmenu', 'copy', 'focusin', 'keydown', 'keyup', 'mousedown', 'pointerdown'];

/** Maximum repairs of a layer that the page removes, moves or covers, within the interval in ms. */
const MAX_REPAIRS = 8;
const REPAIR_INTERVAL_MS = 5_000;
/** Milliseconds before the text is set: a live region announces only changes made after it is on the page. */
const ANNOUNCEMENT_DELAY_MS = 500;

/**
 * Removes the layer and the underlines of an earlier version from a page. In Firefox the script that created them is
 * dead; in Chromium it ends when it notices the removal.
 * @param rootOf the shadow root of an element, also a closed one; null where there is none
 */
export function removeEarlierLayer(rootOf: (element: HTMLElement) => ShadowRoot | null): void {
  for (const element of document.documentElement?.children ?? []) {
    if (!(element instanceof HTMLElement) || element.popover !== 'manual' || isOurs(element)) continue;
    const root = rootOf(element);
    if (root?.mode !== 'closed' || !root.lastElementChild?.matches('.region[role="region"]')) continue;
    element.remove();
    removeUnderlines();
  }
}

type LayerOptions = {
  readonly label: string;
  readonly words: Pick<Words, 'language' | 'direction'>;
  readonly look: string;
  readonly isOrphaned: () => boolean;
};

/**
 * Our element on a page: a closed shadow host beside the body, in the browser's top layer where supported. Rules and
 * scripts of the page reach neither its styles nor its content. If they remove or move it, it is restored, a limited
 * number of times every few seconds.
 */
export class MarkLayer {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Contains the badges and the card. */
  readonly region: HTMLElement;
  readonly #observer: MutationObserver;
  readonly #listeners = new AbortController();
  readonly #isOrphaned: () => boolean;
  #repairs: number[] = [];
  #later: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param look style sheet added to that of every layer
   * @param isOrphaned whether the extension is gone; repairs stop then
   */
  constructor({ label, words, look, isOrphaned }: LayerOptions) {
    this.#isOrphaned = isOrphaned;
    // Never an element name with a hyphen: a page that defines that element would get the closed root.
    this.host = Object.assign(element('div'), { [OURS]: true });
    this.root = this.host.attachShadow({ mode: 'closed' });
    const { language: lang, direction: dir } = words;
    this.region = element('div', { className: 'region', role: 'region', ariaLabel: label, lang, dir });
    this.root.append(element('style', { textContent: style + look }), this.region);
    for (const type of PRIVATE_EVENTS) this.root.addEventListener(type, (event) => event.stopPropagation());
    this.#observer = new MutationObserver(() => this.#repair());
    const listen = { signal: this.#listeners.signal, capture: true };
    document.addEventListener('toggle', (event) => isOurs(event.target) || this.#raise(), listen);
    document.addEventListener('fullscreenchange', () => this.#raise(), listen);
    this.#attach();
  }

  /** Announces a text to screen readers. */
  announce(text: string): void {
    const spoken = element('p', { className: 'spoken', role: 'status' });
    this.region.append(spoken);
    setTimeout(() => spoken.append(text), ANNOUNCEMENT_DELAY_MS);
  }

  end(): void {
    clearTimeout(this.#later);
    this.#observer.disconnect();
    this.#listeners.abort();
    this.host.remove();
  }

  #attach(): void {
    this.#observer.disconnect();
    for (const name of this.host.getAttributeNames()) this.host.removeAttribute(name);
    this.host.popover = 'manual';
    if (this.host.parentNode !== document.documentElement) document.documentElement.append(this.host);
    this.#raise();
    this.#observer.observe(document, { childList: true });
    this.#observer.observe(document.documentElement, { childList: true });
    this.#observer.observe(this.host, { attributes: true });
  }

  /** Moves the layer above whatever the page opened last (dialogs, popovers, full screen). */
  #raise(): void {
    if (!this.host.isConnected || !this.#mayRepair()) return;
    if (this.host.matches(':popover-open')) this.host.hidePopover();
    this.host.showPopover();
  }

  #repair(): void {
    const intact =
      this.host.parentNode === document.documentElement &&
      this.host.getAttributeNames().every((name) => name === 'popover') &&
      this.host.popover === 'manual';
    if (this.#isOrphaned() || intact || this.#later !== undefined) return;
    if (this.#mayRepair()) {
      this.#attach();
      return;
    }
    this.#later = setTimeout(() => {
      this.#later = undefined;
      this.#repair();
    }, REPAIR_INTERVAL_MS);
  }

  #mayRepair(): boolean {
    const now = performance.now();
    this.#repairs = this.#repairs.filter((at) => now - at < REPAIR_INTERVAL_MS);
    if (this.#repairs.length >= MAX_REPAIRS) return false;
    this.#repairs.push(now);
    return true;
  }
}
