import { type MarkedAddress, stateOf } from '../scanner/ledger.ts';
import { CLOSE_ICON, element, ICONS, icon } from './element.ts';
import { cardPoint, type Point } from './placement.ts';
import { viewport } from './visibility.ts';
import type { Words } from './words.ts';

const MARGIN = 8;

/** What a card shows and what its actions do. */
export type CardSubject = {
  readonly verdict: MarkedAddress;
  /** Opens the dispute of this address; rejects where it could not. */
  readonly dispute: () => Promise<void>;
  /** Opens a report of it; rejects where it could not. */
  readonly report: () => Promise<void>;
  /** Opens what to do for somebody who has sent to it already; rejects where it could not. */
  readonly steps: () => Promise<void>;
  /** Takes the marks of this address off this page. */
  readonly hide: () => void;
  /** Takes all marks off this site for good; rejects where it could not. */
  readonly turnOff: () => Promise<void>;
};

/** The card of one address: a small dialog beside its badge that leaves the page usable. */
export class Card {
  readonly #words: Words;
  readonly #subject: CardSubject;
  readonly #badge: HTMLElement;
  readonly #listeners = new AbortController();
  readonly #closed: () => void;
  readonly element: HTMLElement;

  /**
   * Opens at once, right after the badge in the order of the Tab key.
   *
   * @param closed called once, however the card was closed
   */
  constructor(badge: HTMLElement, subject: CardSubject, words: Words, closed: () => void) {
    this.#words = words;
    this.#subject = subject;
    this.#badge = badge;
    this.#closed = closed;
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
    this.#closed();
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
    const { say } = this.#words;
    const { verdict } = this.#subject;
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
    const { asset, family } = this.#subject.verdict;
    const groups = groupsOf(asset.content).map((group) => element('span', { textContent: group }));
    return element('div', {}, [
      element('p', { className: 'address', translate: false, dir: 'ltr' }, groups),
      element('p', { className: 'family', textContent: family, dir: 'auto' }),
    ]);
  }

  #facts(): HTMLElement {
    const { say, moment } = this.#words;
    const { scam, reason, listedAt, source } = this.#subject.verdict;
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
    const { say } = this.#words;
    const problem = element('p', { className: 'problem', role: 'alert' });
    const leading = (key: string, open: () => Promise<void>): HTMLElement => {
      const button = element('button', { textContent: say(`card_${key}`) });
      button.addEventListener('click', async (event) => {
        if (!event.isTrusted) return;
        try {
          await open();
          this.close(true);
        } catch {
          problem.textContent = say('card_failed');
          this.place();
        }
      });
      return button;
    };
    // What nobody has confirmed to be listed can be reported, and not disputed.
    const isListed = stateOf(this.#subject.verdict) === 'blocked';
    const answer = isListed ? leading('dispute', this.#subject.dispute) : leading('report', this.#subject.report);
    const steps = leading('steps', this.#subject.steps);
    const hide = element('button', { textContent: say('card_hide') });
    hide.addEventListener('click', (event) => event.isTrusted && this.#subject.hide());
    const turnOff = element('button', { textContent: say('card_off') });
    turnOff.addEventListener('click', async (event) => {
      if (!event.isTrusted) return;
      try {
        await this.#subject.turnOff();
      } catch {
        problem.textContent = say('card_offFailed');
        this.place();
      }
    });
    return element('div', { className: 'actions' }, [steps, answer, hide, turnOff, problem]);
  }
}

/** The kind of scam as a key of the locale files, in which a key holds letters only. */
const keyOf = ({ scam = 'other' }: MarkedAddress): string =>
  scam.replace(/-(.)/, (_, first: string) => first.toUpperCase());

/** Puts an element of the layer at a point of the viewport; it then scrolls with the document. */
export function moveTo(moved: HTMLElement, { left, top }: Point): void {
  moved.style.translate = `${Math.round(left + scrollX)}px ${Math.round(top + scrollY)}px`;
}

/** Up to here one reads an address at a glance. */
const WHOLE = 12;

/**
 * An address in the groups in which people compare it: of four, counted from behind the `0x` that says how it is written, so that the
 * groups are those of every other program. A short one stays whole.
 * @returns the groups in their order; together they are the address
 */
export function groupsOf(address: string): readonly string[] {
  if (address.length <= WHOLE) return [address];
  return address.match(/^0x.{1,4}|.{1,4}/gu) ?? [];
}
