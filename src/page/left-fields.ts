import type { IdleTime } from './document/frame-time.ts';

/**
 * Where a document keeps the fields that the person filled in before the scanner was loaded. Only our isolated world
 * sees it.
 */
const KEY = Symbol.for('left elements');

type Kept = { [KEY]?: Element[] };

/** Keeps an element that was left, changed or pasted into, for the scanner. */
export function keepLeft(element: Element): void {
  const kept = globalThis as Kept;
  kept[KEY] ??= [];
  kept[KEY].push(element);
}

/** The elements kept so far, each once; clears the list. */
export function takeLeft(): ReadonlySet<Element> {
  const kept = globalThis as Kept;
  const left = new Set(kept[KEY]);
  delete kept[KEY];
  return left;
}

/**
 * Reports each element that a person leaves, changes or pastes into, once it holds the new value.
 *
 * @param place the document, or a closed shadow root: from outside an event does not tell which of its elements it is about
 */
export function onLeft(
  left: (element: HTMLElement) => void,
  time: Pick<IdleTime, 'after'>,
  signal: AbortSignal,
  place: Document | ShadowRoot = document,
): void {
  for (const type of ['change', 'focusout', 'paste']) {
    place.addEventListener(
      type,
      (event) => {
        // A script that changes fields may dispatch thousands of these.
        if (!event.isTrusted) return;
        const [target] = event.composedPath();
        if (!(target instanceof HTMLElement)) return;
        // The pasted text is in the field only after the event.
        if (type === 'paste') time.after(() => left(target), 0);
        else left(target);
      },
      { capture: true, passive: true, signal },
    );
  }
}
