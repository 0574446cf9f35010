import { countInterruptions } from './interruptions.ts';

/** Milliseconds for which a button must have been in a person's sight, at one place, before a press on it counts. */
export const ARMING_MS = 1_000;
/** Milliseconds between two looks at a button that may be armed, on average: a page that knew them would cover the button in between. */
const LOOK_INTERVAL_MS = 100;
/** Milliseconds after which a look is out of date: a page can keep the browser from looking, and cover the button meanwhile. */
const MAX_LOOK_AGE_MS = 400;
/**
 * Milliseconds for which the mouse must have been over a button that decides about safety in a page: a list of the browser may lie over
 * the button, which no page sees, and is gone after the first click of a double click.
 */
const REST_MS = 300;

/**
 * What keeps a button from being armed, or `visible` where nothing does.
 *
 * - `unfocused`: the person is in another window
 * - `small`: the window has no room for what is to be read before the press
 * - `hidden`: the button is not wholly in sight, or something lies over it
 */
export type Visibility = 'visible' | 'unfocused' | 'small' | 'hidden';
export type Arm = 'armed' | 'arming' | Exclude<Visibility, 'visible'>;

/**
 * Arms a button a second after it came into sight at its place. The second begins again when the button was out of
 * sight, when it moved, and when it was pressed too early: who clicks fast where another control was presses nothing.
 */
export class Arming {
  #state: Arm = 'hidden';
  #place = '';
  #since = 0;
  /** Whether the press that is under way began when the button was armed, as it has been since; undefined where none began on the button. */
  #begunArmed: boolean | undefined;

  get state(): Arm {
    return this.#state;
  }

