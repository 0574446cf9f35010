import { useLayoutEffect, useRef } from 'preact/hooks';

/** Closes what is open; false where nothing is. */
type Closing = () => boolean | undefined;

/** What Escape may close, the last opened at the end. */
const closings: Closing[] = [];

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  if (closings.toReversed().some((close) => close() !== false)) event.preventDefault();
}

/** Has Escape close something while it is open: of several things the last one that was opened. @returns what ends that */
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
  // Before the next key, which may come sooner than the next frame.
  useLayoutEffect(() => closedByEscape(() => latest.current()), []);
}
