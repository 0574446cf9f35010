import { type MarkedAddress, stateOf } from '../scanner/address-book.ts';
import { armButton } from './arm-button.ts';
import { CLOSE_ICON, element, ICONS, icon } from './layer.ts';
import { cardPoint, type Point } from './placement.ts';
import { viewport } from './visibility.ts';
import type { Words } from './words.ts';

const MARGIN = 8;

/** Actions of a card's buttons outside the page. Each rejects on failure. */
export type CardActions = {
  /** Opens a dispute of an address. */
  readonly dispute: (verdict: MarkedAddress) => Promise<unknown>;
  /** Opens a report of an address that is not known to be listed. */
  readonly report: (verdict: MarkedAddress) => Promise<unknown>;
  /** Opens the steps for somebody who has already sent money to it. */
  readonly steps: (verdict: MarkedAddress) => Promise<unknown>;
  /** Switches the marks off on this site permanently. */
  readonly turnOff: () => Promise<unknown>;
};

type CardOptions = {
  readonly verdict: MarkedAddress;
  /** The address as its page spells it. */
  readonly spelling: string;
  /** Empties the field in which somebody is about to pay it; absent where it is in none. */
  readonly clear?: (() => void) | undefined;
  /** Whether the person opened it: else it takes no focus. */
  readonly isAsked: boolean;
  readonly words: Words;
  readonly actions: CardActions;
  /** Removes the marks of this address from this page. */
  readonly hide: () => void;
  /** Called once, however the card was closed. */
  readonly closed: () => void;
};

/** The card of one address: a small dialog beside its badge that leaves the page usable. */
export class Card {
  readonly #options: CardOptions;
  readonly #badge: HTMLElement;
  readonly #listeners = new AbortController();
  readonly element: HTMLElement;

