import type { Cause } from '../confirmation/cause.ts';
import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { isWeb, stoppedAddress } from '../warning/address.ts';
import { type Initiator, initiatorOf } from '../warning/initiator.ts';
import { isSameDocument, warningAddress } from '../warning/short-address.ts';
import type { StoppedNavigations } from '../warning/stopped-navigations.ts';
import { type Navigation, NavigationState } from './navigation-state.ts';

/** The browser's details of a navigation; `documentLifecycle` is absent in browsers without prerendering. */
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
  /** Discards what a tab shows; no page can prevent it. The tab's number may change. */
  discard(tabId: number): Promise<{ id?: number | undefined } | undefined>;
  /** Settles once the page in a tab has run a script; never while it keeps its thread busy. */
  reach(tabId: number): Promise<unknown>;
  get(tabId: number): Promise<ShownTab>;
};

type ShownTab = { readonly url?: string | undefined; readonly pendingUrl?: string | undefined };

/** The part of the protection that a navigation needs. */
export type Judge = {
  readonly loaded: boolean;
  /** Settles when verdicts can be given; never rejects. */
  readonly ready: Promise<void>;
  verdict(url: string, tabId: number): Verdict | null;
  settle(url: string, tabId: number, cause: Cause): Promise<Verdict | null>;
};

/** Milliseconds for the guard inside a page to leave it, before the worker takes the tab to the warning. */
export const GUARD_TIMEOUT_MS = 300;
/** A navigation within this many milliseconds after a form was submitted may carry that form. */
const FORM_WINDOW_MS = 1_000;
/** Milliseconds to wait for the request that shows the method: a site's own service worker may send none. */
const METHOD_TIMEOUT_MS = 25;
/** Milliseconds for a page to give way to its warning: it may ask the person to stay, or be too busy. */
const LEAVE_TIMEOUT_MS = 250;
/**
 * Additional milliseconds if the warning is pending: a busy machine takes longer, and discarding the tab would load it
 * once more.
 */
const PENDING_TIMEOUT_MS = 1_500;
/**
 * Additional milliseconds if the request for the warning was seen: no page can block it then, only a slow machine
 * delays it.
 */
const STARTED_TIMEOUT_MS = 15_000;
/** Milliseconds for a page that answers to leave by itself: it may set out for elsewhere again and again. */
const DEPARTURE_TIMEOUT_MS = 3_000;
const POLL_INTERVAL_MS = 300;
/** Chromium's error for a navigation that another one replaced. */
const ABORTED = 'net::ERR_ABORTED';

/**
 * Stops navigations to listed addresses: at the start, at every redirect, and again when a document was committed. A
 * page with a pending confirmation is replaced by the warning page, which returns to it when it is clear. A posted form
 * is not interrupted, because its contents would be lost: the guard keeps the page behind the curtain.
 */
export class NavigationGuard {
  readonly #judge: Judge;
  readonly #tabs: TabPort;
  readonly #stopped: StoppedNavigations;
  readonly #warningPage: string;
  readonly #state = new NavigationState();
  /** Navigations that wait for their method. */
  readonly #awaitingMethod = new Set<Navigation>();
  /** Tabs in which the navigation to a warning has started and not ended. */
  readonly #warningsStarted = new Set<number>();
  /** Tabs in which the warning failed to load once, until it is shown. */
  readonly #failedWarnings = new Set<number>();
  readonly #closeFilledWindows: (tabId: number) => void;
  #formWindowEnd = 0;

  /** @param closeFilledWindows closes the windows that the page in a tab filled */
  constructor(
    judge: Judge,
    tabs: TabPort,
    stopped: StoppedNavigations,
    warningPage: string,
    closeFilledWindows: (tabId: number) => void = () => undefined,
  ) {
    this.#judge = judge;
    this.#closeFilledWindows = closeFilledWindows;
    this.#tabs = tabs;
    this.#stopped = stopped;
    this.#warningPage = warningPage;
  }

  /** A page is about to submit a form, in its own tab or in another one. */
  onFormSubmit(): void {
    this.#formWindowEnd = Date.now() + FORM_WINDOW_MS;
  }

  /** webNavigation.onBeforeNavigate */
  onBeforeNavigate(details: NavigationDetails): void {
    if (details.documentLifecycle === 'prerender') return;
    const navigation = this.noteNavigation(details);
    if (isWeb(details.url)) this.#whenLoaded(navigation);
  }

