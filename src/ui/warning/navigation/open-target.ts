import { browser } from 'wxt/browser';

/**
 * Opens a web address in place of the warning. What a page of the extension opens carries the extension's own rights: cookies
 * that are `SameSite=Strict` go with it to any site, and over its redirects. So it is opened by a sandboxed frame, whose
 * origin is opaque: the visit may have been begun by any page.
 */
export function openTarget(url: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-top-navigation allow-downloads');
  frame.hidden = true;
  frame.src = `${browser.runtime.getURL('/onward.html' as '/')}#${url}`;
  document.body.append(frame);
}

/** What a tab remembers over its pages of the extension: `sessionStorage`. */
export type TabMemory = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'warning-returns';
const WINDOW_MS = 30_000;
const MAX_OPENINGS = 3;

/**
 * True where the page may open its target by itself once more, and notes that it does. A target that comes back to the
 * warning again and again would spin for ever: after three times in half a minute the person decides.
 */
export function mayOpenByItself(memory: TabMemory, url: string, now: number): boolean {
  const before = read(memory);
  const recent = before.url === url ? before.times.filter((time) => now - time < WINDOW_MS && time <= now) : [];
  const times = [...recent, now];
  memory.setItem(KEY, JSON.stringify({ url, times }));
  return times.length <= MAX_OPENINGS;
}

function read(memory: TabMemory): { url: string; times: number[] } {
  try {
    const { url, times } = JSON.parse(memory.getItem(KEY) ?? '{}');
    const valid = typeof url === 'string' && Array.isArray(times) && times.every((time) => typeof time === 'number');
    return valid ? { url, times } : { url: '', times: [] };
  } catch {
    return { url: '', times: [] };
  }
}
