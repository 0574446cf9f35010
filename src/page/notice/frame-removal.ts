import { pageRuntime } from '../content-script.ts';
import { matches } from '../document/node.ts';
import { shadowRootOf } from '../document/shadow-root.ts';

/** Milliseconds in which a frame must show its token. */
const TOKEN_TIMEOUT_MS = 3_000;
const FRAMES = 'iframe,frame,object,embed,fencedframe';
/** Tokens by which a frame of this page was removed. */
const shown = new Set<string>();

/**
 * Asks the parent page to remove this frame.
 * @param token created for this by the background, which also gave it to the parent's guard
 */
export const askForRemoval = (view: Window, token: string): void => view.parent.postMessage({ removal: token }, '*');

/**
 * Removes the frame that shows a token and puts a notice in its place. The browser sets the message's source, so no
 * frame can have another one removed. No page knows a token before it is used, so no page can have its own frame
 * removed.
 * @param notice address of the page that says what was here
 * @returns whether a frame showed the token in time
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
      if (isChild) {
        shown.add(token);
        replaceFrame(view.document, source, notice);
      }
      end(isChild);
    };
    view.addEventListener('message', onMessage, { capture: true });
    view.setTimeout(() => end(false), TOKEN_TIMEOUT_MS);
  });
}

/**
 * Removes a frame by its index in the page, for a frame that does not respond.
 * @param count number of frames in the page that the browser reported to the background
 * @param token by which the frame may have been removed since: then another one has its index
 * @returns false where the page has a different number, so that the index may point to another frame
 */
export function removeFrameAt(view: Window, index: number, count: number, notice: string, token: string): boolean {
  const frame = view.length === count && !shown.has(token) ? view[index] : undefined;
  const holder = frame && holderOf(view.document, frame);
  if (holder) showNotice(holder, notice);
  return holder !== undefined;
}

/** An `embed` does not expose its window: its frame is navigated instead. */
function replaceFrame(document: Document, frame: Window, notice: string): void {
  const holder = holderOf(document, frame);
  if (holder) showNotice(holder, notice);
  else frame.location.replace(notice);
}

function holderOf(scope: ParentNode, frame: Window): Element | undefined {
  for (const element of scope.querySelectorAll('*')) {
    if (matches(element, FRAMES) && (element as HTMLIFrameElement).contentWindow === frame) return element;
    const tree = element instanceof HTMLElement ? shadowRootOf(element, pageRuntime()) : null;
    const found = tree && holderOf(tree, frame);
    if (found) return found;
  }
  return undefined;
}

/**
 * A new frame adds nothing to the history of its page. The page sees that it exists, but not its address: no attribute
 * holds it, and the initial empty document is sandboxed with another origin, so that the page cannot observe the
 * navigation.
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
