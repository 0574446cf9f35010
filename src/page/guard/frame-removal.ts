import { pageRuntime } from '../content-script.ts';
import { shadowRootOf } from '../shadow-root.ts';

/** Milliseconds in which a frame has to show the token that it was given. */
const TOKEN_TIMEOUT_MS = 200;
const FRAMES = 'iframe,frame,object,embed,fencedframe';

/**
 * Asks the page around this one to take this frame away.
 * @param token made for this by the background, which handed it to the guard around as well
 */
export const askForRemoval = (view: Window, token: string): void => view.parent.postMessage({ removal: token }, '*');

/**
 * Takes away the frame that shows a token, and puts a notice in its place. The browser itself says which window a message comes from, so
 * no frame can have another one taken away; and no page knows a token before it is used up, so none can have its own.
 * @param notice address of the page that says what was here
 * @returns whether such a frame showed it in time
 */
export function removeFrame(view: Window, token: string, notice: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isRemoved: boolean) => {
      view.removeEventListener('message', onMessage, { capture: true });
      resolve(isRemoved);
    };
    const onMessage = (event: MessageEvent) => {
      if ((event.data as { removal?: unknown } | null)?.removal !== token) return;
      event.stopImmediatePropagation();
      const { source } = event;
      const isChild = source !== null && 'parent' in source && source !== view && source.parent === view;
      if (isChild) replaceFrame(view.document, source, notice);
      end(isChild);
    };
    view.addEventListener('message', onMessage, { capture: true });
    view.setTimeout(() => end(false), TOKEN_TIMEOUT_MS);
  });
}

/**
 * Takes away a frame by its place among those of a page, for one that does not come forward.
 * @param count frames that the page has by what the browser tells the background
 * @returns false where the page has another number of them, so that the place may be that of another one
 */
export function removeFrameAt(view: Window, index: number, count: number, notice: string): boolean {
  const frame = view.length === count ? view[index] : undefined;
  const holder = frame && holderOf(view.document, frame);
  if (holder) showNotice(holder, notice);
  return holder !== undefined;
}

/** An `embed` does not give its window: its frame is led away instead. */
function replaceFrame(document: Document, frame: Window, notice: string): void {
  const holder = holderOf(document, frame);
  if (holder) showNotice(holder, notice);
  else frame.location.replace(notice);
}

function holderOf(scope: ParentNode, frame: Window): Element | undefined {
  for (const element of scope.querySelectorAll('*')) {
    if (element.matches(FRAMES) && (element as HTMLIFrameElement).contentWindow === frame) return element;
    const tree = element instanceof HTMLElement ? shadowRootOf(element, pageRuntime()) : null;
    const found = tree && holderOf(tree, frame);
    if (found) return found;
  }
  return undefined;
}

/**
 * A new frame adds nothing to the history of its page. The page sees that it is there, not where it leads: no attribute says it, and the
 * empty document that it has at first is sandboxed, of another origin, so that the page hears nothing of what navigates it.
 */
function showNotice(holder: Element, notice: string): void {
  const frame = holder.ownerDocument.createElement('iframe');
  for (const name of ['class', 'style', 'width', 'height'])
    if (holder.hasAttribute(name)) frame.setAttribute(name, holder.getAttribute(name)!);
  frame.setAttribute('sandbox', '');
  holder.replaceWith(frame);
  frame.removeAttribute('sandbox');
  frame.contentWindow?.location.replace(notice);
}
