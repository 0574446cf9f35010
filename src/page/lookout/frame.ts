/** What is known about a frame before anything in it is read. Sizes in CSS pixels. */
export type FrameView = {
  readonly contentType: string;
  readonly isTop: boolean;
  readonly width: number;
  readonly height: number;
  readonly address: string;
  readonly hasContent: boolean;
};

/** Frames below this size show nothing a person could read: trackers, message relays, spacers. */
const SMALLEST = 24;
const READABLE = /^(text\/html|application\/xhtml\+xml|text\/plain)$/;

/**
 * What to do about a frame: `scan` it, `wait` for it to grow or to be filled, or leave it alone for good because it is a
 * picture, a PDF or data.
 */
export function frameChoice(view: FrameView): 'scan' | 'wait' | 'leave' {
  if (!READABLE.test(view.contentType)) return 'leave';
  if (view.isTop) return 'scan';
  if (view.width < SMALLEST || view.height < SMALLEST) return 'wait';
  return view.address.startsWith('about:') && !view.hasContent ? 'wait' : 'scan';
}

/** Looks at the frame this script runs in. */
export function currentFrame(): FrameView {
  return {
    contentType: document.contentType,
    isTop: window.top === window,
    width: window.innerWidth,
    height: window.innerHeight,
    address: location.href,
    hasContent: document.body?.firstChild != null,
  };
}
