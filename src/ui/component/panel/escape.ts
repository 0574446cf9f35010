import { useLayoutEffect, useRef } from 'preact/hooks';

/** Closes what is open; false where nothing is. */
type Closing = () => boolean | undefined;

/** The open things that Escape can close, the last opened last. */
const closings: Closing[] = [];

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  if (closings.toReversed().some((close) => close() !== false)) event.preventDefault();
}

/** Registers something that Escape closes, the last registered first. @returns the function that unregisters it */
export function closedByEscape(close: Closing): () => void {
  if (closings.length === 0) document.addEventListener('keydown', onKey);
  closings.push(close);
  return () => {
    closings.splice(closings.indexOf(close), 1);
    if (closings.length === 0) document.removeEventListener('keydown', onKey);
  };
}

/** {@link closedByEscape} as long as a component is there. */
export function useEscape(close: Closing): void {
  const latest = useRef(close);
  latest.current = close;
  // A layout effect, because the next key may come before the next frame.
  useLayoutEffect(() => closedByEscape(() => latest.current()), []);
}
