import type { Initiator } from '../warning/initiator.ts';
import { isSameDocument, shortAddress } from '../warning/short-address.ts';

/** One navigation of one frame, until the next one begins. */
export type Navigation = {
  readonly tabId: number;
  readonly frameId: number;
  /** The address it is heading for, short enough for a message; a redirect changes it. */
  url: string;
  /** The browser's request id, once a request was seen. */
  requestId?: string;
  method?: string;
  /** `foreign` until its request shows otherwise. */
  initiator: Initiator;
  committed: boolean;
  /** Set once the tab was sent to the warning page because of it. */
  stopped: boolean;
};

/** Frames of a tab that are remembered: a page may add and remove any number. */
const MAX_FRAMES = 500;

type DocumentRequest = Required<Omit<Navigation, 'committed' | 'stopped'>>;

/**
 * Where every frame of every tab is heading. A late verdict acts only while its navigation is still the current one in
 * its own frame; tabs share nothing. Lost with the worker: the sweep at the next start checks again.
 */
export class NavigationState {
  readonly #tabs = new Map<number, Map<number, Navigation>>();

  /** Starts a navigation and ends the frame's previous one. */
  begin(tabId: number, frameId: number, address: string): Navigation {
    const url = shortAddress(address);
    const navigation: Navigation = { tabId, frameId, url, initiator: 'foreign', committed: false, stopped: false };
    const frames = this.#frames(tabId);
    frames.delete(frameId);
    frames.set(frameId, navigation);
    const oldest = frames.size > MAX_FRAMES ? [...frames.keys()].find((id) => id !== 0) : undefined;
    if (oldest !== undefined) frames.delete(oldest);
    return navigation;
  }

  /**
   * Records a request for a document. Returns its navigation: the current one of its frame if the address is the same,
   * or if the request already belongs to it (a redirect). Null for requests of no navigation, such as prefetches.
   */
  request({ tabId, frameId, url, requestId, method, initiator }: DocumentRequest): Navigation | null {
    const navigation = this.current(tabId, frameId);
    if (!navigation || navigation.committed) return null;
    if (navigation.requestId === undefined && isSameDocument(navigation.url, url)) {
      navigation.requestId = requestId;
    } else if (navigation.requestId !== requestId) {
      return null;
    } else {
      navigation.url = shortAddress(url);
    }
    navigation.method = method;
    navigation.initiator = initiator;
    return navigation;
  }

  /** Records a committed document: this ends its navigation if it is the current one. */
  commit(tabId: number, frameId: number, url: string): void {
    const navigation = this.current(tabId, frameId);
    if (navigation && isSameDocument(navigation.url, url)) navigation.committed = true;
    if (frameId === 0) this.#dropFrames(tabId);
  }

  current(tabId: number, frameId: number): Navigation | undefined {
    return this.#tabs.get(tabId)?.get(frameId);
  }

  /** Whether the frame is still at, or on its way to, the address of this navigation. */
  isCurrent(navigation: Navigation, url: string): boolean {
    return this.current(navigation.tabId, navigation.frameId) === navigation && navigation.url === url;
  }

  drop(tabId: number): void {
    this.#tabs.delete(tabId);
  }

  #frames(tabId: number): Map<number, Navigation> {
    const frames = this.#tabs.get(tabId) ?? new Map<number, Navigation>();
    this.#tabs.set(tabId, frames);
    return frames;
  }

  #dropFrames(tabId: number): void {
    const frames = this.#frames(tabId);
    for (const frameId of frames.keys()) if (frameId !== 0) frames.delete(frameId);
  }
}
