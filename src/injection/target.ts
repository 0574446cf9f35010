import { type Browser, browser } from 'wxt/browser';
import type { MessageSource } from '../messaging/router.ts';

type Target = Browser.scripting.InjectionTarget;

/** A document in a frame of a tab, with the browser's ids. */
export type DocumentPlace = {
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId?: string | undefined;
};

/** The target of a script. Firefox names no document: it then runs in whatever the frame shows by now. */
export const targetOf = ({ tabId, frameId, documentId }: DocumentPlace): Target =>
  documentId === undefined ? { tabId, frameIds: [frameId] } : { tabId, documentIds: [documentId] };

/** As a target, the document that sent a message. @throws Error if it is in no tab */
export function targetOfSender({ tab, frameId = 0, documentId }: MessageSource): Target {
  if (tab?.id === undefined) throw new Error('Scripts are injected only into a document in a tab');
  return targetOf({ tabId: tab.id, frameId, documentId });
}

/** Injects into all frames of the open web pages that are meant, except for those that are gone or protected from extensions. */
export async function injectEverywhere(
  inject: (target: Target) => Promise<unknown>,
  isMeant: (tab: { readonly url?: string | undefined }) => boolean = () => true,
): Promise<void> {
  const tabs = await browser.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
  await Promise.allSettled(tabs.filter(isMeant).map(({ id }) => inject({ tabId: id!, allFrames: true })));
}

/** What Chromium says where `runtime_blocked_hosts` of its policy `ExtensionSettings` names the site. */
const BARRED = /ExtensionsSettings policy/;
/** Milliseconds after which a page that does not run scripts counts as one that would. */
const TIMEOUT_MS = 300;

/** Whether a policy of the browser keeps extensions off the page of a tab. Firefox does not say why it refuses. */
export const isBarred = (tabId: number): Promise<boolean> =>
  Promise.race([
    browser.scripting.executeScript({ target: { tabId }, func: () => undefined }).then(
      () => false,
      (error: unknown) => BARRED.test(String(error)),
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false)),
  ]);
