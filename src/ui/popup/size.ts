/** Maximum size of a popup in browsers, in device pixels. */
const MAX_SIZE = { width: 800, height: 600 };
/** Size in the style sheet, in CSS pixels. */
const DEFAULT_SIZE = { width: 360, height: 560 };

type WindowSize = Pick<Window, 'innerWidth' | 'innerHeight' | 'devicePixelRatio'>;
type Size = { readonly width: number; readonly height: number };

/**
 * How large the popup may be, in CSS pixels, where its window has reached the largest that a browser shows and the zoom has it smaller
 * than the popup: that would be scrolled in two directions (WCAG 2.2, 1.4.10). Null elsewhere, and while the window still grows.
 */
export function sizeIn({ innerWidth, innerHeight, devicePixelRatio }: WindowSize): Size | null {
  const isCut = (inner: number, standard: number, max: number) =>
    inner < standard && Math.ceil(inner * devicePixelRatio) >= max;
  const isNarrow = isCut(innerWidth, DEFAULT_SIZE.width, MAX_SIZE.width);
  const isLow = isCut(innerHeight, DEFAULT_SIZE.height, MAX_SIZE.height);
  if (!isNarrow && !isLow) return null;
  return { width: Math.min(innerWidth, DEFAULT_SIZE.width), height: Math.min(innerHeight, DEFAULT_SIZE.height) };
}

/** Keeps the popup as large as its window can be: writes the sizes that the style sheet reads on the body. */
export function fitToWindow(body: HTMLElement, view: Window): void {
  const fit = () => {
    const size = sizeIn(view);
    if (!size) return;
    body.style.setProperty('--popup-width', `${size.width}px`);
    body.style.setProperty('--popup-height', `${size.height}px`);
  };
  fit();
  view.addEventListener('resize', fit);
}
