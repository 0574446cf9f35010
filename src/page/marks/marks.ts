import type { Finding } from '../scanner/question/ledger.ts';
import { type MarkedAddress, stateOf } from '../scanner/sighting.ts';
import { isTextField } from '../text-field.ts';
import { type Anchor, anchorAt, elementOf, isCurrent, isSameAnchor } from './anchor.ts';
import { Badge } from './badge.ts';
import { Card } from './card.ts';
import { element } from './element.ts';
import { Underline } from './highlight.ts';
import { MarkLayer } from './layer.ts';
import { LayoutWatch } from './layout-watch.ts';
import look from './mark.css?inline';
import type { Box } from './placement.ts';
import type { Words } from './words.ts';

type MarksOptions = {
  readonly words: Words;
  readonly dispute: (verdict: MarkedAddress) => Promise<void>;
  /** Whether the extension is gone; ends the marks where it is. */
  readonly isOrphaned: () => boolean;
};

type Mark = { readonly content: string; readonly anchor: Anchor; readonly badge: Badge | null };

/** Marks in one frame; addresses beyond that are not marked, since nobody can look at so many. */
const MAX_MARKS = 1000;
/** Of these have a badge; the rest are underlined only. */
const MAX_BADGES = 200;

/** Marks of blocked addresses: an underline on the page's own text, and a badge beside it that opens a card. */
export class Marks {
  readonly #options: MarksOptions;
  /** In document order, which is the order of the Tab key. */
  readonly #marks: Mark[] = [];
  readonly #hidden = new Set<string>();
  readonly #underline = new Underline();
  #layer: MarkLayer | null = null;
  #watch: LayoutWatch | null = null;
  #card: Card | null = null;
  #isAnnounced = false;

  constructor(options: MarksOptions) {
    this.#options = options;
  }

  /** True for the layer's host: the scanner never reads it. */
  isOurs(node: Node): boolean {
    return node === this.#layer?.host;
  }

  add(finding: Finding): void {
    const { verdict, place } = finding;
    const { content } = verdict.asset;
    if (this.#hidden.has(content) || this.#marks.length >= MAX_MARKS) return;
    const anchor = anchorAt(place, content);
    if (anchor === null || this.#isMarked(anchor, content)) return;
    const state = stateOf(verdict);
    if (anchor.kind === 'range') this.#underline.add(state, anchor.range);
    const badge = this.#marks.length < MAX_BADGES ? this.#badge(anchor, finding) : null;
    this.#insert({ content, anchor, badge });
    if (state !== 'checking') this.#announce();
  }

  /** Takes every mark of an address away. */
  remove(content: string): void {
    this.#drop((mark) => mark.content === content);
  }

  /** The page changed: marks of what is gone go too, the rest move along. */
  shift(): void {
    this.#watch?.wake(true);
  }

  end(): void {
    this.#drop(() => true);
    this.#watch?.end();
    this.#underline.end();
    this.#layer?.end();
    this.#layer = null;
    this.#watch = null;
  }

  #badge(anchor: Anchor, finding: Finding): Badge {
    const outlined = anchor.kind === 'box' && isTextField(anchor.element);
    const badge = new Badge(anchor, finding.verdict, this.#options.words, outlined);
    badge.button.addEventListener('click', (event) => event.isTrusted && this.#open(badge, finding));
    return badge;
  }

  #open({ button }: Badge, { verdict }: Finding): void {
    const wasOpen = button.ariaExpanded === 'true';
    this.#card?.close(false);
    if (wasOpen) return;
    const { words, dispute } = this.#options;
    const hide = (): void => {
      this.#hidden.add(verdict.asset.content);
      this.remove(verdict.asset.content);
    };
    const subject = { verdict, dispute: () => dispute(verdict), hide };
    this.#card = new Card(button, subject, words, () => {
      this.#card = null;
    });
  }

  #isMarked(anchor: Anchor, content: string): boolean {
    const others = this.#marks.filter((mark) => mark.content === content).map((mark) => mark.anchor);
    if (others.some((other) => isSameAnchor(anchor, other))) return true;
    if (anchor.kind === 'range' || isTextField(anchor.element)) return false;
    // A copy button or a picture around or beside a mark of the same address would say the same thing twice.
    const around = anchor.element.parentElement;
    return others.some((other) => around?.contains(elementOf(other)));
  }

  #insert(mark: Mark): void {
    const layer = this.#ready();
    const at = elementOf(mark.anchor);
    if (at === null) return;
    const found = this.#marks.findIndex(({ anchor }) => {
      const other = elementOf(anchor);
      return other !== null && (at.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    });
    const index = found < 0 ? this.#marks.length : found;
    const next = this.#marks.slice(index).find(({ badge }) => badge !== null);
    mark.badge?.attach(layer.region, next?.badge ?? null);
    this.#marks.splice(index, 0, mark);
    this.#watch?.observe(at);
    this.#watch?.wake(true);
  }

  #ready(): MarkLayer {
    if (this.#layer !== null) return this.#layer;
    const { isOrphaned, words } = this.#options;
    const { say, direction } = words;
    this.#layer = new MarkLayer({ label: say('region'), direction, look, isOrphaned });
    this.#watch = new LayoutWatch((unsettle) => this.#update(unsettle));
    return this.#layer;
  }

  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const notice = element('p', { className: 'notice', role: 'status' });
    this.#ready().region.append(notice);
    // A live region speaks only what changes after it is on the page.
    setTimeout(() => notice.append(this.#options.words.say('notice')), 500);
  }

  #drop(isGone: (mark: Mark) => boolean): void {
    for (const mark of this.#marks.filter(isGone)) {
      const { anchor, badge } = mark;
      if (anchor.kind === 'range') this.#underline.delete(anchor.range);
      if (badge?.button.ariaExpanded === 'true') this.#card?.close(false);
      badge?.detach();
      this.#marks.splice(this.#marks.indexOf(mark), 1);
    }
  }

  /** Brings every badge to where its address is; answers whether one is in sight. */
  #update(unsettle: boolean): boolean {
    const layer = this.#layer;
    if (layer === null || this.#options.isOrphaned()) return false;
    this.#drop(({ anchor, content }) => !isCurrent(anchor, content));
    this.#underline.assert();
    layer.region.classList.add('measuring');
    const taken: Box[] = [];
    const moves: (() => void)[] = [];
    let inSight = false;
    for (const { badge, anchor } of this.#marks) {
      const near = elementOf(anchor);
      if (unsettle) badge?.unsettle();
      if (badge === null || near === null) continue;
      const isNear = this.#watch?.isNear(near) === true;
      inSight ||= isNear;
      moves.push(isNear ? badge.measure(taken) : () => badge.park());
    }
    for (const move of moves) move();
    layer.region.classList.remove('measuring');
    this.#card?.place();
    return inSight;
  }
}
