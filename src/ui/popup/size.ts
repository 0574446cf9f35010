/** Maximum width of a popup in browsers, in device pixels. */
const MAX_WIDTH = 800;
/** Width in the style sheet, in CSS pixels. */
const DEFAULT_WIDTH = 360;

type WindowSize = Pick<Window, 'innerWidth' | 'devicePixelRatio'> & {
  /** Without the bar that scrolls. */
  readonly clientWidth: number;
};

/**
 * How wide the popup may be, in CSS pixels, where its window is as wide as a browser lets it be and the zoom makes that less than the
 * popup: it would scroll in two directions (WCAG 2.2, 1.4.10). Null elsewhere, and while the window still grows.
 */
export const widthIn = ({ innerWidth, devicePixelRatio, clientWidth }: WindowSize): number | null =>
  innerWidth < DEFAULT_WIDTH && Math.ceil(innerWidth * devicePixelRatio) >= MAX_WIDTH ? clientWidth : null;

/** Keeps the popup as wide as its window can be: writes the width that the style sheet reads on the body. */
export function fitToWindow(body: HTMLElement, view: Window): void {
  const fit = () => {
    const { innerWidth, devicePixelRatio } = view;
    const { clientWidth } = view.document.documentElement;
    const width = widthIn({ innerWidth, devicePixelRatio, clientWidth });
    if (width !== null) body.style.setProperty('--popup-width', `${width}px`);
  };
  fit();
  view.addEventListener('resize', fit);
}
