import { type MarkedAddress, stateOf } from '../scanner/sighting.ts';
import { CLOSE_ICON, element, ICONS, icon } from './element.ts';
import { cardPoint, type Point } from './placement.ts';
import { viewport } from './visibility.ts';
import type { Words } from './words.ts';

const MARGIN = 8;

/** What a card shows and what its two actions do. */
export type CardSubject = {
  readonly verdict: MarkedAddress;
  /** Opens the dispute of this address; rejects where it could not. */
  readonly dispute: () => Promise<void>;
  /** Takes the marks of this address off this page. */
  readonly hide: () => void;
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
    const title = say(`${state}_title`);
    const advice = say(`${state}_advice`);
    const close = element('button', { className: 'close', ariaLabel: say('card_close') }, [icon(CLOSE_ICON)]);
    close.addEventListener('click', () => this.close(true));
    return element(
      'div',
      { className: `card ${state}`, role: 'dialog', ariaLabel: title, ariaDescription: advice, tabIndex: -1 },
      [
        element('div', { className: 'head' }, [icon(ICONS[state]), element('h2', { textContent: title }), close]),
        element('p', { className: 'advice', textContent: advice }),
        element('p', { className: 'address', textContent: verdict.asset.content, translate: false, dir: 'ltr' }),
        this.#facts(),
        this.#actions(),
      ],
    );
  }

  #facts(): HTMLElement {
    const { say, moment } = this.#words;
    const { reason, listedAt, source, family } = this.#subject.verdict;
    const since = listedAt === undefined ? null : moment(listedAt);
    const rows: [string, string | null | undefined][] = [
      ['why', reason ?? (stateOf(this.#subject.verdict) === 'checking' ? null : say('card_listed'))],
      ['since', since],
      ['source', source],
      ['family', family],
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
    const dispute = element('button', { textContent: say('card_dispute') });
    const hide = element('button', { textContent: say('card_hide') });
    dispute.addEventListener('click', async (event) => {
      if (!event.isTrusted) return;
      try {
        await this.#subject.dispute();
        this.close(true);
      } catch {
        problem.textContent = say('card_failed');
        this.place();
      }
    });
    hide.addEventListener('click', (event) => event.isTrusted && this.#subject.hide());
    return element('div', { className: 'actions' }, [dispute, hide, problem]);
  }
}

/** Puts an element of the layer at a point of the viewport; it then scrolls with the document. */
export function moveTo(moved: HTMLElement, { left, top }: Point): void {
  moved.style.translate = `${Math.round(left + scrollX)}px ${Math.round(top + scrollY)}px`;
}
