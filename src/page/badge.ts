import { type Anchor, elementOf, linesOf } from './anchor.ts';
import { moveTo } from './card.ts';
import { BLOCKED_ICON, element, icon, UNCONFIRMED_ICON } from './element.ts';
import { type Box, badgePoint, boxAt, encloses, overlap, type Size } from './placement.ts';
import type { BlockedAddress } from './sighting.ts';
import { clipOf, isCovered, isEmpty, viewport } from './visibility.ts';
import type { Words } from './words.ts';

/** A place found before, relative to the line it was found for. */
type Settled = { readonly width: number; readonly height: number; readonly dx: number; readonly dy: number };

/**
 * The button beside one marked address. It is in the order of the Tab key wherever its address is shown on the page, also
 * scrolled out, and visible where the address is.
 */
export class Badge {
  readonly anchor: Anchor;
  readonly verdict: BlockedAddress;
  readonly button: HTMLButtonElement;
  readonly #description: HTMLElement;
  readonly #outline: HTMLElement | null;
  static #count = 0;
  #settled: Settled | null = null;
  #size: Size | null = null;

  constructor(anchor: Anchor, verdict: BlockedAddress, words: Words, outlined: boolean) {
    this.anchor = anchor;
    this.verdict = verdict;
    const state = verdict.kind === 'unconfirmed' ? 'unconfirmed' : 'blocked';
    const described = `address-${++Badge.#count}`;
    this.#description = element('span', { text: verdict.asset.content, attributes: { id: described, hidden: '' } });
    this.button = element(
      'button',
      {
        className: `badge ${state} parked`,
        attributes: {
          type: 'button',
          'aria-haspopup': 'dialog',
          'aria-expanded': 'false',
          'aria-describedby': described,
        },
      },
      [
        icon(state === 'blocked' ? BLOCKED_ICON : UNCONFIRMED_ICON),
        element('span', { text: words.say(`${state}.title`) }),
      ],
    );
    this.#outline = outlined ? element('div', { className: `outline ${state} parked` }) : null;
  }

  attach(region: HTMLElement, before: Badge | null): void {
    region.insertBefore(this.button, before?.button ?? null);
    this.button.after(this.#description);
    if (this.#outline) this.button.before(this.#outline);
  }

  detach(): void {
    this.button.remove();
    this.#description.remove();
    this.#outline?.remove();
  }

  /** Where the layout may have changed: the place is chosen anew at the next move. */
  unsettle(): void {
    this.#settled = null;
  }

  /** Hides the badge without taking it out of the order of the Tab key. */
  park(): void {
    this.button.classList.add('parked');
    this.#outline?.classList.add('parked');
  }

  /** Scrolls the address into view, for a person who came with the Tab key. */
  reveal(): void {
    elementOf(this.anchor)?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }

  /**
   * Reads the layout and answers with what has to be written to bring the badge to its address; nothing is written here, so that
   * many badges cost one layout.
   *
   * @param taken boxes of badges placed before; this badge's box is added
   */
  measure(taken: Box[]): () => void {
    const near = elementOf(this.anchor);
    const lines = linesOf(this.anchor);
    const line = lines.at(-1);
    if (near === null || line === undefined) return () => this.#leave();
    const clip = clipOf(near);
    if (clip === null) return () => this.#leave();
    const shown = overlap(clip, line);
    const middle = (line.top + line.bottom) / 2;
    const end = getComputedStyle(near).direction === 'rtl' ? line.left + 2 : line.right - 2;
    const endShown = end >= clip.left && end <= clip.right && middle >= clip.top && middle <= clip.bottom;
    if (shown === null || !endShown || isCovered(near, end, middle)) return () => this.#parkAt(line);
    const point = this.#choose(near, line, taken);
    return () => {
      this.button.classList.remove('gone', 'parked');
      moveTo(this.button, point);
      if (this.#outline) this.#frame(this.#outline, line);
    };
  }

  #choose(near: Element, line: DOMRect, taken: Box[]): Box {
    this.#size ??= { width: this.button.offsetWidth, height: this.button.offsetHeight };
    const size = this.#size;
    if (this.#settled === null || this.#settled.width !== line.width || this.#settled.height !== line.height) {
      const within = viewport();
      const isFree = (box: Box): boolean => !taken.some((other) => overlap(other, box)) && isEmpty(box, near);
      const direction = getComputedStyle(near).direction === 'rtl' ? 'rtl' : 'ltr';
      const { left, top } = badgePoint(line, size, within, direction, isFree);
      const settled = { width: line.width, height: line.height, dx: left - line.left, dy: top - line.top };
      const around = { left: 0, right: within.right, top: line.top - 32, bottom: line.bottom + 32 };
      const box = boxAt({ left, top }, size);
      if (encloses(within, around)) this.#settled = settled;
      taken.push(box);
      return box;
    }
    const box = boxAt({ left: line.left + this.#settled.dx, top: line.top + this.#settled.dy }, size);
    taken.push(box);
    return box;
  }

  /** The address is on the page but not in sight: the Tab key still finds it. */
  #parkAt(line: DOMRect): void {
    this.button.classList.remove('gone');
    this.park();
    const { right, bottom } = viewport();
    const inside = (value: number, most: number): number => Math.max(0, Math.min(value, most));
    moveTo(this.button, { left: inside(line.left, right - 40), top: inside(line.top, bottom - 40) });
  }

  /** The address is not shown at all. */
  #leave(): void {
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
