import { type Signal, signal } from '@preact/signals';

/** Milliseconds for which something must have been in a person's sight before a press on it counts. */
export const ARMING_MS = 1_000;

/**
 * What keeps a button from being armed, or `visible` where nothing does.
 *
 * - `unfocused`: the person is in another window
 * - `small`: the window has no room for what is to be read before the press
 * - `hidden`: the button is not wholly in sight, or something lies over it
 */
export type Visibility = 'visible' | 'unfocused' | 'small' | 'hidden';
export type Arm = 'armed' | 'arming' | Exclude<Visibility, 'visible'>;

/** Arms a button a second after it came into a person's sight, and again each time that it was out of it. */
export class Arming {
  readonly state: Signal<Arm> = signal('hidden');
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the press that is under way began when the button was armed; undefined where nothing told that it began. */
  #begunArmed: boolean | undefined;

  update(visibility: Visibility): void {
    const { value } = this.state;
    if (visibility !== 'visible') {
      this.stop();
      this.state.value = visibility;
    } else if (value !== 'armed' && value !== 'arming') {
      this.state.value = 'arming';
      this.#timer = setTimeout(() => {
        this.state.value = 'armed';
      }, ARMING_MS);
    }
  }

  /** A key or a pointer went down on the button. */
  begin(): void {
    this.#begunArmed = this.state.value === 'armed';
  }

  /** A press on the button ended: whether it counts. One that began before the button was armed does not. */
  press(): boolean {
    const counts = this.state.value === 'armed' && this.#begunArmed !== false;
    this.#begunArmed = undefined;
    return counts;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** What a browser says about an element in sight; `isVisible` (Intersection Observer v2) is absent where it does not look for covers. */
type Intersection = IntersectionObserverEntry & { readonly isVisible?: boolean };

/**
 * Tells whether a person can see an element and, if not, why: now and at every change.
 * @param panel what has to fit into the window, so that it can be read before
 * @returns stops observing
 */
export function observeVisibility(
  panel: Element,
  element: Element,
  onChange: (visibility: Visibility) => void,
): () => void {
  let isUncovered = false;
  const look = () => {
    if (document.visibilityState !== 'visible' || !document.hasFocus()) onChange('unfocused');
    else if (!fits(panel)) onChange('small');
    else onChange(isUncovered ? 'visible' : 'hidden');
  };
  const options = { threshold: [0, 1], trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    const { intersectionRatio, isVisible } = entries.at(-1) as Intersection;
    isUncovered = intersectionRatio > 0.99 && isVisible !== false;
    look();
  }, options);
  observer.observe(element);
  const ending = new AbortController();
  for (const type of ['focus', 'blur', 'resize']) window.addEventListener(type, look, { signal: ending.signal });
  document.addEventListener('visibilitychange', look, { signal: ending.signal });
  return () => {
    observer.disconnect();
    ending.abort();
  };
}

/** Whether the window has room for an element. What a person enlarged in a window of ordinary size has, though it must be scrolled. */
function fits(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const zoom = Math.max(1, window.outerWidth / window.innerWidth);
  return width <= window.innerWidth * zoom && height <= window.innerHeight * zoom;
}
