import { isOrphaned } from '../../messaging/native.ts';
import { armButton } from '../marks/arm-button.ts';
import { CLOSE_ICON, element, ICONS, icon, MarkLayer } from '../marks/layer.ts';
import type { Words } from '../marks/words.ts';
import look from './notice.css?inline';

type NoticeAction = {
  readonly label: string;
  readonly act: () => void;
  readonly isPrimary?: true;
  /** The notice stays after the press. */
  readonly stays?: true;
};

type NoticeOptions = {
  readonly words: Words;
  readonly title: string;
  /** Default: caution. */
  readonly tone?: 'danger';
  /** A thin strip over the whole width, instead of a card. */
  readonly isStrip?: true;
  readonly body: readonly Node[];
  readonly actions?: readonly NoticeAction[];
  readonly closed?: () => void;
};

const MOVE_ICON = 'M8 2v12M5 5l3-3l3 3M5 11l3 3l3-3';

let shown: Notice | null = null;

/**
 * A notice at the top of a page, or at its bottom once the person moved it there; the page stays usable. It lives in a closed shadow root, so that the page can neither
 * read nor change it. A document shows one notice at a time, the latest.
 */
export class Notice {
  readonly #layer: MarkLayer;
  readonly #options: NoticeOptions;
  readonly #ending = new AbortController();
  /** What had the focus before it came to this notice. */
  #focused: HTMLElement | null = null;

  constructor(options: NoticeOptions) {
    shown?.end();
    shown = this;
    this.#options = options;
    const { words } = options;
    this.#layer = new MarkLayer({ label: words.say('noticeRegion'), words, look, isOrphaned, isFirst: true });
    this.#layer.region.append(this.#card());
    this.#layer.region.addEventListener('focusin', ({ relatedTarget }) => {
      const isOutside = relatedTarget instanceof HTMLElement && !this.#layer.region.contains(relatedTarget);
      if (isOutside) this.#focused = relatedTarget;
    });
    this.#layer.announce(options.title, 'alert');
    addEventListener('keydown', (event) => this.#onKey(event), { signal: this.#ending.signal, capture: true });
  }

  get isShown(): boolean {
    return shown === this;
  }

  /** Removes it, and gives a focus in it back. */
  end(): void {
    const hasFocus = this.#layer.root.activeElement !== null;
    this.#ending.abort();
    this.#layer.end();
    if (hasFocus) this.#focused?.focus({ preventScroll: true });
    if (shown === this) shown = null;
  }

  #card(): HTMLElement {
    const { words, title, tone, isStrip, body, actions = [] } = this.#options;
    const close = element('button', { className: 'close', ariaLabel: words.say('card_close') }, [icon(CLOSE_ICON)]);
    // What a page asks for, such as a password, may lie under the notice.
    const label = words.say('noticeMove');
    const move = element('button', { className: 'close move', ariaLabel: label, title: label }, [icon(MOVE_ICON)]);
    const buttons = actions.map(({ label, isPrimary }) =>
      element('button', { textContent: label, className: isPrimary ? 'primary' : '' }),
    );
    const head = [
      icon(tone ? ICONS.blocked : ICONS.unconfirmed),
      element('h2', { textContent: title, dir: 'auto' }),
      ...(isStrip ? [] : [move]),
      close,
    ];
    const rest = buttons.length > 0 ? [element('div', { className: 'actions' }, buttons)] : [];
    const card = element('div', { className: `notice ${tone ?? ''} ${isStrip ? 'strip' : ''}` }, [
      element('div', { className: 'head' }, head),
      ...body,
      ...rest,
    ]);
    move.addEventListener('click', () => card.classList.toggle('below'));
    armButton(card, close, () => this.#close(), this.#ending.signal);
    // Before the button, whose second begins again at any other key than its own.
    const onKey = ({ key, isTrusted }: KeyboardEvent) =>
      key === 'Escape' && isTrusted && close.ariaDisabled === null && this.#close();
    card.addEventListener('keydown', onKey, true);
    for (const [index, { act, stays }] of actions.entries())
      armButton(
        card,
        buttons[index]!,
        () => {
          if (stays) buttons[index]!.remove();
          else this.end();
          act();
        },
        this.#ending.signal,
        true,
      );
    return card;
  }

  /** F6 leads to the notice, and from there on as in every window. */
  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'F6' || !event.isTrusted || this.#layer.root.activeElement) return;
    event.preventDefault();
    this.#layer.root.querySelector('button')?.focus();
  }

  #close(): void {
    this.end();
    this.#options.closed?.();
  }
}
