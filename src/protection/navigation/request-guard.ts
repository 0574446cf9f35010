import { stops } from '../verdict/decision.ts';
import { stoppedAddress } from '../warning/address.ts';
import { warningAddress } from '../warning/short-address.ts';
import type { Judge } from './navigation.ts';
import type { Tabs } from './tabs.ts';

/** The browser's details of a request for a document; `tabId` is negative if it belongs to no tab. */
export type DocumentRequest = { readonly tabId: number; readonly frameId: number; readonly url: string };
/** A request that is redirected. */
export type Redirection = DocumentRequest & { readonly redirectUrl: string };

/** The answer to a request: empty to continue, else the redirect. */
export type RequestAnswer = { readonly redirectUrl?: string };

const GO_ON: RequestAnswer = {};
/**
 * Milliseconds that requests wait, once, for the list after the background started; then only the guard inside the page
 * protects.
 */
const LOAD_TIMEOUT_MS = 10_000;
/** Milliseconds that a request waits for its confirmation, which has a shorter limit of its own. */
const CONFIRMATION_TIMEOUT_MS = 4_000;

/**
 * Stops requests for listed documents before they leave, in browsers where a request can wait for an answer (Firefox).
 * Each redirect is a request of its own, and so is a document in a frame. A form keeps its contents while it waits.
 */
export class RequestGuard {
  readonly #judge: Judge;
  readonly #tabs: Pick<Tabs, 'noteStop'>;
  readonly #warningPage: string;
  #loading: Promise<void> | undefined;

  constructor(judge: Judge, tabs: Pick<Tabs, 'noteStop'>, warningPage: string) {
    this.#judge = judge;
    this.#tabs = tabs;
    this.#warningPage = warningPage;
  }

  /**
   * webRequest.onBeforeRequest, blocking. Answers synchronously when everything is known, which is almost always.
   * Otherwise it returns a promise that never rejects: the list is still being read, or the service must be asked.
   */
  onBeforeRequest(request: DocumentRequest): RequestAnswer | Promise<RequestAnswer> {
    return this.#judge.loaded ? this.#decide(request) : this.#whenLoaded(request);
  }

  /** webRequest.onBeforeRedirect: reports what a browser rule stopped; this guard is not asked about those. */
  onBeforeRedirect(request: Redirection): void {
    if (stoppedAddress(request.redirectUrl, this.#warningPage) !== null) this.#recordStop(request);
  }

  async #whenLoaded(request: DocumentRequest): Promise<RequestAnswer> {
    this.#loading ??= within(LOAD_TIMEOUT_MS, this.#judge.ready);
    await this.#loading;
    return this.#judge.loaded ? this.#decide(request) : GO_ON;
  }

  #decide(request: DocumentRequest): RequestAnswer | Promise<RequestAnswer> {
    const { url, tabId } = request;
    const verdict = this.#judge.verdict(url, tabId);
    if (verdict?.kind === 'checking') return this.#hold(request);
    if (!verdict || !stops(verdict)) return GO_ON;
    void this.#judge.settle(url, tabId, causeOf(request));
    return this.#toWarning(request);
  }

  /**
   * After the limit, an open question is left to the warning page, which asks again.
   */
  async #hold(request: DocumentRequest): Promise<RequestAnswer> {
    const { url, tabId } = request;
    await within(CONFIRMATION_TIMEOUT_MS, this.#judge.settle(url, tabId, causeOf(request)));
    const verdict = this.#judge.verdict(url, tabId);
    const open = verdict?.kind === 'checking' || (verdict && stops(verdict));
    return open ? this.#toWarning(request) : GO_ON;
  }

  #toWarning(request: DocumentRequest): RequestAnswer {
    this.#recordStop(request);
    return { redirectUrl: warningAddress(this.#warningPage, request.url) };
  }

  #recordStop({ tabId, frameId, url }: DocumentRequest): void {
    if (frameId === 0) this.#tabs.noteStop(tabId, url, false);
  }
}

const causeOf = ({ frameId }: DocumentRequest) => (frameId === 0 ? 'navigation' : 'frame');

/** Settles with the work, or after this many milliseconds. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
