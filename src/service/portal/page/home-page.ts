import { html } from 'hono/html';
import type { PortalIdentity } from '../../../organization/portal.ts';
import { type Html, notice } from './page.ts';

/** The page at the service's own address: the portals that anybody may find, each as a link. */
export function homePage(portals: readonly PortalIdentity[]): Html {
  const title = 'Report scams';
  if (portals.length === 0)
    return notice(title, 'No organization has a public portal here. If somebody gave you a link, open the whole link.');
  const links = portals.flatMap(({ name, link }) =>
    link === null ? [] : [html`<li><p class="name"><a href="${link.path}">${name}</a></p></li>`],
  );
  return notice(
    title,
    'Choose whom to tell about a scam, or a false alarm. Someone there reviews what you send.',
    html`<ul class="rows">${links}</ul>`,
  );
}
