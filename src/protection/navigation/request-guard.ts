import { stops } from '../verdict/decision.ts';
import { warningAddress } from '../warning/short-address.ts';
import type { Judge } from './navigation.ts';
import type { Tabs } from './tabs.ts';

/** The browser's details of a request for a document; `tabId` is negative if it belongs to no tab. */
export type DocumentRequest = { readonly tabId: number; readonly frameId: number; readonly url: string };

/** The answer to a request: empty to continue, else the redirect. */
export type RequestAnswer = { readonly redirectUrl?: string };

const GO_ON: RequestAnswer = {};
/**
 * Stops requests for listed documents before they leave, in browsers where a request can wait for an answer (Firefox).
 * Each redirect is a request of its own, and so is a document in a frame. A form keeps its contents while it waits.
 */
export class RequestGuard {
  readonly #judge: Judge;
  readonly #tabs: Pick<Tabs, 'noteStop'>;
  readonly #warningPage: string;

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
    return this.#judge.loaded ? this.#decide(request) : this.#judge.ready.then(() => this.#decide(request));
  }

  #decide(request: DocumentRequest): RequestAnswer | Promise<RequestAnswer> {
    const { url, tabId, frameId } = request;
    const verdict = this.#judge.verdict(url, tabId);
    if (!verdict || !(verdict.kind === 'checking' || stops(verdict))) return GO_ON;
    const confirmed = this.#judge.settle(url, tabId, frameId === 0 ? 'navigation' : 'frame');
    if (verdict.kind !== 'checking') return this.#toWarning(request);
    // The confirmation has a time limit. What stays open is left to the warning page, which asks again.
    return confirmed.then((now) => (now && (now.kind === 'checking' || stops(now)) ? this.#toWarning(request) : GO_ON));
  }

  #toWarning(request: DocumentRequest): RequestAnswer {
    const { tabId, frameId, url } = request;
    if (frameId === 0) this.#tabs.noteStop(tabId, url, false);
    return { redirectUrl: warningAddress(this.#warningPage, url) };
  }
}