  /** The same in a browser whose requests wait for the verdict: only notes it, for {@link hasChangedAddress}. */
  noteNavigation({ tabId, frameId, url }: NavigationDetails): Navigation {
    if (frameId === 0 && stoppedAddress(url, this.#warningPage) === null) this.#warningsStarted.delete(tabId);
    return this.#state.begin(tabId, frameId, url);
  }

  /** webRequest.onBeforeRequest for documents: shows the method and each redirect. */
  onBeforeRequest({ tabId, frameId, url, requestId, method, documentLifecycle, initiator }: RequestDetails): void {
    if (documentLifecycle === 'prerender' || tabId < 0) return;
    const before = this.#state.current(tabId, frameId)?.url;
    const startedBy = initiatorOf(initiator);
    const navigation = this.#state.request({ tabId, frameId, url, requestId, method, initiator: startedBy });
    if (!navigation) return;
    if (navigation.stopped) {
      if (frameId === 0) this.#stopped.setInitiator(tabId, url, startedBy);
      return;
    }
    if (this.#awaitingMethod.has(navigation) || navigation.url !== before) this.#whenLoaded(navigation);
  }

  /**
   * webRequest.onBeforeRequest for the warning: whoever navigates there, the page in the tab cannot block it any more.
   * No other event reports this (Chromium 156).
   */
  onWarningRequest(tabId: number): void {
    this.#warningsStarted.add(tabId);
  }

  /** webNavigation.onCommitted: the final address, also of pages that the site's own service worker answered. */
  onCommitted({ tabId, frameId, url, documentLifecycle, transitionQualifiers }: CommitDetails): void {
    if (documentLifecycle === 'prerender') return;
    if (frameId === 0) {
      // A page may still be committed after its warning has begun.
      if (stoppedAddress(url, this.#warningPage) !== null) this.#warningsStarted.delete(tabId);
      this.#failedWarnings.delete(tabId);
      if (transitionQualifiers?.includes('server_redirect')) this.#recordRuleStop(tabId, url);
      this.#stopped.onCommitted(tabId, url);
    }
    this.#state.commit(tabId, frameId, url);
    if (frameId === 0 && isWeb(url)) void this.stopIfListed(tabId, url, GUARD_TIMEOUT_MS);
  }

  /**
   * webNavigation.onErrorOccurred: a policy of the left page can forbid its document to go to the warning
   * (Connection-Allowlist). The browser itself may still take the tab there.
   */
  onErrorOccurred({ tabId, frameId, url, error }: FailureDetails): void {
    const stopped = stoppedAddress(url, this.#warningPage);
    if (frameId === 0 && stopped !== null) this.#warningsStarted.delete(tabId);
    if (frameId !== 0 || stopped === null || error === ABORTED || this.#failedWarnings.has(tabId)) return;
    this.#failedWarnings.add(tabId);
    void this.#openWarning(tabId, stopped);
  }

  /** webNavigation.onHistoryStateUpdated: the page changed its own address, which starts no guard. */
  onHistoryStateUpdated({ tabId, frameId, url, documentLifecycle }: NavigationDetails): void {
    if (documentLifecycle === 'prerender' || frameId !== 0 || !isWeb(url)) return;
    void this.stopIfListed(tabId, url, 0, { cause: 'move', isRunning: true });
  }

  /** tabs.onReplaced: a prerendered page became the tab. */
  async onTabReplaced(tabId: number): Promise<void> {
    const tab = await this.#tabs.get(tabId).catch(() => null);
    if (tab?.url && isWeb(tab.url)) await this.stopIfListed(tabId, tab.url, GUARD_TIMEOUT_MS);
  }

  /**
   * Whether a page has changed its own address: the document in the tab was loaded from another one.
   * @param before the document that the tab loaded last, for a worker that was started after that; null if unknown
   */
  hasChangedAddress(tabId: number, url: string, before: string | null): boolean {
    const loaded = this.#state.current(tabId, 0);
    if (loaded) return loaded.committed && !isSameDocument(loaded.url, url);
    return before !== null && !isSameDocument(before, url);
  }

  onTabClosed(tabId: number): void {
    this.#warningsStarted.delete(tabId);
    this.#failedWarnings.delete(tabId);
    this.#state.drop(tabId);
  }

  /**
   * Takes a tab off an address if its verdict is to stop, unless the tab has left by then.
   * @param delayMs milliseconds after the verdict for the guard inside the page to act first
   * @param how `isRunning` where the page at this address may run already
   */
  async stopIfListed(
    tabId: number,
    url: string,
    delayMs: number,
    { cause = 'navigation', isRunning = false }: { cause?: Cause; isRunning?: boolean } = {},
  ): Promise<void> {
    if (!this.#judge.loaded) await this.#judge.ready;
    const verdict = await this.#judge.settle(url, tabId, cause);
    // A page that keeps changing its address is stopped while its question is pending: the warning returns to it when
    // it is clear.
    if (!verdict || !(stops(verdict) || (cause === 'move' && verdict.kind === 'checking'))) return;
    const answers = isRunning ? this.#startEnding(tabId, stops(verdict)) : Promise.resolve(true);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const isBusy = !(await answers);
    let tab = await this.#tabs.get(tabId).catch(() => null);
    const mustGo = () =>
      isSameDocument(tab?.url, url) &&
      stoppedAddress(tab?.pendingUrl ?? '', this.#warningPage) === null &&
      !this.#warningsStarted.has(tabId);
    const isLeaving = () => mustGo() && !isSameDocument(tab?.pendingUrl ?? url, url);
    // A busy page may be on its way elsewhere for good.
    for (let waited = 0; !isBusy && isLeaving() && waited < DEPARTURE_TIMEOUT_MS; waited += POLL_INTERVAL_MS)
      tab = await this.#tabAfter(tabId, POLL_INTERVAL_MS);
    if (!mustGo()) return;
    await (isBusy ? this.#discard(tabId, url) : this.showWarning(tabId, url));
  }

  /**
   * The present address of a page that must go; null if its tab has left it. A page may change its own address at any
   * moment, for example in its handler for `beforeunload`.
   * @param url its address when it was judged
   * @param shown the address that the tab showed then, if the page is not judged by that
   */
  #addressIn(tab: ShownTab | null, tabId: number, url: string, shown = url): string | null {
    const now = tab?.url ?? '';
    if (isSameDocument(now, shown)) return url;
    const verdict = isOfOneOrigin(now, url) ? this.#judge.verdict(now, tabId) : null;
    return verdict && stops(verdict) ? now : null;
  }

  /**
   * Takes a tab off a page that was open when its site was listed.
   * @param shown the address that the tab shows, if the page is not judged by that
   */
  async endOpenPage(tabId: number, url: string, shown = url): Promise<void> {
    const isBusy = !(await this.#startEnding(tabId, true));
    const tab = await this.#tabs.get(tabId).catch(() => null);
    const at = this.#addressIn(tab, tabId, url, shown);
    if (at === null) return;
    await (isBusy ? this.#discard(tabId, at) : this.showWarning(tabId, at, at === url ? shown : at));
  }

  /**
   * Closes the windows that a running page filled.
   * @param isListed false while its address only looks listed
   * @returns whether the page answers; a busy one is discarded, because it would run on for seconds after its warning
   *   has taken its place
   */
  async #startEnding(tabId: number, isListed: boolean): Promise<boolean> {
    if (isListed) this.#closeFilledWindows(tabId);
    const answer = this.#tabs.reach(tabId).then(
      () => true,
      () => true,
    );
    const silence = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LEAVE_TIMEOUT_MS));
    return Promise.race([answer, silence]);
  }

  /**
   * Takes a tab to the warning about its address, and discards a page that does not give way. Does nothing for a tab
   * that was closed in the meantime.
   * @param shown the address that the tab shows, if the page is not judged by that
   */
  async showWarning(tabId: number, url: string, shown = url): Promise<void> {
    this.recordStop(tabId, url);
    // A second navigation would load the warning twice, and could overtake a step back.
    if (!this.#warningsStarted.has(tabId)) await this.#openWarning(tabId, url);
    const at = await this.#addressAfterLeaving(tabId, url, shown);
    const verdict = at === null ? null : this.#judge.verdict(at, tabId);
    // A warning that was cleared meanwhile has opened the page again.
    if (at !== null && verdict && stops(verdict)) await this.#discard(tabId, at);
  }

  async #discard(tabId: number, url: string): Promise<void> {
    this.recordStop(tabId, url);
    const discarded = await this.#tabs.discard(tabId).catch(() => undefined);
    const id = discarded?.id ?? tabId;
    if (id !== tabId) this.recordStop(id, url);
    await this.#openWarning(id, url);
  }

  /**
   * The address of a page that has not left its tab when its time is over, as {@link #addressIn}. A page that the person
   * used may ask them to stay, or be too busy to answer: then the navigation to the warning does not begin. Once it has
   * begun, only the machine delays it; it is no longer shown as pending if the page was committed after that (Chromium
   * 156).
   */
  async #addressAfterLeaving(tabId: number, url: string, shown: string): Promise<string | null> {
    let tab = await this.#tabAfter(tabId, LEAVE_TIMEOUT_MS);
    const address = () => this.#addressIn(tab, tabId, url, shown);
    const limit = () => {
      if (this.#warningsStarted.has(tabId)) return STARTED_TIMEOUT_MS;
      return stoppedAddress(tab?.pendingUrl ?? '', this.#warningPage) === null ? 0 : PENDING_TIMEOUT_MS;
    };
    for (let waited = 0; address() !== null && waited < limit(); waited += POLL_INTERVAL_MS)
      tab = await this.#tabAfter(tabId, POLL_INTERVAL_MS);
    return address();
  }

  async #tabAfter(tabId: number, milliseconds: number) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return await this.#tabs.get(tabId).catch(() => null);
  }

  async #openWarning(tabId: number, url: string): Promise<void> {
    await this.#tabs.update(tabId, { url: warningAddress(this.#warningPage, url) }).catch(() => undefined);
  }

  /** Records that an address was stopped in a tab, by its guard or by the worker. */
  recordStop(tabId: number, url: string): void {
    const navigation = this.#state.current(tabId, 0);
    const isKnown = navigation !== undefined && isSameDocument(navigation.url, url);
    const initiator: Initiator = isKnown ? navigation.initiator : 'foreign';
    this.#stopped.add(tabId, url, initiator, !isKnown || navigation.committed);
  }

  /**
   * Records a stop by a browser rule: a tab was redirected to the warning about its target address. A site that
   * redirects there itself gains nothing: it gets only the request that it already had.
   */
  #recordRuleStop(tabId: number, url: string): void {
    const stopped = stoppedAddress(url, this.#warningPage);
    const navigation = this.#state.current(tabId, 0);
    if (stopped === null || !navigation || navigation.committed) return;
    if (isSameDocument(navigation.url, stopped)) this.recordStop(tabId, stopped);
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
    if (!verdict) return;
    if (frameId === 0 && stops(verdict)) this.#stop(navigation);
    else if (frameId === 0 && verdict.kind === 'checking') this.#hold(navigation);
    if (verdict.kind === 'checking' || verdict.kind === 'blocked')
      void this.#judge.settle(url, tabId, frameId === 0 ? 'navigation' : 'frame');
  }

  /**
   * Handles a hit with a pending confirmation. A navigation that carries a form must not be replaced. Its start does
   * not show the method. So after a recent form it waits for its request; otherwise it counts as a GET.
   */
  #hold(navigation: Navigation): void {
    const { url, method } = navigation;
    if (method === undefined && Date.now() < this.#formWindowEnd) this.#holdForMethod(navigation, url);
    else if (method === undefined || method === 'GET' || method === 'HEAD') this.#stop(navigation);
    else void this.#stopWhenSettled(navigation, url);
  }

  #holdForMethod(navigation: Navigation, url: string): void {
    this.#awaitingMethod.add(navigation);
    setTimeout(() => {
      const open = this.#awaitingMethod.delete(navigation) && navigation.method === undefined;
      if (open && this.#state.isCurrent(navigation, url)) this.#stop(navigation);
    }, METHOD_TIMEOUT_MS);
  }

  async #stopWhenSettled(navigation: Navigation, url: string): Promise<void> {
    const verdict = await this.#judge.settle(url, navigation.tabId, 'navigation');
    if (verdict && stops(verdict) && !navigation.committed && this.#state.isCurrent(navigation, url))
      this.#stop(navigation);
  }

  #stop(navigation: Navigation): void {
    if (navigation.stopped) return;
    navigation.stopped = true;
    this.#awaitingMethod.delete(navigation);
    void this.showWarning(navigation.tabId, navigation.url);
  }
}

const isOfOneOrigin = (one: string, other: string): boolean =>
  isWeb(one) && isWeb(other) && new URL(one).origin === new URL(other).origin;
