import { browser } from 'wxt/browser';
import { failureOf } from '../messaging/envelope.ts';
import type { MessageSource } from '../messaging/sender.ts';
import { isWeb } from '../protection/address.ts';
import type { DocumentRequest } from '../protection/request-guard.ts';
import type { Background } from './background.ts';
import { answerRequests } from './browser-ports.ts';
import type { Upkeep } from './upkeep.ts';

const DOCUMENTS = { urls: ['http://*/*', 'https://*/*'], types: ['main_frame' as const, 'sub_frame' as const] };

/**
 * Registers every listener of the browser's events. Must be called in the worker's first tick: an event that wakes the worker is
 * given only to listeners that are there by then. Each waits for the background, in the order of the events.
 */
export function listenToBrowser(background: Promise<Background>): void {
  const then = (work: (background: Background) => unknown) => void background.then(work);
  const upkept = (work: (upkeep: Upkeep) => unknown) => then(async (all) => work(await all.upkeep()));
  listenToMessages(background);
  listenToRequests(background);
  browser.webNavigation.onCommitted.addListener((details) => then((all) => committed(all, details)));
  browser.webNavigation.onHistoryStateUpdated.addListener((details) =>
    then(({ worker }) => worker.navigation.moved(details)),
  );
  browser.tabs.onReplaced.addListener((added, removed) => then((all) => tabReplaced(all, added, removed)));
  browser.tabs.onRemoved.addListener((tabId) => then((all) => tabClosed(all, tabId)));
  browser.storage.onChanged.addListener((...change) => then((all) => all.storageChanged(...change)));
  browser.alarms.onAlarm.addListener(({ name }) => upkept(({ schedule }) => schedule.rang(name)));
  browser.runtime.onStartup.addListener(() => upkept(({ schedule }) => schedule.connected()));
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html' as '/') });
  });
  globalThis.addEventListener('online', () => {
    then(({ worker }) => worker.confirmation.forgetFailures());
    upkept(({ schedule }) => schedule.connected());
  });
}

/** The reply goes through the callback, because older versions of Chromium do not take the promise that a listener returns. */
function listenToMessages(background: Promise<Background>): void {
  browser.runtime.onMessage.addListener((message: unknown, source: MessageSource, reply: (answer: unknown) => void) => {
    void background.then((all) => all.answer(message, source)).then(reply, (error) => reply(failureOf(error)));
    return true;
  });
}

/**
 * Chromium tells of a request only; Firefox lets it wait until it is answered. To build the API that tells of redirects takes four of the
 * seventeen milliseconds by which a cold worker of ours is slower than an empty one. It is built all the same before anything is known: in
 * an otherwise empty extension such a listener that was registered with the first navigation, which the browser tells before its requests,
 * missed the first of them in each of 260 cold starts, and none when it was registered at once.
 */
function listenToRequests(background: Promise<Background>): void {
  if (import.meta.env.FIREFOX) {
    answerFirefox(background);
    return;
  }
  browser.webNavigation.onBeforeNavigate.addListener(
    (details) => void background.then(({ worker }) => worker.navigation.began(details)),
  );
  browser.webRequest.onBeforeRequest.addListener((details) => {
    void background.then(({ worker }) => worker.navigation.requested(details));
    return undefined;
  }, DOCUMENTS);
}

/**
 * Answers in the turn of the request wherever the background is there, so that a clear address goes on at once; nothing of a
 * listed page leaves, and no tab has to be taken anywhere.
 */
function answerFirefox(background: Promise<Background>): void {
  let made: Background | undefined;
  void background.then((all) => {
    made = all;
  });
  const answer = ({ worker }: Background, details: DocumentRequest) => worker.requests.requested(details);
  answerRequests((details) => (made ? answer(made, details) : background.then((all) => answer(all, details))), {
    ...DOCUMENTS,
    // Firefox says object for a page in an <object> or <embed>, which Chromium calls a frame.
    types: [...DOCUMENTS.types, 'object'],
  });
}

type Committed = Parameters<Parameters<typeof browser.webNavigation.onCommitted.addListener>[0]>[0];

async function committed({ worker, findings }: Background, details: Committed): Promise<void> {
  worker.navigation.committed(details);
  if (details.documentLifecycle === 'prerender') return;
  void findings.forget(details.tabId, details.frameId);
  if (details.frameId !== 0 || !isWeb(details.url)) return;
  await worker.ready;
  worker.visited.add(details.tabId, details.url);
}

async function tabReplaced({ worker }: Background, added: number, removed: number): Promise<void> {
  await worker.ready;
  await worker.allowances.moveTab(removed, added);
  await worker.redirects.apply();
  worker.navigation.closed(removed);
  await worker.navigation.replaced(added);
}

async function tabClosed({ worker, findings }: Background, tabId: number): Promise<void> {
  worker.navigation.closed(tabId);
  await worker.ready;
  worker.visited.forgetTab(tabId);
  await worker.allowances.forgetTab(tabId);
  await Promise.all([worker.redirects.apply(), findings.forget(tabId, 0)]);
}
