import { isByPerson } from '../../arming/arming.ts';
import type { IdleTime } from '../document/frame-time.ts';
import { LayoutWatch } from '../document/layout-watch.ts';
import { contains, parentElementOf } from '../document/node.ts';
import { isTextField } from '../document/readable.ts';
import { type Finding, stateOf } from '../scanner/address-book.ts';
import type { Place } from '../scanner/candidate.ts';
import {
  type Anchor,
  anchorAt,
  boxedElementOf,
  elementOf,
  isCurrent,
  isSameAnchor,
  linesOf,
  spellingAt,
} from './anchor.ts';
import { Badge, type Placed } from './badge.ts';
import { Card, type CardActions } from './card.ts';
import { clearField, isForPaying } from './clear-field.ts';
import { element, ICONS, icon, MarkLayer, Underline } from './layer.ts';
import look from './mark.css?inline';
import type { Words } from './words.ts';

type MarksOptions = {
  readonly words: Words;
  readonly actions: CardActions;
  /** Whether the extension is gone; the marks end then. */
  readonly isOrphaned: () => boolean;
  readonly time: IdleTime;
};

type Mark = Finding & { readonly content: string; readonly anchor: Anchor; readonly badge: Badge | null };

/** Maximum marks in one frame; nobody can look at more. */
const MAX_MARKS = 1_000;
/** Maximum badges; further marks are only underlined. */
const MAX_BADGES = 200;
/** Milliseconds of work in one slice: the rest is created when the frame is idle again, and placed in its next frame. */
const MAX_SLICE_MS = 6;
const IDLE_TIMEOUT_MS = 500;
const RING_MS = 4_000;
/** Milliseconds for which the pointer rests on an address before its card opens, and for which a hidden mark can be shown again. */
const REST_MS = 150;
const UNDO_MS = 5_000;

/** Marks of blocked addresses: an underline on the page's own text, and a badge beside it that opens a card. */
export class Marks {
  readonly #options: MarksOptions;
  /** In document order, which is the Tab order. */
  readonly #marks: Mark[] = [];
  /** Findings without a mark yet. */
  #waiting: Finding[] = [];
  #cancel: (() => void) | null = null;
  /** The next mark to place if the last frame had no time for all, and the places already taken. */
  #placing: (Placed & { next: number }) | null = null;
  readonly #hidden = new Set<string>();
  /** Fields whose card has opened by itself, each with the address in it. */
  readonly #warned = new WeakMap<Element, string>();
  readonly #underline = new Underline();
  #layer: MarkLayer | null = null;
  #watch: LayoutWatch | null = null;
  #card: Card | null = null;
  /** Whether the card was opened by the pointer, and goes with it. */
  #isHovered = false;
  #cancelRest: (() => void) | null = null;
  /** What is at the edge of the window. */
  #pill: { readonly element: HTMLElement; readonly text: string } | null = null;
  #isAnnounced = false;
  /** How many times a mark was scrolled into view. */
  #revealed = 0;

  constructor(options: MarksOptions) {
    this.#options = options;
  }

  /** Marks a place in one of the next idle moments. */
  add(finding: Finding): void {
    this.#waiting.push(finding);
    this.#cancel ??= this.#options.time.whenIdle(() => this.#make(), IDLE_TIMEOUT_MS);
  }

  /** Removes every mark of an address. */
  remove(content: string): void {
    this.#waiting = this.#waiting.filter(({ verdict }) => verdict.asset.content !== content);
    this.#drop((mark) => mark.content === content);
  }

  /** Called when the page changed: removes marks whose text is gone and places the others again. */
  pageChanged(): void {
    this.#watch?.wake(true);
  }

