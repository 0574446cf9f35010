import { browser } from 'wxt/browser';
import type { Initiator } from '../../../protection/navigation/initiator.ts';

/**
 * Opens a web address in place of the warning. What a page of the extension opens carries the extension's own rights: cookies
 * that are `SameSite=Strict` go with it to any site, and over its redirects. So only what no page began is opened so;
 * everything else is opened by a frame whose origin is nobody's.
 */
export function goOn(url: string, initiator: Initiator): void {
  if (initiator === 'own') {
    location.replace(url);
    return;
  }
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-top-navigation');
  frame.hidden = true;
  frame.src = `${browser.runtime.getURL('/onward.html' as '/')}#${url}`;
  document.body.append(frame);
}
