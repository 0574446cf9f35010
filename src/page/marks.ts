import { type Anchor, anchorAt, elementOf, isCurrent, isSameAnchor } from './anchor.ts';
import { Badge } from './badge.ts';
import { Card } from './card.ts';
import { element } from './element.ts';
import type { AddressFamily } from './family.ts';
import { canHighlight, Underline } from './highlight.ts';
import { MarkLayer } from './layer.ts';
import { LayoutWatch } from './layout-watch.ts';
import type { Finding } from './ledger.ts';
import type { Box } from './placement.ts';
import type { BlockedAddress } from './sighting.ts';
import type { Words } from './words.ts';

type MarksOptions = {
  readonly words: Words;
  readonly dispute: (verdict: BlockedAddress) => Promise<void>;
};

type Mark = { readonly family: AddressFamily; readonly badge: Badge };

/** Badges on one page; addresses beyond that are underlined only. */
const MOST_BADGES = 200;
const MOST_UNDERLINES = 2000;

/** Marks of blocked addresses: an underline on the page's own text, and a badge beside it that opens a card. */
export class Marks {
  readonly #options: MarksOptions;
  readonly #marks: Mark[] = [];
  readonly #hidden = new Set<string>();
  readonly #underline = new Underline();
  readonly #underlined: { readonly content: string; readonly anchor: Anchor }[] = [];
  #layer: MarkLayer | null = null;
  #watch: LayoutWatch | null = null;
  #card: Card | null = null;

  constructor(options: MarksOptions) {
    this.#options = options;
  }

  /** True for the layer's host: the scanner never reads it. */
  isOurs(node: Node): boolean {
    return this.#layer !== null && node === this.#layer.host;
  }

  add({ verdict, family, place }: Finding): void {
    const { content } = verdict.asset;
    if (this.#hidden.has(content)) return;
    const anchor = anchorAt(place, content, family);
    if (anchor === null || this.#isMarked(anchor, content)) return;
    const name = verdict.kind === 'unconfirmed' ? 'unconfirmed' : 'blocked';
    if (anchor.kind === 'range' && this.#underlined.length < MOST_UNDERLINES) {
      this.#underline.add(name, anchor.range);
      this.#underlined.push({ content, anchor });
    }
    if (this.#marks.length >= MOST_BADGES) return;
    const outlined = !canHighlight() || (anchor.kind === 'box' && isSmall(anchor.element));
    const badge = new Badge(anchor, verdict, this.#options.words, outlined);
    badge.button.addEventListener('click', (event) => event.isTrusted && this.#open({ badge, family }));
    badge.button.addEventListener('focus', () => badge.button.classList.contains('parked') && badge.reveal());
    this.#insert({ badge, family });
  }

  /** Takes every mark of an address away. */
  remove(content: string): void {
    this.#drop((_anchor, of) => of === content);
  }

  /** The page changed: marks of what is gone go too, the rest move along. */
  shift(): void {
    if (this.#layer === null) return;
    this.#watch?.wake({ unsettle: true });
  }

  end(): void {
    this.#card?.close({ returnFocus: false });
    this.#watch?.end();
    this.#underline.end();
    this.#layer?.end();
    this.#marks.length = 0;
    this.#underlined.length = 0;
    this.#layer = null;
    this.#watch = null;
  }

  #open({ badge, family }: Mark): void {
    const wasOpen = badge.button.getAttribute('aria-expanded') === 'true';
    this.#card?.close({ returnFocus: false });
    if (wasOpen) return;
    const { words, dispute } = this.#options;
    const { verdict } = badge;
    const subject = {
      verdict,
      family,
      dispute: () => dispute(verdict),
      hide: () => {
        this.#hidden.add(verdict.asset.content);
        this.remove(verdict.asset.content);
      },
    };
    this.#card = new Card(badge.button, subject, words, () => {
      this.#card = null;
    });
  }

  #isMarked(anchor: Anchor, content: string): boolean {
    const same = (of: string, other: Anchor): boolean => of === content && isSameAnchor(anchor, other);
    if (this.#underlined.some((line) => same(line.content, line.anchor))) return true;
    const mine = this.#marks.map(({ badge }) => badge).filter(({ verdict }) => verdict.asset.content === content);
    if (mine.some((badge) => same(content, badge.anchor))) return true;
    const box = anchor.kind === 'box' ? anchor.element : null;
    if (box === null || box.localName === 'input' || box.localName === 'textarea') return false;
    // A copy button or a picture around or beside a mark of the same address would say the same thing twice.
    const around = box.parentElement ?? box;
    return mine.some((badge) => around.contains(elementOf(badge.anchor)));
  }

  #insert(mark: Mark): void {
    const layer = this.#ready();
    const at = elementOf(mark.badge.anchor);
    const index = this.#marks.findIndex(({ badge }) => {
      const other = elementOf(badge.anchor);
      if (at === null || other === null) return false;
      return (at.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    });
    const before = index < 0 ? null : (this.#marks[index]?.badge ?? null);
    mark.badge.attach(layer.region, before);
    this.#marks.splice(index < 0 ? this.#marks.length : index, 0, mark);
    if (at !== null) this.#watch?.observe(at);
    this.#watch?.wake({ unsettle: true });
  }

  #ready(): MarkLayer {
    if (this.#layer !== null) return this.#layer;
    const { say, direction } = this.#options.words;
    this.#layer = new MarkLayer(say('region'), direction);
    const notice = element('p', { className: 'notice', attributes: { role: 'status' } });
    this.#layer.region.append(notice);
    // A live region speaks only what changes after it is on the page.
    setTimeout(() => notice.append(say('notice')), 500);
    this.#watch = new LayoutWatch((unsettle) => this.#update(unsettle));
    return this.#layer;
  }

  #drop(isGone: (anchor: Anchor, content: string) => boolean): void {
    for (let index = this.#underlined.length - 1; index >= 0; index -= 1) {
      const line = this.#underlined[index];
      if (line === undefined || line.anchor.kind === 'box' || !isGone(line.anchor, line.content)) continue;
      this.#underline.delete(line.anchor.range);
      this.#underlined.splice(index, 1);
    }
    for (let index = this.#marks.length - 1; index >= 0; index -= 1) {
      const badge = this.#marks[index]?.badge;
      if (badge === undefined || !isGone(badge.anchor, badge.verdict.asset.content)) continue;
      if (badge.button.getAttribute('aria-expanded') === 'true') this.#card?.close({ returnFocus: false });
      badge.detach();
      this.#marks.splice(index, 1);
    }
  }

  /** Brings every mark to where its address is; answers whether one is in sight. */
  #update(unsettle: boolean): boolean {
    const { region } = this.#layer ?? {};
    const watch = this.#watch;
    if (region === undefined || watch === null) return false;
    this.#drop((anchor, content) => !isCurrent(anchor, content));
    this.#underline.assert();
    region.classList.add('measuring');
    const taken: Box[] = [];
    const moves: (() => void)[] = [];
    let inSight = false;
    for (const { badge } of this.#marks) {
      if (unsettle) badge.unsettle();
      const near = elementOf(badge.anchor);
      if (near === null || !watch.isNear(near)) {
        moves.push(() => badge.park());
      } else {
        inSight = true;
        moves.push(badge.measure(taken));
      }
    }
    for (const move of moves) move();
    region.classList.remove('measuring');
    this.#card?.place();
    return inSight;
  }
}

/** Boxes larger than a field or a button get a badge only: an outline around a section would claim too much. */
function isSmall(box: Element): boolean {
  const { width, height } = box.getBoundingClientRect();
  return width <= 900 && height <= 120;
}
