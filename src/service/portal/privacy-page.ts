import { html } from 'hono/html';
import { nameInTraffic, REQUESTS } from '../../api/requests.ts';
import type { TextKey } from '../languages.ts';
import type { Html } from '../page/words.ts';
import { type Portal, portalPage } from './page.ts';

export const PRIVACY_PATH = 'privacy';

/** Every request of an organization's extension, and how submitted data is handled. */
export function privacyPage(portal: Portal): Html {
  const { words, identity } = portal;
  const title = words.t('privacy.title', { brand: identity.name });
  const requests = [...new Set(REQUESTS.map(nameInTraffic))].map(
    (request) =>
      html`<dt><strong>${words.t(`traffic.what.${request}` as TextKey)}</strong></dt><dd>${words.t(`traffic.why.${request}` as TextKey)}</dd>`,
  );
  const content = html`<div class="lead"><h1>${title}</h1></div>
<h2>${words.t('portal.privacy.sent')}</h2><dl>${requests}</dl>
<h2>${words.t('privacy.youTitle')}</h2><p>${words.t('privacy.you')}</p>
<h2>${words.t('privacy.deviceTitle')}</h2><p>${words.t('privacy.device')}</p>
<h2>${words.t('privacy.whoTitle')}</h2><p>${words.t('portal.privacy.who', { brand: identity.name })}</p>`;
  return portalPage(portal, null, title, content);
}
