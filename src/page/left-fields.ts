import type { IdleTime } from './frame-time.ts';

/** Where a document keeps, for the scanner that is on its way, what the person wrote an address into. Only our own world sees it. */
const KEY = Symbol.for('left elements');

type Kept = { [KEY]?: Element[] };

/** Keeps an element that was left, changed or pasted into for the scanner. */
export function keepLeft(element: Element): void {
  const kept = globalThis as Kept;
  kept[KEY] ??= [];
  kept[KEY].push(element);
}

/** What was kept so far, each once; nothing of it is kept any longer. */
export function takeLeft(): ReadonlySet<Element> {
  const kept = globalThis as Kept;
  const left = new Set(kept[KEY]);
  delete kept[KEY];
  return left;
}

/** Reports each element that a person leaves, changes or pastes into, once it holds what they entered. */
export function onLeft(left: (element: HTMLElement) => void, time: Pick<IdleTime, 'after'>, signal: AbortSignal): void {
  for (const type of ['change', 'focusout', 'paste']) {
    document.addEventListener(
      type,
      (event) => {
        // A script that changes fields dispatches thousands of these.
        if (!event.isTrusted) return;
        const [target] = event.composedPath();
        if (!(target instanceof HTMLElement)) return;
        // What is pasted is in the field only after the event.
        if (type === 'paste') time.after(() => left(target), 0);
        else left(target);
      },
      { capture: true, passive: true, signal },
    );
  }
}
