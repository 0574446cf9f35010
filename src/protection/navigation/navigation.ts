import { isWeb, stoppedAddress, warningAddress, withoutFragment } from '../address.ts';
import type { Cause } from '../question/cause.ts';
import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type Navigation, NavigationState } from './navigation-state.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Stops } from './stops.ts';

/** What the browser says about a navigation; `documentLifecycle` is absent where the browser does not prerender. */
export type NavigationDetails = {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  readonly documentLifecycle?: string;
};
export type CommitDetails = NavigationDetails & { readonly transitionQualifiers?: readonly string[] };
export type RequestDetails = NavigationDetails & {
  readonly requestId: string;
  readonly method: string;
  readonly initiator?: string | undefined;
};

export type FailureDetails = NavigationDetails & { readonly error?: string };

export type TabPort = {
  update(tabId: number, properties: { url: string }): Promise<unknown>;
  /** Drops what a tab shows, which no page can refuse. The tab may have another number then. */
  discard(tabId: number): Promise<{ id?: number | undefined } | undefined>;
  get(tabId: number): Promise<{ url?: string | undefined; pendingUrl?: string | undefined }>;
};

/** The part of the protection that a navigation needs. */
export type Judge = {
  readonly loaded: boolean;
  /** Settles when verdicts can be given; never rejects. */
  readonly ready: Promise<void>;
  verdict(url: string, tabId: number): Verdict | null;
  settle(url: string, tabId: number, cause: Cause): Promise<Verdict | null>;
};

/** Milliseconds after a form was posted in which a navigation may be the one that carries it. */
const FORM_LIMIT = 1_000;
/** Milliseconds to wait for the request that tells the method, where the site's own service worker may send none. */
const METHOD_LIMIT = 25;
/** Milliseconds that the guard inside a page has to leave it, before the tab is taken to the warning page from here. */
const GUARD_LIMIT = 300;
/** Milliseconds in which a page has to give way to its warning: one that a person has used may ask them to stay, or be too busy to go. */
const WARNING_LIMIT = 300;
/** Milliseconds more where the warning is pending: on a busy machine it takes longer, and a tab that is dropped is loaded once more. */
const BUSY_LIMIT = 1_500;
/** Milliseconds more where its navigation has begun: no page can hold that up any more, only the machine does. */
const BEGUN_LIMIT = 15_000;
/** Milliseconds between two looks whether a page has given way. */
const LOOK_MS = 300;
/** How Chromium names a navigation that another one took the place of. */
const OVERTAKEN = 'net::ERR_ABORTED';

/**
 * Stops navigations to listed addresses: at their beginning, at every redirect, and once more when a document was committed.
 * A page whose confirmation is still open gives way to the warning page, which returns to it when it is clear; a form that
 * was posted is not interrupted, because its contents would be lost: the guard keeps it behind the curtain.
 */
export class NavigationGuard {
  readonly #judge: Judge;
  readonly #tabs: TabPort;
  readonly #stops: Stops;
  readonly #warningPage: string;
  readonly #state = new NavigationState();
  /** Navigations that wait for their method. */
  readonly #held = new Set<Navigation>();
  /** Tabs in which the navigation to a warning has begun, and is neither over nor given up. */
  readonly #begun = new Set<number>();
  /** Tabs in which the warning has failed once, until it stands there. */
  readonly #failed = new Set<number>();
  #formUntil = 0;

  constructor(judge: Judge, tabs: TabPort, stops: Stops, warningPage: string) {
    this.#judge = judge;
    this.#tabs = tabs;
    this.#stops = stops;
    this.#warningPage = warningPage;
  }

  /** A page is about to post a form, in its own tab or in another one. */
  formLeaving(): void {
    this.#formUntil = Date.now() + FORM_LIMIT;
  }

