import { LayoutWatch } from '../document/layout-watch.ts';
import { LinkedHosts, linksOf } from '../document/links.ts';
import { moveTo } from '../marks/card.ts';
import { element, MarkLayer } from '../marks/layer.ts';
import { cardPoint, overlap } from '../marks/placement.ts';
import { clipOf, isCovered, viewport } from '../marks/visibility.ts';
import type { Words } from '../marks/words.ts';
import type { Send } from './address-book.ts';
import look from './link-marks.css?inline';

type Mark = { readonly link: Element; readonly isKnown: boolean; readonly lines: HTMLElement };
type LinkMarksParts = { readonly send: Send; readonly words: Words; readonly isOrphaned: () => boolean };

/**
 * Marks the links of a frame that lead to listed sites. A page must not learn which of these this profile has met: so every link with
 * an entry in the public list gets the same boxes and texts, which are as good as transparent unless this device itself knows that
 * the site is listed.
 */
export class LinkMarks {
  readonly #parts: LinkMarksParts;
  readonly #hosts = new LinkedHosts();
  readonly #listed = new Map<string, boolean>();
  #marks: Mark[] = [];
  #layer: MarkLayer | null = null;
  #watch: LayoutWatch | null = null;
  /** What the link under the pointer, or with the focus, leads to. */
  readonly #label = element('p', { role: 'status' });

  constructor(parts: LinkMarksParts) {
    this.#parts = parts;
  }

  /** Call when the document has been read. Rejects where nobody answers. */
  async read(): Promise<void> {
    const hosts = this.#hosts.takeNew();
    const { listed } = hosts.length > 0 ? await this.#parts.send('linksCheck', { hosts }) : { listed: [] };
    for (const { host, isKnown } of listed) this.#listed.set(host, isKnown);
    if (this.#listed.size === 0) return;
    const marked = new Set<Element>(this.#marks.map(({ link }) => link));
    for (const link of linksOf(document)) {
      const isKnown = this.#listed.get(link.hostname);
      if (isKnown !== undefined && !marked.has(link)) this.#mark(link, isKnown);
    }
    this.#watch?.wake(false);
  }

  end(): void {
    for (const type of ['pointerover', 'focusin']) document.removeEventListener(type, this.#onPoint, true);
    this.#watch?.end();
    this.#layer?.end();
    this.#layer = this.#watch = null;
    this.#marks = [];
  }

  #mark(link: Element, isKnown: boolean): void {
    const lines = element('div', { className: isKnown ? 'known' : '' });
    this.#ready().region.append(lines);
    this.#marks.push({ link, isKnown, lines });
  }

  #ready(): MarkLayer {
    if (this.#layer) return this.#layer;
    const { words, isOrphaned } = this.#parts;
    this.#layer = new MarkLayer({ label: words.say('region'), words, look, isOrphaned });
    this.#layer.region.append(this.#label);
    this.#watch = new LayoutWatch(() => this.#update());
    for (const type of ['pointerover', 'focusin']) document.addEventListener(type, this.#onPoint, true);
    return this.#layer;
  }

  /** Draws a box over each line of each link in view; returns whether there is one. All is read before anything is written. */
  #update(): boolean {
    if (this.#layer === null || this.#parts.isOrphaned()) return false;
    for (const { link, lines } of this.#marks) if (!link.isConnected) lines.remove();
    this.#marks = this.#marks.filter(({ link }) => link.isConnected);
    this.#layer.keep();
    const near = this.#marks.filter(({ link }) => this.#watch?.isNear(link));
    const drawn = new Map(near.map((mark) => [mark, boxesOf(mark.link).map(boxElement)]));
    for (const mark of this.#marks) mark.lines.replaceChildren(...(drawn.get(mark) ?? []));
    return near.length > 0;
  }

  readonly #onPoint = (event: Event): void => {
    const path = event.composedPath();
    const mark = this.#marks.find(({ link }) => path.includes(link));
    const box = mark && boxesOf(mark.link).at(-1);
    const { say } = this.#parts.words;
    this.#label.className = mark?.isKnown ? 'known' : '';
    this.#label.ariaHidden = String(!mark?.isKnown);
    this.#label.textContent = box ? `${say('link_title')}. ${say('link_advice')}` : '';
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height } = this.#label;
    moveTo(this.#label, cardPoint(box, { width, height }, viewport()));
  };
}

/** The parts of a link's lines that are in view, as rectangles of the viewport. */
function boxesOf(link: Element) {
  const clip = clipOf(link);
  return [...link.getClientRects()].flatMap((line) => {
    const box = clip && overlap(clip, line);
    return box && !isCovered(link, (box.left + box.right) / 2, (box.top + box.bottom) / 2) ? box : [];
  });
}

function boxElement({ left, top, right, bottom }: ReturnType<typeof boxesOf>[number]): HTMLElement {
  const line = element('div', { className: 'line' });
  Object.assign(line.style, { width: `${right - left}px`, height: `${bottom - top}px` });
  moveTo(line, { left, top });
  return line;
}