  /** Opens at once, right after the badge in the Tab order. */
  constructor(badge: HTMLElement, options: CardOptions) {
    this.#options = options;
    this.#badge = badge;
    this.element = this.#build();
    badge.after(this.element);
    badge.ariaExpanded = 'true';
    this.place();
    const listen = { signal: this.#listeners.signal, capture: true };
    window.addEventListener('keydown', (event) => this.#onKey(event), listen);
    window.addEventListener('pointerdown', (event) => this.#onPointer(event), listen);
    if (options.isAsked) this.element.focus({ preventScroll: true });
  }

  /** Moves the card to the current position of its badge. */
  place(): void {
    const { right, bottom } = viewport();
    const within = { left: MARGIN, top: MARGIN, right: right - MARGIN, bottom: bottom - MARGIN };
    const size = this.element.getBoundingClientRect();
    moveTo(this.element, cardPoint(this.#badge.getBoundingClientRect(), size, within));
  }

  /** @param returnFocus whether the badge gets the focus back */
  close(returnFocus: boolean): void {
    if (this.#listeners.signal.aborted) return;
    this.#listeners.abort();
    this.element.remove();
    this.#badge.ariaExpanded = 'false';
    if (returnFocus) this.#badge.focus({ preventScroll: true });
    this.#options.closed();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.close(true);
  }

  /** A press outside closes the card. In a closed root the page sees only the host; we see the path. */
  #onPointer(event: PointerEvent): void {
    const host = (this.element.getRootNode() as ShadowRoot).host;
    if (event.target !== host) this.close(false);
  }

  #build(): HTMLElement {
    const { verdict, words, clear } = this.#options;
    const { say } = words;
    const state = stateOf(verdict);
    const of = state === 'blocked' ? `scam_${keyOf(verdict)}` : state;
    const [title, advice] = clear ? [say('pay_title'), say(`${of}_title`)] : [say(`${of}_title`), say(`${of}_advice`)];
    const close = element('button', { className: 'close', ariaLabel: say('card_close') }, [icon(CLOSE_ICON)]);
    close.addEventListener('click', () => this.close(true));
    const card = element(
      'div',
      { className: `card ${state}`, role: 'dialog', ariaLabel: title, ariaDescription: advice, tabIndex: -1 },
      [
        element('div', { className: 'head' }, [icon(ICONS[state]), element('h2', { textContent: title }), close]),
        element('p', { textContent: advice }),
      ],
    );
    const more = element('div', { hidden: clear !== undefined }, [this.#address(), this.#facts()]);
    card.append(more, this.#actions(card, more));
    return card;
  }

  /** The groups are elements without spaces, so that copying gives the plain address. */
  #address(): HTMLElement {
    const { spelling, verdict } = this.#options;
    const groups = groupsOf(spelling).map((group) => element('span', { textContent: group }));
    return element('div', {}, [
      element('p', { className: 'address', translate: false, dir: 'ltr' }, groups),
      element('p', { className: 'family', textContent: verdict.family, dir: 'auto' }),
    ]);
  }

  #facts(): HTMLElement {
    const { say, moment } = this.#options.words;
    const { scam, reason, listedAt, source } = this.#options.verdict;
    const since = listedAt === undefined ? null : moment(listedAt);
    const rows: [string, string | null | undefined][] = [
      ['why', reason],
      ['since', since],
      ['source', scam && (source ?? say('card_keeper'))],
    ];
    const facts = element('dl');
    for (const [name, value] of rows) {
      if (!value) continue;
      facts.append(
        element('dt', { textContent: say(`card_${name}`) }),
        element('dd', {}, [element('bdi', { textContent: value })]),
      );
    }
    return facts;
  }

  /** One way to help, and the others behind "More". On a field, first to empty it, and the rest behind "Why?". */
  #actions(card: HTMLElement, facts: HTMLElement): HTMLElement {
    const { verdict, words, actions, hide, clear } = this.#options;
    const { say } = words;
    const problem = element('p', { className: 'problem', role: 'alert' });
    let isBusy = false;
    const button = (key: string, act: () => unknown, failed = 'card_failed'): HTMLElement => {
      const made = element('button', { textContent: say(`card_${key}`), className: key === 'clear' ? 'primary' : '' });
      const press = async () => {
        if (isBusy) return;
        isBusy = true;
        problem.textContent = '';
        try {
          await act();
          this.close(true);
        } catch {
          problem.textContent = say(failed);
          this.place();
        }
        isBusy = false;
      };
      armButton(card, made, () => void press(), this.#listeners.signal, key === 'off');
      return made;
    };
    const more = element('div', { className: 'actions', hidden: true }, [
      // An address that nobody confirmed as listed can be reported, but not disputed.
      stateOf(verdict) === 'blocked'
        ? button('dispute', () => actions.dispute(verdict))
        : button('report', () => actions.report(verdict)),
      button('hide', hide),
      button('off', actions.turnOff, 'card_offFailed'),
    ]);
    const shows = (key: string, shown: readonly HTMLElement[]): HTMLElement => {
      const made = element('button', { textContent: say(`card_${key}`), ariaExpanded: 'false' });
      made.addEventListener('click', () => {
        made.ariaExpanded = String(shown[0]!.hidden);
        for (const each of shown) each.hidden = !each.hidden;
        this.place();
        this.element.scrollTop = this.element.scrollHeight;
      });
      return made;
    };
    const steps = button('steps', () => actions.steps(verdict));
    const first = clear
      ? [button('clear', clear), shows('whyOpen', [facts, steps, more])]
      : [steps, shows('more', [more])];
    steps.hidden = clear !== undefined;
    return element('div', {}, [
      element('div', { className: 'actions' }, clear ? [...first, steps] : first),
      more,
      problem,
    ]);
  }
}

/** The kind of scam as a key of the locale files, which consists of letters only. */
const keyOf = ({ scam = 'other' }: MarkedAddress): string =>
  scam.replace(/-(.)/, (_, first: string) => first.toUpperCase());

/** Moves an element of the layer to a point of the viewport; it then scrolls with the document. */
export function moveTo(moved: HTMLElement, { left, top }: Point): void {
  moved.style.translate = `${Math.round(left + scrollX)}px ${Math.round(top + scrollY)}px`;
}

/** Shorter addresses need no groups. */
const MIN_GROUPED_LENGTH = 13;

/**
 * Splits an address into the groups in which people compare it: four characters each, counted after a leading `0x`, so
 * that they match those of other programs. A short address stays whole.
 * @returns the groups in order; joined they are the address
 */
export function groupsOf(address: string): readonly string[] {
  if (address.length < MIN_GROUPED_LENGTH) return [address];
  return address.match(/^0x.{1,4}|.{1,4}/gu) ?? [];
}