  /** webNavigation.onBeforeNavigate */
  began({ tabId, frameId, url, documentLifecycle }: NavigationDetails): void {
    if (documentLifecycle === 'prerender') return;
    if (frameId === 0 && stoppedAddress(url, this.#warningPage) === null) this.#begun.delete(tabId);
    const navigation = this.#state.begin(tabId, frameId, url);
    if (isWeb(url)) this.#whenLoaded(navigation);
  }

  /** webRequest.onBeforeRequest for documents: tells the method, and sees the hops of a redirect. */
  requested({ tabId, frameId, url, requestId, method, documentLifecycle, initiator }: RequestDetails): void {
    if (documentLifecycle === 'prerender' || tabId < 0) return;
    const before = this.#state.current(tabId, frameId)?.url;
    const standing = standingOf(initiator);
    const navigation = this.#state.request({ tabId, frameId, url, requestId, method, standing });
    if (!navigation) return;
    if (navigation.stopped) {
      if (frameId === 0) this.#stops.amend(tabId, url, standing);
      return;
    }
    if (this.#held.has(navigation) || navigation.url !== before) this.#whenLoaded(navigation);
  }

  /**
   * webRequest.onBeforeRequest for the warning: whoever leads there, the page in the tab cannot hold it up any more. No other event tells
   * of it (Chromium 156).
   */
  warningBegan(tabId: number): void {
    this.#begun.add(tabId);
  }

  /** webNavigation.onCommitted: the final address, also of pages that the site's own service worker answered. */
  committed({ tabId, frameId, url, documentLifecycle, transitionQualifiers }: CommitDetails): void {
    if (documentLifecycle === 'prerender') return;
    if (frameId === 0) {
      // A page can still come after its warning has begun.
      if (stoppedAddress(url, this.#warningPage) !== null) this.#begun.delete(tabId);
      this.#failed.delete(tabId);
      if (transitionQualifiers?.includes('server_redirect')) this.#noteRule(tabId, url);
      this.#stops.arrived(tabId, url);
    }
    this.#state.commit(tabId, frameId, url);
    if (frameId === 0 && isWeb(url)) void this.leave(tabId, url, GUARD_LIMIT);
  }

  /**
   * webNavigation.onErrorOccurred: a policy of the page that is left can forbid its document to go to the warning (Connection-Allowlist).
   * The browser itself may still take the tab there.
   */
  failed({ tabId, frameId, url, error }: FailureDetails): void {
    const stopped = stoppedAddress(url, this.#warningPage);
    if (frameId === 0 && stopped !== null) this.#begun.delete(tabId);
    if (frameId !== 0 || stopped === null || error === OVERTAKEN || this.#failed.has(tabId)) return;
    this.#failed.add(tabId);
    void this.#toWarning(tabId, stopped);
  }

  /** webNavigation.onHistoryStateUpdated: the page changed its own address, and no guard stands before the new one. */
  moved({ tabId, frameId, url, documentLifecycle }: NavigationDetails): void {
    if (documentLifecycle !== 'prerender' && frameId === 0 && isWeb(url)) void this.leave(tabId, url, 0, 'move');
  }

  /** tabs.onReplaced: a page that was loaded ahead became the tab. */
  async replaced(tabId: number): Promise<void> {
    const tab = await this.#tabs.get(tabId).catch(() => null);
    if (tab?.url && isWeb(tab.url)) await this.leave(tabId, tab.url, GUARD_LIMIT);
  }

  /** True where a page has taken an address by itself: the document in the tab was loaded from another one. */
  hasMoved(tabId: number, url: string): boolean {
    const loaded = this.#state.current(tabId, 0);
    return loaded?.committed === true && withoutFragment(loaded.url) !== withoutFragment(url);
  }

  closed(tabId: number): void {
    this.#begun.delete(tabId);
    this.#failed.delete(tabId);
    this.#state.drop(tabId);
  }

  /**
   * Takes a tab off an address that turns out to be stopped, unless it has left by itself by then.
   * @param patience milliseconds after the verdict in which the guard inside the page may do it
   */
  async leave(tabId: number, url: string, patience: number, cause: Cause = 'navigation'): Promise<void> {
    if (!this.#judge.loaded) await this.#judge.ready;
    const verdict = await this.#judge.settle(url, tabId, cause);
    // A page that moves on and on ends: the warning asks about where it is, and goes back to what is clear.
    if (!verdict || !(stops(verdict) || (cause === 'move' && verdict.kind === 'checking'))) return;
    if (patience > 0) await new Promise((resolve) => setTimeout(resolve, patience));
    const tab = await this.#tabs.get(tabId).catch(() => null);
    if (!tab || !isAt(tab.url, url) || (tab.pendingUrl && !isAt(tab.pendingUrl, url)) || this.#begun.has(tabId)) return;
    await this.show(tabId, url);
  }

  /**
   * Takes a tab off an address, to the warning about it, and drops a page that does not give way. A tab that was closed in the meantime
   * needs none.
   */
  async show(tabId: number, url: string): Promise<void> {
    this.note(tabId, url);
    // Led there again, a tab would load its warning twice, and the second could overtake a step back.
    if (!this.#begun.has(tabId)) await this.#toWarning(tabId, url);
    const tab = await this.#tabOnceLeft(tabId, url);
    const verdict = this.#judge.verdict(url, tabId);
    // A warning that was cleared meanwhile has opened the page again.
    if (!tab || !isAt(tab.url, url) || !verdict || !stops(verdict)) return;
    const discarded = await this.#tabs.discard(tabId).catch(() => undefined);
    const id = discarded?.id ?? tabId;
    if (id !== tabId) this.note(id, url);
    await this.#toWarning(id, url);
  }

  /**
   * The tab once it has left an address, or has had the time for it. A page that its person used may ask them to stay, or be too busy to
   * answer: then the navigation to the warning does not begin. One that has begun waits for the machine alone; it does not show as pending
   * any more where the page came after that (Chromium 156).
   */
  async #tabOnceLeft(tabId: number, url: string) {
    let tab = await this.#tabAfter(tabId, WARNING_LIMIT);
    const limit = () => {
      if (this.#begun.has(tabId)) return BEGUN_LIMIT;
      return stoppedAddress(tab?.pendingUrl ?? '', this.#warningPage) === null ? 0 : BUSY_LIMIT;
    };
    for (let waited = 0; isAt(tab?.url, url) && waited < limit(); waited += LOOK_MS) {
      tab = await this.#tabAfter(tabId, LOOK_MS);
    }
    return tab;
  }

  async #tabAfter(tabId: number, milliseconds: number) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return await this.#tabs.get(tabId).catch(() => null);
  }

  async #toWarning(tabId: number, url: string): Promise<void> {
    await this.#tabs.update(tabId, { url: warningAddress(this.#warningPage, url) }).catch(() => undefined);
  }

  /** An address is stopped in a tab: by its guard, or from here. */
  note(tabId: number, url: string): void {
    const navigation = this.#state.current(tabId, 0);
    const isKnown = navigation !== undefined && withoutFragment(navigation.url) === withoutFragment(url);
    const standing: Standing = isKnown ? navigation.standing : 'foreign';
    this.#stops.note(tabId, url, standing, !isKnown || navigation.committed);
  }

  /**
   * A warning came to a tab by a redirect, about the very address that was under way there: a rule of the browser stopped it. A site
   * that redirects there itself gains nothing: it is asked again as it was asked before.
   */
  #noteRule(tabId: number, url: string): void {
    const stopped = stoppedAddress(url, this.#warningPage);
    const navigation = this.#state.current(tabId, 0);
    if (stopped === null || !navigation || navigation.committed) return;
    if (withoutFragment(navigation.url) === withoutFragment(stopped)) this.note(tabId, stopped);
  }

  #whenLoaded(navigation: Navigation): void {
    const { url } = navigation;
    if (this.#judge.loaded) {
      this.#decide(navigation);
      return;
    }
    void this.#judge.ready.then(() => {
      if (this.#state.isCurrent(navigation, url)) this.#decide(navigation);
    });
  }

  #decide(navigation: Navigation): void {
    const { tabId, frameId, url } = navigation;
    const verdict = this.#judge.verdict(url, tabId);
    if (verdict?.kind === 'checking' || verdict?.kind === 'blocked')
      void this.#judge.settle(url, tabId, frameId === 0 ? 'navigation' : 'frame');
    if (!verdict || frameId !== 0) return;
    if (stops(verdict)) this.#stop(navigation);
    else if (verdict.kind === 'checking') this.#hold(navigation);
  }

  /**
   * A hit whose confirmation is open. What carries a form must not be replaced; the beginning of a navigation does not tell
   * its method, so it waits for its request where a form was posted a moment ago, and is taken for a GET where none was.
   */
  #hold(navigation: Navigation): void {
    const { url, method } = navigation;
    if (method === undefined && Date.now() < this.#formUntil) this.#holdForMethod(navigation, url);
    else if (method === undefined || method === 'GET' || method === 'HEAD') this.#stop(navigation);
    else void this.#stopWhenSettled(navigation, url);
  }

  #holdForMethod(navigation: Navigation, url: string): void {
    this.#held.add(navigation);
    setTimeout(() => {
      const open = this.#held.delete(navigation) && navigation.method === undefined;
      if (open && this.#state.isCurrent(navigation, url)) this.#stop(navigation);
    }, METHOD_LIMIT);
  }

  async #stopWhenSettled(navigation: Navigation, url: string): Promise<void> {
    const verdict = await this.#judge.settle(url, navigation.tabId, 'navigation');
    if (verdict && stops(verdict) && !navigation.committed && this.#state.isCurrent(navigation, url))
      this.#stop(navigation);
  }

  #stop(navigation: Navigation): void {
    if (navigation.stopped) return;
    navigation.stopped = true;
    this.#held.delete(navigation);
    void this.show(navigation.tabId, navigation.url);
  }
}

const isAt = (shown: string | undefined, url: string): boolean =>
  shown !== undefined && withoutFragment(shown) === withoutFragment(url);
