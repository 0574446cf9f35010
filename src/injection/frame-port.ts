import { browser } from 'wxt/browser';
import type { FramePort } from '../protection/navigation/frame-removal.ts';

/** The global that `entrypoints/frame-removal.ts` sets in the isolated world of our scripts. */
type PageGlobals = {
  readonly waryFrames: {
    askForRemoval(view: Window, token: string): void;
    removeFrame(view: Window, token: string, notice: string): Promise<boolean>;
    removeFrameAt(view: Window, index: number, count: number, notice: string, token: string): boolean;
  };
};

/**
 * @param notice address of the page that says what was there, in place of the frame or of its tab
 * @param opened the windows opened by the frames of a tab
 */
export function framePortTo(notice: string, opened: FramePort['opened']): FramePort {
  return {
    frames: async (tabId) => (await browser.webNavigation.getAllFrames({ tabId })) ?? [],
    awaitToken: (tabId, frameId, token) => inFrame(tabId, frameId, awaitToken, [token, notice]),
    showToken: (tabId, frameId, token) => inFrame(tabId, frameId, showToken, [token]),
    removeAt: async (tabId, frameId, { index, count }, token) =>
      (await inFrame(tabId, frameId, removeAt, [index, count, notice, token])) === true,
    async discard(tabId) {
      // Firefox discards no tab that a person looks at.
      const discarded = await browser.tabs.discard(tabId).catch(() => undefined);
      await browser.tabs.update(discarded?.id ?? tabId, { url: notice });
    },
    tabs: () => browser.tabs.query({}),
    opened,
    close: (tabId) => browser.tabs.remove(tabId),
    token: () => crypto.randomUUID(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

async function inFrame<Args extends unknown[]>(
  tabId: number,
  frameId: number,
  func: (...args: Args) => unknown,
  args: Args,
): Promise<unknown> {
  const target = { tabId, frameIds: [frameId] };
  await browser.scripting.executeScript({ target, files: ['/frame-removal.js'], injectImmediately: true });
  const [answer] = await browser.scripting.executeScript({ target, func, args, injectImmediately: true });
  return answer?.result;
}

// These three run in a page, without access to this module. `awaitToken` only adds its listener; its promise is not
// awaited.
function awaitToken(token: string, notice: string): void {
  void (globalThis as unknown as PageGlobals).waryFrames.removeFrame(window, token, notice);
}
function showToken(token: string): void {
  (globalThis as unknown as PageGlobals).waryFrames.askForRemoval(window, token);
}
function removeAt(index: number, count: number, notice: string, token: string): boolean {
  return (globalThis as unknown as PageGlobals).waryFrames.removeFrameAt(window, index, count, notice, token);
}
