/** The largest popup that browsers show, in pixels of the screen before its own scale. */
const MOST = { width: 800, height: 600 };
/** What the style sheet gives it, in CSS pixels. */
const USUAL = { width: 360, height: 520 };

type Sizes = Pick<Window, 'innerWidth' | 'innerHeight' | 'devicePixelRatio'>;
type Room = { readonly width: number; readonly height: number };

/**
 * How large the popup may be, in CSS pixels, where its window has reached the largest that a browser shows and the zoom has it smaller
 * than the popup: that would be scrolled in two directions (WCAG 2.2, 1.4.10). Null elsewhere, and while the window still grows.
 */
export function roomOf({ innerWidth, innerHeight, devicePixelRatio }: Sizes): Room | null {
  const isCut = (inner: number, usual: number, most: number) =>
    inner < usual && Math.ceil(inner * devicePixelRatio) >= most;
  const isNarrow = isCut(innerWidth, USUAL.width, MOST.width);
  const isLow = isCut(innerHeight, USUAL.height, MOST.height);
  if (!isNarrow && !isLow) return null;
  return { width: Math.min(innerWidth, USUAL.width), height: Math.min(innerHeight, USUAL.height) };
}

/** Keeps the popup as large as its window can be: writes the sizes that the style sheet reads on the body. */
export function keepToRoom(body: HTMLElement, view: Window): void {
  const fit = () => {
    const room = roomOf(view);
    if (!room) return;
    body.style.setProperty('--popup-width', `${room.width}px`);
    body.style.setProperty('--popup-height', `${room.height}px`);
  };
  fit();
  view.addEventListener('resize', fit);
}
