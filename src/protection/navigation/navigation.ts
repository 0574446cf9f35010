import type { Cause } from '../confirmation/cause.ts';
import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { isWeb, stoppedAddress } from '../warning/address.ts';
import { isSameDocument } from '../warning/short-address.ts';
import type { Navigation, Tabs } from './tabs.ts';

/** The browser's details of a navigation; `documentLifecycle` is absent in browsers without prerendering. */
export type NavigationDetails = {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  readonly documentLifecycle?: string | undefined;
};
/** The browser's details of a request for a document that is redirected; `tabId` is negative if it belongs to no tab. */
export type RedirectDetails = NavigationDetails & { readonly redirectUrl: string };
/** `documentId` distinguishes a document from later ones in its frame; Firefox has none. */
export type FrameDetails = NavigationDetails & { readonly documentId?: string | undefined };
export type Frame = Pick<FrameDetails, 'frameId' | 'documentId' | 'url' | 'documentLifecycle'>;

/** The browser's frames. Each method rejects for a tab or frame that is gone. */
export type FramePort = {
  /** Every frame of a tab. */
  frames(tabId: number): Promise<readonly Frame[]>;
  /** Puts the notice about an address in the place of a frame's document, unless the document prevents it. */
  replaceFrame(frame: Omit<FrameDetails, 'documentLifecycle'>): Promise<unknown>;
};

/** The part of the protection that a navigation needs. */
export type Judge = {
  readonly loaded: boolean;
  /** Settles when verdicts can be given; never rejects. */
  readonly ready: Promise<void>;
  verdict(url: string, tabId: number): Verdict | null;
  resolve(url: string, tabId: number | undefined, cause: Cause): Promise<Verdict | null>;
};

/** Milliseconds for a listed, covered frame to give way to its notice: the page around a slow one holds what was written. */
const FRAME_TIMEOUT_MS = 5_000;

/**
 * Looks addresses up as early as the browser tells of them, and stops the tab when the verdict comes, before or after
 * its document is committed and whether or not the guard in it has asked: a dialog of its first script keeps the
 * guard from asking, and a sign-in prompt or a download comes before any document. Nothing is stopped before its verdict.
 */
export function navigationGuard(judge: Judge, tabs: Tabs, port: FramePort, warningPage: string) {
  /** Listed frames that are being watched, by document. */
  const ending = new Set<string>();

  /**
   * Puts a notice in the place of a listed frame, as its guard does. If the document is still there after that, the tab
   * goes to the warning about it: a page around a frame that resists is no innocent page.
   */
  async function endFrame({ tabId, frameId, documentId, url }: FrameDetails): Promise<void> {
    if (!isWeb(url)) return;
    const name = documentId ?? `${tabId} ${frameId} ${url}`;
    if (ending.has(name)) return;
    ending.add(name);
    if (!judge.loaded) await judge.ready;
    if (stops(await judge.resolve(url, tabId, 'frame'))) {
      void port.replaceFrame({ tabId, frameId, documentId, url }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, FRAME_TIMEOUT_MS));
      const frames = await port.frames(tabId).catch(() => []);
      const isThere = ({ documentId: id, ...frame }: Frame) =>
        documentId === undefined ? frame.frameId === frameId && isSameDocument(frame.url, url) : id === documentId;
      if (frames.some(isThere)) await tabs.stop(tabId, url);
    }
    ending.delete(name);
  }

  /** The answer for a frame is known by the time its guard asks. */
  function askAhead(tabId: number, url: string): void {
    if (isWeb(url) && judge.loaded) void judge.resolve(url, tabId, 'frame');
  }

  async function ask(navigation: Navigation): Promise<void> {
    const { tabId, url } = navigation;
    if (!judge.loaded) await judge.ready;
    if (!tabs.isCurrent(navigation, url)) return;
    const isListed = stops(await judge.resolve(url, tabId, 'navigation'));
    if (isListed && tabs.isCurrent(navigation, url)) await tabs.stop(tabId, url);
  }

  async function afterMove(tabId: number, url: string): Promise<void> {
    if (!judge.loaded) await judge.ready;
    const document = tabs.navigationIn(tabId);
    const verdict = await judge.resolve(url, tabId, 'move');
    if (verdict?.kind === 'blocked' && tabs.navigationIn(tabId) === document) await tabs.stop(tabId, url);
  }

  return {
    /** webNavigation.onBeforeNavigate */
    onBeforeNavigate({ tabId, frameId, url, documentLifecycle }: NavigationDetails): void {
      if (documentLifecycle === 'prerender') return;
      if (frameId === 0) {
        const navigation = tabs.begin(tabId, url);
        if (isWeb(url)) void ask(navigation);
      } else askAhead(tabId, url);
    },

    /** webRequest.onBeforeRedirect for documents: each hop of a redirect, and what a rule of the browser stopped. */
    onBeforeRedirect({ tabId, frameId, url, redirectUrl, documentLifecycle }: RedirectDetails): void {
      if (documentLifecycle === 'prerender' || tabId < 0) return;
      if (frameId !== 0) askAhead(tabId, redirectUrl);
      else if (stoppedAddress(redirectUrl, warningPage) !== null) tabs.noteStop(tabId, url, false);
      else {
        const navigation = tabs.redirected(tabId, url, redirectUrl);
        if (navigation) void ask(navigation);
      }
    },

    /** webNavigation.onCommitted: the final address, also of pages that the site's own service worker answered. */
    onCommitted(details: FrameDetails): void {
      const { tabId, frameId, url, documentLifecycle } = details;
      if (documentLifecycle === 'prerender') return;
      if (frameId === 0) {
        const navigation = tabs.committed(tabId, url);
        if (navigation) void ask(navigation);
      } else void endFrame(details);
    },

    /** webNavigation.onHistoryStateUpdated: a document changed its own address. It goes only when that is confirmed. */
    onHistoryStateUpdated(details: FrameDetails): void {
      const { tabId, frameId, url, documentLifecycle } = details;
      if (documentLifecycle === 'prerender' || !isWeb(url)) return;
      void (frameId === 0 ? afterMove(tabId, url) : endFrame(details));
    },

    /** tabs.onReplaced: a prerendered page became the tab. */
    async onTabReplaced(tabId: number, url: string): Promise<void> {
      const navigation = tabs.committed(tabId, url);
      if (navigation) await ask(navigation);
    },

    endFrame,
  };
}
