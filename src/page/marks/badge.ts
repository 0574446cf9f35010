import { type MarkedAddress, stateOf } from '../scanner/address-book.ts';
import { type Anchor, blanksOf, boxedElementOf, linesOf, spellingAt } from './anchor.ts';
import { moveTo } from './card.ts';
import { element, ICONS, icon } from './layer.ts';
import { areOnOneLine, type BadgePlace, type Box, badgePlace, boxAt, overlap } from './placement.ts';
import { clipOf, holderOf, isCovered, isEmpty, roomOf, viewport } from './visibility.ts';
import type { Words } from './words.ts';

/** Maximum CSS pixels of a badge above or below its line. */
const MARGIN = 32;

/** The badges already placed in this frame: their boxes, and which address has a badge on which line. */
export type Placed = {
  readonly taken: Box[];
  readonly lines: { readonly content: string; readonly line: Box; readonly holder: Element | null }[];
};

/** The button beside one marked address. Out of view it stays in the Tab order. */
export class Badge {
  readonly anchor: Anchor;
  readonly verdict: MarkedAddress;
  readonly button: HTMLButtonElement;
  readonly #outline: HTMLElement | null;
  /** The last chosen place, relative to the line of the address. */
  #place: BadgePlace | null = null;
  /** Width of the badge with its text, in the largest size. */
  #width = 0;
  /** Whether the address is in view and the badge has no place there. */
  isHomeless = false;

  constructor(anchor: Anchor, verdict: MarkedAddress, words: Words, outlined: boolean) {
    this.anchor = anchor;
    this.verdict = verdict;
    const state = stateOf(verdict);
    this.button = element(
      'button',
      {
        className: `badge ${state} parked`,
        ariaHasPopup: 'dialog',
        ariaExpanded: 'false',
        ariaDescription: spellingAt(anchor, verdict.asset.content),
      },
      [icon(ICONS[state]), element('span', { textContent: words.say(`${state}_title`) })],
    );
    // Focus by the Tab key may reach a badge whose address is out of view.
    this.button.addEventListener('focus', () => this.button.classList.contains('parked') && this.reveal());
    this.#outline = outlined ? element('div', { className: `outline ${state} parked` }) : null;
  }

  attach(region: HTMLElement, before: Badge | null): void {
    region.insertBefore(this.button, before?.button ?? null);
    if (this.#outline) this.button.before(this.#outline);
  }

  detach(): void {
    this.button.remove();
    this.#outline?.remove();
  }

  /** Chooses a new place at the next move, because the layout may have changed. */
  forgetPlace(): void {
    this.#place = null;
  }

  /** Hides the badge but keeps it in the Tab order. */
  park(): void {
    this.isHomeless = false;
    this.button.classList.add('parked');
    this.#outline?.classList.add('parked');
  }

  /**
   * Reads the layout and returns a function that moves the badge to its address. Nothing is written before that, so
   * that many badges cost one layout. Several occurrences of an address on one line share one badge.
   *
   * @param placed the badges placed before; this one is added
   */
  measure({ taken, lines }: Placed): () => void {
    const near = boxedElementOf(this.anchor);
    const whole = linesOf(this.anchor).at(-1);
    const clip = near === null ? null : clipOf(near);
    if (near === null || whole === undefined || clip === null) return () => this.#hide();
    const line = overlap(clip, whole);
    if (line === null || line.bottom - line.top < (whole.bottom - whole.top) / 2) return () => this.#parkAt(whole);
    const { content } = this.verdict.asset;
    const onLine = lines.filter((other) => other.content === content && areOnOneLine(other.line, line));
    const holder = holderOf(near);
    if (onLine.some((other) => other.holder === holder)) return () => this.#hide();
    lines.push({ content, line, holder });
    const direction = getComputedStyle(near).direction === 'rtl' ? 'rtl' : 'ltr';
    const end = direction === 'rtl' ? line.left + 2 : line.right - 2;
    if (isCovered(near, end, (line.top + line.bottom) / 2)) return () => this.#parkAt(line);
    const place = this.#choose(near, line, direction, taken);
    return () => {
      const { classList, style } = this.button;
      classList.remove('gone', 'parked');
      classList.toggle('compact', place?.isCompact !== false);
      classList.toggle('homeless', place === null);
      this.isHomeless = place === null && this.#outline === null;
      const { left, top, right, bottom } = place?.box ?? whole;
      style.setProperty('--height', `${bottom - top}px`);
      style.setProperty('--width', place?.isCompact === false ? 'auto' : `${right - left}px`);
      moveTo(this.button, { left, top });
      if (this.#outline) this.#frame(this.#outline, whole);
    };
  }

  /** Its place is chosen again at the next move where there was none. */
  #choose(near: Element, line: Box, direction: 'ltr' | 'rtl', taken: Box[]): BadgePlace | null {
    const { left, top } = line;
    let place = this.#place === null ? null : moved(this.#place, left, top);
    if (place === null) {
      // In a dialog that has just been closed it has no size.
      if (this.#width === 0) {
        this.button.classList.remove('compact', 'homeless');
        this.#width = this.button.offsetWidth;
      }
      const isFree = (box: Box): boolean => !taken.some((other) => overlap(other, box)) && isEmpty(box, near);
      const ground = { line, within: roomOf(near), blanks: blanksOf(this.anchor), direction, isFree };
      place = badgePlace(ground, { width: this.#width, height: heightIn(near, line) });
      // At the edge of the viewport there is less free space than after scrolling the address into view.
      const isInside = top >= MARGIN && line.bottom <= viewport().bottom - MARGIN;
      if (isInside) this.#place = place && moved(place, -left, -top);
    }
    if (place) taken.push(place.box);
    return place;
  }

  /** Scrolls the address into view and focuses its button. */
  reveal(): void {
    boxedElementOf(this.anchor)?.scrollIntoView({ block: 'center', inline: 'nearest' });
    this.button.focus({ preventScroll: true });
  }

  /** The page shows the address, but out of view: the Tab key still reaches the badge. */
  #parkAt(line: Box): void {
    this.button.classList.remove('gone');
    this.park();
    const { right, bottom } = viewport();
    const inside = (value: number, most: number): number => Math.max(0, Math.min(value, most));
    moveTo(this.button, { left: inside(line.left, right - 40), top: inside(line.top, bottom - 40) });
  }

  /** The page does not show the address at all. */
  #hide(): void {
    this.park();
    this.button.classList.add('gone');
  }

  #frame(outline: HTMLElement, { left, top, width, height }: DOMRect): void {
    outline.classList.remove('parked');
    outline.style.width = `${width}px`;
    outline.style.height = `${height}px`;
    moveTo(outline, { left, top });
  }
}

/** Height of a badge in pixels: no higher than the line that it stands on. */
const MAX_HEIGHT = 20;

function heightIn(near: Element, { top, bottom }: Box): number {
  const lineHeight = Number.parseFloat(getComputedStyle(near).lineHeight) || 0;
  return Math.min(MAX_HEIGHT, Math.max(bottom - top, lineHeight) - 2);
}

function moved({ box, isCompact }: BadgePlace, left: number, top: number): BadgePlace {
  const { width, height } = { width: box.right - box.left, height: box.bottom - box.top };
  return { box: boxAt({ left: box.left + left, top: box.top + top }, { width, height }), isCompact };
}