  /**
   * Highlights every mark for a moment and returns their number.
   * @param focused whether to scroll to the next mark and focus it
   */
  show(focused: boolean): number {
    const badges = this.#marks.flatMap(({ badge }) => badge ?? []);
    const { classList } = this.#ready().region;
    classList.add('ringed');
    this.#options.time.after(() => classList.remove('ringed'), RING_MS);
    if (focused) badges[this.#revealed++ % badges.length]?.reveal();
    return badges.length;
  }

  /** Redraws every mark in the current language. */
  drawAgain(): void {
    const findings = [...this.#waiting, ...this.#marks];
    this.end();
    for (const finding of findings) this.add(finding);
  }

  end(): void {
    this.#cancel?.();
    this.#cancelRest?.();
    document.removeEventListener('pointermove', this.#onPointer, { capture: true });
    this.#pill = null;
    this.#waiting = [];
    this.#drop(() => true);
    this.#watch?.end();
    this.#underline.end();
    this.#layer?.end();
    this.#cancel = this.#placing = this.#layer = this.#watch = null;
  }

  #make(): void {
    const { time, isOrphaned } = this.#options;
    this.#cancel = null;
    const end = time.now() + MAX_SLICE_MS;
    // Certain verdicts come first, because the number of marks in a frame is limited; else the order of the page stays.
    this.#waiting.sort((one, other) => Number(isOpen(one)) - Number(isOpen(other)));
    let made = 0;
    while (made < this.#waiting.length && time.now() < end) {
      this.#mark(this.#waiting[made]!);
      made += 1;
    }
    this.#waiting = this.#waiting.slice(made);
    if (this.#waiting.length > 0 && !isOrphaned()) this.#cancel = time.whenIdle(() => this.#make(), IDLE_TIMEOUT_MS);
  }

  #mark(finding: Finding): void {
    const { verdict, place } = finding;
    const { content } = verdict.asset;
    if (this.#hidden.has(content) || this.#marks.length >= MAX_MARKS || this.#hasMark(place, content)) return;
    const anchor = anchorAt(place, content);
    if (anchor === null || this.#isMarked(anchor, content)) return;
    const state = stateOf(verdict);
    if (anchor.kind === 'range') this.#underline.add(state, anchor.range);
    const badge = this.#marks.length < MAX_BADGES ? this.#badge(anchor, finding) : null;
    const mark = { ...finding, content, anchor, badge };
    this.#insert(mark);
    if (state === 'checking') return;
    this.#announce();
    this.#warn(mark);
  }

  /** True for a place that already has its mark: every page change finds the same addresses again. */
  #hasMark(place: Place, content: string): boolean {
    return this.#marks.some(
      (mark) => mark.content === content && isSamePlace(mark, place) && isCurrent(mark.anchor, content),
    );
  }

  #badge(anchor: Anchor, finding: Finding): Badge {
    const outlined = anchor.kind === 'box' && isTextField(anchor.element);
    const badge = new Badge(anchor, finding.verdict, this.#options.words, outlined);
    badge.button.addEventListener('click', (event) => isByPerson(event) && this.#toggle(badge));
    return badge;
  }

  #toggle(badge: Badge): void {
    const wasOpen = badge.button.ariaExpanded === 'true' && !this.#isHovered;
    this.#card?.close(false);
    if (!wasOpen) this.#open(badge);
  }

  #open({ button, verdict, anchor }: Badge, isAsked = true, clear?: () => void): void {
    const { words, actions } = this.#options;
    const { content } = verdict.asset;
    this.#isHovered = false;
    this.#card = new Card(button, {
      verdict,
      spelling: spellingAt(anchor, content),
      clear,
      isAsked,
      words,
      actions,
      hide: () => this.#hide(content, button),
      closed: () => {
        this.#card = null;
      },
    });
  }

  /** Opens the card at a field in which somebody is about to pay the address, once each time that it is put there. */
  #warn({ anchor, badge, content }: Mark): void {
    if (anchor.kind !== 'box' || badge === null || this.#card !== null) return;
    const { element: field } = anchor;
    if (!isTextField(field) || !isForPaying(field) || this.#warned.get(field) === content) return;
    this.#warned.set(field, content);
    this.#open(badge, false, () => clearField(field));
    this.#ready().announce(this.#options.words.say('pay_title'));
  }

  /** The text of an address is its button, too: where the pointer rests on it, its card opens, and goes with the pointer. */
  readonly #onPointer = ({ clientX, clientY, isTrusted, target, buttons }: PointerEvent): void => {
    this.#cancelRest?.();
    const ours = target === this.#layer?.host ? this.#layer.root.elementFromPoint(clientX, clientY) : null;
    if (!isTrusted || buttons !== 0 || (ours !== null && !ours.matches('.homeless'))) return;
    this.#cancelRest = this.#options.time.after(() => {
      const isAt = ({ left, top, right, bottom }: DOMRect) =>
        left <= clientX && clientX < right && top <= clientY && clientY < bottom;
      const at = this.#marks.find(({ anchor }) => anchor.kind === 'range' && linesOf(anchor).some(isAt));
      if (this.#card !== null && !(this.#isHovered && at?.badge?.button.ariaExpanded !== 'true')) return;
      this.#card?.close(false);
      if (!at?.badge) return;
      this.#open(at.badge, false);
      this.#isHovered = true;
    }, REST_MS);
  };

  /** Shows a text with a button at the edge of the window; nothing where the text is empty. */
  #offer(text: string, label = '', act?: () => void, ...signs: Node[]): void {
    if (this.#pill?.text === text) return;
    this.#pill?.element.remove();
    this.#pill = null;
    if (text === '') return;
    const button = element('button', { textContent: label });
    button.addEventListener('click', (event) => isByPerson(event) && act?.());
    const pill = element('div', { className: 'pill', role: 'status' }, [
      ...signs,
      element('span', { textContent: text, dir: 'auto' }),
      button,
    ]);
    this.#ready().region.append(pill);
    this.#pill = { element: pill, text };
  }

  /** Says how many addresses in view are marked by their colour alone, and leads to the card of one after the other. */
  #offerHomeless(): void {
    const { say } = this.#options.words;
    if (this.#pill?.text === say('hidden')) return;
    const homeless = () => this.#marks.flatMap(({ badge }) => (badge?.isHomeless ? badge : []));
    const { length } = homeless();
    const reveal = () => {
      const badges = homeless();
      const badge = badges[this.#revealed++ % badges.length];
      this.#card?.close(false);
      if (!badge) return;
      badge.reveal();
      this.#open(badge);
    };
    this.#offer(length === 0 ? '' : say('homeless', String(length)), say('show'), reveal, icon(ICONS.blocked));
  }

  /** Hides the marks of an address, and moves the focus of the keyboard from its card to the next mark. */
  #hide(content: string, button: HTMLElement): void {
    const isOther = (mark: Mark) => mark.content !== content && mark.badge !== null;
    const from = this.#marks.findIndex(({ badge }) => badge?.button === button);
    const next = this.#marks.slice(from).find(isOther) ?? this.#marks.findLast(isOther);
    const isByKey = this.#layer?.root.activeElement?.matches(':focus-visible') === true;
    const findings = this.#marks.filter((mark) => mark.content === content);
    const { words, time } = this.#options;
    this.#hidden.add(content);
    this.remove(content);
    if (isByKey) next?.badge?.button.focus({ preventScroll: true });
    this.#offer(words.say('hidden'), words.say('undo'), () => {
      this.#offer('');
      this.#hidden.delete(content);
      for (const finding of findings) this.add(finding);
    });
    time.after(() => this.#pill?.text === words.say('hidden') && this.#offer(''), UNDO_MS);
  }

  #isMarked(anchor: Anchor, content: string): boolean {
    const others = this.#marks.filter((mark) => mark.content === content).map((mark) => mark.anchor);
    if (others.some((other) => isSameAnchor(anchor, other) && isCurrent(other, content))) return true;
    if (anchor.kind === 'range' || isTextField(anchor.element)) return false;
    // A copy button or a picture around or beside a mark of the same address would say the same thing twice.
    const around = parentElementOf(anchor.element);
    return around !== null && others.some((other) => contains(around, elementOf(other)) && isCurrent(other, content));
  }

  #insert(mark: Mark): void {
    const layer = this.#ready();
    const at = elementOf(mark.anchor);
    if (at === null) return;
    const index = this.#indexFor(at);
    const next = this.#marks.slice(index).find(({ badge }) => badge !== null);
    mark.badge?.attach(layer.region, next?.badge ?? null);
    this.#marks.splice(index, 0, mark);
    this.#watch?.wake(true);
  }

  /** Index of an element's mark among the others, which are in document order; a new one mostly comes last. */
  #indexFor(at: Element): number {
    const follows = ({ anchor }: Mark) => {
      const other = elementOf(anchor);
      return other !== null && (at.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    };
    return this.#marks.findLastIndex((mark) => !follows(mark)) + 1;
  }

  #ready(): MarkLayer {
    if (this.#layer !== null) return this.#layer;
    const { isOrphaned, words } = this.#options;
    this.#layer = new MarkLayer({ label: words.say('region'), words, look, isOrphaned });
    this.#watch = new LayoutWatch((chooseAgain) => this.#update(chooseAgain));
    document.addEventListener('pointermove', this.#onPointer, { capture: true, passive: true });
    return this.#layer;
  }

  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.#ready().announce(this.#options.words.say('notice'));
  }

  #drop(isGone: (mark: Mark) => boolean): void {
    for (const mark of this.#marks.filter(isGone)) {
      const { anchor, badge } = mark;
      if (anchor.kind === 'range') this.#underline.delete(anchor.range);
      else if (!isCurrent(anchor, mark.content)) this.#warned.delete(anchor.element);
      if (badge?.button.ariaExpanded === 'true') this.#card?.close(false);
      badge?.detach();
      this.#marks.splice(this.#marks.indexOf(mark), 1);
    }
  }

  /** Moves every badge to its address; returns whether one is in view. */
  #update(chooseAgain: boolean): boolean {
    const layer = this.#layer;
    if (layer === null || this.#options.isOrphaned()) return false;
    this.#drop(({ anchor, content }) => !isCurrent(anchor, content));
    layer.keep();
    this.#underline.assert();
    if (chooseAgain) for (const { badge } of this.#marks) badge?.forgetPlace();
    const moves: (() => void)[] = [];
    const placing = this.#placing ?? { next: 0, taken: [], lines: [] };
    const { time } = this.#options;
    const end = time.now() + MAX_SLICE_MS;
    layer.region.classList.add('measuring');
    for (; placing.next < this.#marks.length && time.now() < end; placing.next += 1) {
      const { badge, anchor } = this.#marks[placing.next]!;
      const near = boxedElementOf(anchor);
      if (badge === null || near === null) continue;
      moves.push(this.#watch?.isNear(near) ? badge.measure(placing) : () => badge.park());
    }
    for (const move of moves) move();
    layer.region.classList.remove('measuring');
    this.#placing = placing.next < this.#marks.length ? placing : null;
    if (this.#placing !== null) this.#watch?.wake(false);
    const inSight = this.#marks.some(({ anchor }) => {
      const near = boxedElementOf(anchor);
      return near !== null && this.#watch?.isNear(near) === true;
    });
    if (this.#placing === null) this.#offerHomeless();
    this.#card?.place();
    return inSight;
  }
}

const isOpen = ({ verdict }: Finding): boolean => stateOf(verdict) === 'checking';

function isSamePlace({ place, anchor }: Mark, other: Place): boolean {
  if (place.kind !== 'text' || other.kind !== 'text')
    return place.kind !== 'text' && other.kind !== 'text' && place.element === other.element;
  // The browser moves the range when the page changes the text before it.
  if (anchor.kind !== 'range') return false;
  return anchor.range.startContainer === other.start && anchor.range.startOffset === other.startOffset;
}
