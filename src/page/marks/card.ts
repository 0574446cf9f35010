import { type MarkedAddress, stateOf } from '../scanner/ledger.ts';
import { CLOSE_ICON, element, ICONS, icon } from './element.ts';
import { cardPoint, type Point } from './placement.ts';
import { viewport } from './visibility.ts';
import type { Words } from './words.ts';

const MARGIN = 8;

/** What the buttons of a card do beyond the page. Each rejects where it could not. */
export type CardActions = {
  /** Opens the dispute of an address. */
  readonly dispute: (verdict: MarkedAddress) => Promise<unknown>;
  /** Opens a report of an address that is not known to be listed. */
  readonly report: (verdict: MarkedAddress) => Promise<unknown>;
  /** Opens what to do for somebody who has sent to it already. */
  readonly steps: (verdict: MarkedAddress) => Promise<unknown>;
  /** Takes all marks off this site for good. */
  readonly turnOff: () => Promise<unknown>;
};

type CardOptions = {
  readonly verdict: MarkedAddress;
  readonly words: Words;
  readonly actions: CardActions;
  /** Takes the marks of this address off this page. */
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

  /** Opens at once, right after the badge in the order of the Tab key. */
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
    this.element.focus({ preventScroll: true });
  }

  /** Moves the card to where its badge is now. */
  place(): void {
    const { right, bottom } = viewport();
    const within = { left: MARGIN, top: MARGIN, right: right - MARGIN, bottom: bottom - MARGIN };
    const size = this.element.getBoundingClientRect();
    moveTo(this.element, cardPoint(this.#badge.getBoundingClientRect(), size, within));
  }

  /** @param returnFocus whether the badge takes the focus again */
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

  /** A press anywhere else closes the card; inside a closed root the page sees only the host, we see the path. */
  #onPointer(event: PointerEvent): void {
    const host = (this.element.getRootNode() as ShadowRoot).host;
    if (event.target !== host) this.close(false);
  }

  #build(): HTMLElement {
    const { verdict, words } = this.#options;
    const { say } = words;
    const state = stateOf(verdict);
    const of = state === 'blocked' ? `scam_${keyOf(verdict)}` : state;
    const title = say(`${of}_title`);
    const advice = say(`${of}_advice`);
    const close = element('button', { className: 'close', ariaLabel: say('card_close') }, [icon(CLOSE_ICON)]);
    close.addEventListener('click', () => this.close(true));
    return element(
      'div',
      { className: `card ${state}`, role: 'dialog', ariaLabel: title, ariaDescription: advice, tabIndex: -1 },
      [
        element('div', { className: 'head' }, [icon(ICONS[state]), element('h2', { textContent: title }), close]),
        element('p', { className: 'advice', textContent: advice }),
        this.#address(),
        this.#facts(),
        this.#actions(),
      ],
    );
  }

  /** In groups, which are no spaces: what is copied is the address. */
  #address(): HTMLElement {
    const { asset, family } = this.#options.verdict;
    const groups = groupsOf(asset.content).map((group) => element('span', { textContent: group }));
    return element('div', {}, [
      element('p', { className: 'address', translate: false, dir: 'ltr' }, groups),
      element('p', { className: 'family', textContent: family, dir: 'auto' }),
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
        element('dd', { textContent: value, dir: 'auto' }),
      );
    }
    return facts;
  }

  #actions(): HTMLElement {
    const { verdict, words, actions, hide } = this.#options;
    const { say } = words;
    const problem = element('p', { className: 'problem', role: 'alert' });
    const button = (key: string, act: () => unknown, failed = 'card_failed'): HTMLElement => {
      const made = element('button', { textContent: say(`card_${key}`) });
      made.addEventListener('click', async (event) => {
        if (!event.isTrusted) return;
        try {
          await act();
          this.close(true);
        } catch {
          problem.textContent = say(failed);
          this.place();
        }
      });
      return made;
    };
    return element('div', { className: 'actions' }, [
      button('steps', () => actions.steps(verdict)),
      // What nobody has confirmed to be listed can be reported, and not disputed.
      stateOf(verdict) === 'blocked'
        ? button('dispute', () => actions.dispute(verdict))
        : button('report', () => actions.report(verdict)),
      button('hide', hide),
      button('off', actions.turnOff, 'card_offFailed'),
      problem,
    ]);
  }
}

/** The kind of scam as a key of the locale files, which consists of letters only. */
const keyOf = ({ scam = 'other' }: MarkedAddress): string =>
  scam.replace(/-(.)/, (_, first: string) => first.toUpperCase());

/** Puts an element of the layer at a point of the viewport; it then scrolls with the document. */
export function moveTo(moved: HTMLElement, { left, top }: Point): void {
  moved.style.translate = `${Math.round(left + scrollX)}px ${Math.round(top + scrollY)}px`;
}

/** Shorter addresses are read at a glance. */
const MIN_GROUPED_LENGTH = 13;

/**
 * An address in the groups in which people compare it: of four, counted from behind the `0x` that says how it is written, so that the
 * groups are those of every other program. A short one stays whole.
 * @returns the groups in their order; together they are the address
 */
export function groupsOf(address: string): readonly string[] {
  if (address.length < MIN_GROUPED_LENGTH) return [address];
  return address.match(/^0x.{1,4}|.{1,4}/gu) ?? [];
}