  /**
   * @param place everything that decides where on the screen the button is, and whether the next key is for it
   * @param now milliseconds; never decreases
   */
  look(visibility: Visibility, place: string, now: number): void {
    if (visibility !== 'visible') {
      this.#state = visibility;
    } else if (place !== this.#place || (this.#state !== 'arming' && this.#state !== 'armed')) {
      this.#since = now;
      this.#state = 'arming';
    } else if (now - this.#since >= ARMING_MS) {
      this.#state = 'armed';
    }
    this.#place = place;
    if (this.#begunArmed && this.#state !== 'armed') this.#begunArmed = false;
  }

  /**
   * A key or a pointer went down on the button.
   * @param isMeant whether the person saw that it goes to the button, and it has not left it
   * @param madeAt when the person pressed: a busy browser hands that over late
   */
  begin(now: number, isMeant = true, madeAt = now): void {
    this.#begunArmed = isMeant && this.#state === 'armed' && madeAt - this.#since >= ARMING_MS;
    if (!this.#begunArmed) this.beginAgain(now);
  }

  /**
   * A press on the button ended: whether it counts. One that began elsewhere, or before the button was armed, does not.
   * @param isWhole whether it has no beginning of its own, as a press of a screen reader
   */
  press(now: number, isWhole = false): boolean {
    const counts = this.#state === 'armed' && (this.#begunArmed ?? isWhole);
    if (!counts) this.beginAgain(now);
    this.#begunArmed = undefined;
    return counts;
  }

  /** The person did something else at the button: its second begins again. */
  beginAgain(now: number): void {
    this.#since = now;
    if (this.#state === 'armed') this.#state = 'arming';
  }
}

/** Events that repeat one of a person's, and when that was made. */
export const relayed = new WeakMap<Event, number>();
/** Whether a person caused an event, and no script. */
export const isByPerson = (event: Event): boolean => event.isTrusted || relayed.has(event);

/** What a browser says about an element in sight; `isVisible` (Intersection Observer v2) is absent where it does not look for covers. */
type Intersection = IntersectionObserverEntry & { readonly isVisible?: boolean };

/** Keys that press a button. */
const PRESSING_KEYS = ['Enter', ' '];

type ArmedPress = {
  /** What is to be read before the press: it has to fit into the window. */
  readonly panel: Element;
  readonly button: HTMLElement;
  /** Whether only the person scrolls the page: then a press counts right after they scrolled to the button. */
  readonly isOwnPage?: boolean;
  /** Whether it decides about safety in a page: then the mouse has to rest on it before the press. */
  readonly isDecision?: boolean;
  /** Called at every change of the state, and with `arming` each time that the second begins again. */
  readonly onChange: (state: Arm) => void;
  readonly onPress: () => void;
};

/** Has a button take presses only while it is armed, and keys only once for each time that they go down. @returns stops it */
export function armPresses({ panel, button, isOwnPage, isDecision, onChange, onPress }: ArmedPress): () => void {
  const arming = new Arming();
  // A window above, such as one of a picture in picture, can take the focus and give it back between two looks.
  const interruptions = countInterruptions(window);
  const ending = new AbortController();
  const { signal } = ending;
  /** When the browser last found the whole button in sight. */
  let uncoveredAt = Number.NEGATIVE_INFINITY;
  /** When the mouse last came over the button. */
  let enteredAt = Number.NEGATIVE_INFINITY;
  /** Where the frame is on the screen, as the last event of a pointer in it has it: the page around can move it under the pointer. */
  let frame: number[] = [];
  const locate = ({ screenX, screenY, clientX, clientY }: MouseEvent) => {
    if (window.top !== window) frame = [screenX - clientX, screenY - clientY];
  };
  let shown: Arm | undefined;
  const show = (isAgain = false) => {
    if (arming.state === shown && !isAgain) return;
    shown = arming.state;
    onChange(shown);
  };
  const look = () => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const inPage = isOwnPage ? [x + scrollX, y + scrollY, width, height] : [x, y, width, height];
    const place = [
      ...inPage,
      ...placeOfPage(),
      ...frame,
      Number(button.matches(':focus-visible')),
      interruptions.times,
    ];
    const now = performance.now();
    arming.look(visibilityOf(panel, now - uncoveredAt < MAX_LOOK_AGE_MS), place.map(Math.round).join(), now);
    show();
  };
  const onEarlyPress = () => arming.state === 'arming' && show(true);
  const begin = (event: Event, isMeant: boolean) => {
    look();
    arming.begin(performance.now(), isMeant, relayed.get(event) ?? event.timeStamp);
    onEarlyPress();
  };
  const listen = { signal };
  window.addEventListener('pointermove', locate, { signal, capture: true });
  button.addEventListener('focus', look, listen);
  button.addEventListener(
    'pointerdown',
    (event) => {
      locate(event);
      begin(event, !isDecision || performance.now() - enteredAt >= REST_MS);
    },
    listen,
  );
  button.addEventListener(
    'pointerenter',
    ({ pointerType }) => {
      if (pointerType === 'mouse') enteredAt = performance.now();
    },
    listen,
  );
  // Of all that ends a press elsewhere, only what stays in the closed root of a layer is out of a page's reach.
  button.addEventListener('pointerleave', (event) => event.buttons > 0 && begin(event, false), listen);
  button.addEventListener(
    'keydown',
    (event) => {
      // A key that stays down presses again and again.
      if (event.repeat) event.preventDefault();
      // A page can have the browser give the focus back to the button, where no ring shows it.
      else if (PRESSING_KEYS.includes(event.key)) begin(event, button.matches(':focus-visible'));
      else {
        arming.beginAgain(performance.now());
        onEarlyPress();
      }
    },
    listen,
  );
  button.addEventListener(
    'click',
    (event) => {
      if (!isByPerson(event)) return;
      look();
      if (arming.press(performance.now(), event.isTrusted && event.detail === 0)) onPress();
      else onEarlyPress();
    },
    listen,
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const { intersectionRatio, isVisible, time } = entries.at(-1) as Intersection;
      uncoveredAt = intersectionRatio > 0.99 && isVisible !== false ? time : Number.NEGATIVE_INFINITY;
      look();
    },
    { threshold: [0, 1], trackVisibility: true, delay: LOOK_INTERVAL_MS } as IntersectionObserverInit,
  );
  signal.addEventListener('abort', () => observer.disconnect());
  // A page can end every timer of its window that has a number.
  const repeat = () => {
    if (signal.aborted) return;
    // Only what is observed again is looked at in the next frame.
    observer.unobserve(button);
    observer.observe(button);
    look();
    AbortSignal.timeout(LOOK_INTERVAL_MS * (0.5 + Math.random())).addEventListener('abort', repeat);
  };
  repeat();
  return () => ending.abort();
}

function visibilityOf(panel: Element, isUncovered: boolean): Visibility {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return 'unfocused';
  // The person sees no pointer then: it comes back where they left it.
  if (document.pointerLockElement !== null) return 'hidden';
  if (hasWindowAbove()) return 'hidden';
  if (!fits(panel)) return 'small';
  return isUncovered ? 'visible' : 'hidden';
}

/** Whether the page has a window that stays above every other one: it may lie over the button, and the page can close it during a press. */
function hasWindowAbove(): boolean {
  const { documentPictureInPicture: above } = window as {
    readonly documentPictureInPicture?: { readonly window: unknown };
  };
  // Firefox does not let a page know.
  return Boolean(above?.window ?? document.pictureInPictureElement);
}

/** Where the window is, and what it shows of the page: a page can move it, resize it and leave full screen. */
function placeOfPage(): number[] {
  const { offsetLeft, offsetTop, width, height } = visualViewport!;
  return [screenX, screenY, offsetLeft, offsetTop, width, height];
}

/** Whether the window has room for an element. What a person enlarged in a window of ordinary size has, though it must be scrolled. */
function fits(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const zoom = Math.max(1, window.outerWidth / window.innerWidth);
  return width <= window.innerWidth * zoom && height <= window.innerHeight * zoom;
}
