import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { warningAddress } from '../warning/short-address.ts';
import type { Judge } from './navigation.ts';
import type { Tabs } from './tabs.ts';

/** The browser's details of a request for a document; `tabId` is negative if it belongs to no tab. */
export type DocumentRequest = { readonly tabId: number; readonly frameId: number; readonly url: string };

/** The answer to a request: empty to continue, else the redirect. */
export type RequestAnswer = { readonly redirectUrl?: string };

const GO_ON: RequestAnswer = {};
const mustWait = (verdict: Verdict | null): boolean => verdict?.kind === 'checking' || stops(verdict);

/**
 * Stops requests for listed documents before they leave, in browsers where a request can wait for an answer (Firefox).
 * Each redirect is a request of its own, and so is a document in a frame. A form keeps its contents while it waits. Answers webRequest.onBeforeRequest,
 * blocking: at once when everything is known, which is almost always; else by a promise that never rejects.
 */
export function requestGuard(judge: Judge, tabs: Pick<Tabs, 'noteStop'>, warningPage: string) {
  const toWarning = ({ tabId, frameId, url }: DocumentRequest): RequestAnswer => {
    if (frameId === 0) tabs.noteStop(tabId, url, false);
    return { redirectUrl: warningAddress(warningPage, url) };
  };
  const decide = (request: DocumentRequest): RequestAnswer | Promise<RequestAnswer> => {
    const { url, tabId, frameId } = request;
    const verdict = judge.verdict(url, tabId);
    if (!mustWait(verdict)) return GO_ON;
    const confirmed = judge.resolve(url, tabId, frameId === 0 ? 'navigation' : 'frame');
    if (stops(verdict)) return toWarning(request);
    // The confirmation has a time limit. What stays open is left to the warning page, which asks again.
    return confirmed.then((now) => (mustWait(now) ? toWarning(request) : GO_ON));
  };
  return (request: DocumentRequest) => (judge.loaded ? decide(request) : judge.ready.then(() => decide(request)));
}
