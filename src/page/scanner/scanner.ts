import { worldOf } from '../content-script.ts';
import { ChangeWatch, DocumentChange } from '../document/change-watch.ts';
import type { IdleTime } from '../document/frame-time.ts';
import { isTextField } from '../document/readable.ts';
import { ShadowRoots } from '../document/tree.ts';
import { onLeft } from '../left-fields.ts';
import { fieldCandidates, type Sighting } from './candidate.ts';
import { surroundingsOf, walk } from './walk.ts';

type ScannerOptions = {
  readonly sight: (sighting: Sighting) => void;
  /** The page changed: positions and spellings may be outdated. */
  readonly changed: () => void;
  readonly finished: () => void;
  /** The document shows another address of the same application. */
  readonly viewChanged: () => void;
  readonly shadowOf: (element: Element) => ShadowRoot | null;
  readonly isOrphaned: () => boolean;
  readonly time: IdleTime;
  readonly end: AbortController;
};

/** Milliseconds between two checks for page changes, and so the delay of marks. */
const INTERVAL_MS = 250;

/** Finds addresses in a document: reads it in idle slices, and again after each change. */
export class Scanner {
  readonly #options: ScannerOptions;
  readonly #change = new DocumentChange();
  readonly #roots: ShadowRoots;
  readonly #watch: ChangeWatch<void>;
  /** Editable elements that are read despite the focus, because something was pasted or was left in them. */
  readonly #left = new Set<Element>();
  /** Where fields are listened for. */
  readonly #heard = new WeakSet<Document | ShadowRoot>();
  #isDue = true;
  #address = location.href;

  constructor(options: ScannerOptions) {
    this.#options = options;
    const { time, finished, shadowOf, isOrphaned, end } = options;
    this.#roots = new ShadowRoots(shadowOf, time);
    this.#watch = new ChangeWatch(
      {
        time,
        interval: INTERVAL_MS,
        isShown: () => !document.hidden,
        hasChanged: () => this.#isDue || this.#change.happened || this.#roots.isDue,
        work: () => this.#read(),
        done: () => {
          finished();
          return true;
        },
        isOrphaned,
      },
      end,
    );
    const listen = { signal: end.signal, capture: true, passive: true };
    this.#hear(document);
    document.addEventListener('visibilitychange', () => document.hidden || this.#watch.wake(), listen);
    for (const element of worldOf().left ?? []) time.after(() => this.#leave(element), 0);
    this.#watch.wake();
  }

  readAll(): void {
    this.#isDue = true;
    this.#watch.wake();
  }

  *#read(): Generator<void> {
    const { sight, changed, viewChanged } = this.#options;
    this.#isDue = false;
    changed();
    if (location.href !== this.#address) {
      this.#address = location.href;
      viewChanged();
    }
    yield* this.#roots.follow();
    for (const root of this.#roots.known) if (root.mode === 'closed') this.#hear(root);
    this.#change.note(this.#roots.known);
    const edited = editedElement(this.#options.shadowOf);
    const context = { sight, edited: edited && this.#left.has(edited) ? null : edited };
    this.#left.clear();
    for (const tree of [document, ...this.#roots.known]) yield* walk(tree, context);
  }

  #hear(place: Document | ShadowRoot): void {
    if (this.#heard.has(place)) return;
    this.#heard.add(place);
    const { time, end } = this.#options;
    onLeft((element) => this.#leave(element), time, end.signal, place);
  }

  #leave(target: Element): void {
    const { end, sight, changed, finished } = this.#options;
    if (end.signal.aborted) return;
    if (isTextField(target)) {
      for (const candidate of fieldCandidates(target, 'person', () => surroundingsOf(target))) {
        sight({ candidate, place: { kind: 'field', element: target } });
      }
      changed();
      finished();
    } else if (target instanceof HTMLElement && target.isContentEditable) {
      const edited = editedElement(this.#options.shadowOf);
      if (edited?.contains(target)) this.#left.add(edited);
      this.readAll();
    }
  }
}

/** The editable element with the focus, in any shadow root: it is read when the person leaves it, not while they type. */
function editedElement(shadowOf: (element: Element) => ShadowRoot | null): Element | null {
  let { activeElement: active } = document;
  for (let root = active && shadowOf(active); root?.activeElement; root = shadowOf(active)) active = root.activeElement;
  if (!(active instanceof HTMLElement && active.isContentEditable)) return null;
  // The body is active also where nothing has the focus.
  return active === document.body && !document.hasFocus() ? null : active;
}
