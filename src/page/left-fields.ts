import type { IdleTime } from './document/frame-time.ts';

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
