import { BLOCKED_ICON, CLOSE_ICON, element, icon, UNCONFIRMED_ICON } from './element.ts';
import type { AddressFamily } from './family.ts';
import { boxAt, cardPoint, type Point } from './placement.ts';
import type { BlockedAddress } from './sighting.ts';
import { viewport } from './visibility.ts';
import type { Words } from './words.ts';

/** What a card shows and what its two actions do. */
export type CardSubject = {
  readonly verdict: BlockedAddress;
  readonly family: AddressFamily;
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
    badge.setAttribute('aria-expanded', 'true');
    this.place();
    const listen = { signal: this.#listeners.signal, capture: true };
    window.addEventListener('keydown', (event) => this.#onKey(event), listen);
    window.addEventListener('pointerdown', (event) => this.#onPointer(event), listen);
    this.element.focus({ preventScroll: true });
  }

  /** Moves the card to where its badge is now. */
  place(): void {
    const { width, height } = this.element.getBoundingClientRect();
    const { left, top, right, bottom } = this.#badge.getBoundingClientRect();
    const edge = viewport();
    const within = { left: edge.left + 8, top: edge.top + 8, right: edge.right - 8, bottom: edge.bottom - 8 };
    const point = cardPoint({ left, top, right, bottom }, { width, height }, within);
    moveTo(this.element, boxAt(point, { width, height }));
  }

  close({ returnFocus }: { readonly returnFocus: boolean }): void {
    if (this.#listeners.signal.aborted) return;
    this.#listeners.abort();
    this.element.remove();
    this.#badge.setAttribute('aria-expanded', 'false');
    if (returnFocus) this.#badge.focus({ preventScroll: true });
    this.#closed();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.close({ returnFocus: true });
  }

  /** A press anywhere else closes the card; inside a closed root the page sees only the host, we see the path. */
  #onPointer(event: PointerEvent): void {
    const host = (this.element.getRootNode() as ShadowRoot).host;
    if (event.target !== host) this.close({ returnFocus: false });
  }

  #build(): HTMLElement {
    const { say } = this.#words;
    const { verdict, family } = this.#subject;
    const state = verdict.kind === 'unconfirmed' ? 'unconfirmed' : 'blocked';
    const close = element(
      'button',
      { className: 'close', attributes: { type: 'button', 'aria-label': say('card.close') } },
      [icon(CLOSE_ICON)],
    );
    close.addEventListener('click', () => this.close({ returnFocus: true }));
    const heading = element('h2', { text: say(`${state}.title`), attributes: { id: 'title' } });
    const advice = element('p', { className: 'advice', text: say(`${state}.advice`), attributes: { id: 'advice' } });
    return element(
      'div',
      {
        className: `card ${state}`,
        attributes: { role: 'dialog', 'aria-labelledby': 'title', 'aria-describedby': 'advice', tabindex: '-1' },
      },
      [
        element('div', { className: 'head' }, [
          icon(state === 'blocked' ? BLOCKED_ICON : UNCONFIRMED_ICON),
          heading,
          close,
        ]),
        advice,
        element('p', {
          className: 'address',
          text: verdict.asset.content,
          attributes: { translate: 'no', dir: 'ltr' },
        }),
        this.#facts(say(`family.${family.name}`)),
        this.#actions(),
      ],
    );
  }

  #facts(family: string): HTMLElement {
    const { say, moment } = this.#words;
    const { reason, listedAt, source } = this.#subject.verdict;
    const since = listedAt === undefined ? null : moment(listedAt);
    const rows: [string, string | null | undefined][] = [
      ['why', reason ?? say('card.listed')],
      ['since', since],
      ['source', source],
      ['family', family],
    ];
    const facts = element('dl');
    for (const [name, value] of rows) {
      if (value)
        facts.append(
          element('dt', { text: say(`card.${name}`) }),
          element('dd', { text: value, attributes: { dir: 'auto' } }),
        );
    }
    return facts;
  }

  #actions(): HTMLElement {
    const { say } = this.#words;
    const problem = element('p', { className: 'problem', attributes: { role: 'alert' } });
    const dispute = element('button', { text: say('card.dispute'), attributes: { type: 'button' } });
    const hide = element('button', { text: say('card.hide'), attributes: { type: 'button' } });
    dispute.addEventListener('click', async (event) => {
      if (!event.isTrusted) return;
      try {
        await this.#subject.dispute();
        this.close({ returnFocus: true });
      } catch {
        problem.textContent = say('card.failed');
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
