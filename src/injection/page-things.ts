import { browser } from 'wxt/browser';
import type * as z from 'zod/mini';
import { pageThings } from '../messaging/catalogue.ts';

type PageThings = z.infer<typeof pageThings>;

/** Maximum taken from one page with all its frames. */
const MAX_ADDRESSES = 1_000;
const MAX_TEXT = 200_000;

/**
 * The addresses of a page's links and forms, and its text, in all its frames: a person who reports it picks from these.
 * @throws Error if the tab is gone, or the browser protects it from extensions
 */
export async function contentOfPage(tabId: number): Promise<PageThings> {
  const frames = await browser.scripting.executeScript({
    target: { tabId, allFrames: true },
    func: collect,
    args: [MAX_ADDRESSES, MAX_TEXT],
  });
  const found = frames.flatMap(({ result }) => pageThings.safeParse(result).data ?? []);
  const text = found.map((each) => each.text).join('\n');
  return {
    links: distinct(found.flatMap(({ links }) => links)),
    forms: distinct(found.flatMap(({ forms }) => forms)),
    text: text.slice(0, MAX_TEXT),
  };
}

const distinct = (addresses: readonly string[]): string[] => [...new Set(addresses)].slice(0, MAX_ADDRESSES);

/** Runs in a page, without access to this module. */
function collect(maxAddresses: number, maxText: number) {
  const web = (addresses: string[]) =>
    addresses.filter((address) => /^https?:/i.test(address) && address.length <= 4096).slice(0, maxAddresses);
  // A form field named "action" would hide the form's property.
  const forms = [...document.forms].flatMap((form) => {
    const action = form.getAttribute('action');
    return action !== null && URL.canParse(action, document.baseURI) ? [new URL(action, document.baseURI).href] : [];
  });
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => link.href);
  return { links: web(links), forms: web(forms), text: (document.body?.innerText ?? '').slice(0, maxText) };
}
