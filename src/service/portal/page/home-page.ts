import { html } from 'hono/html';
import type { PortalIdentity } from '../../../organization/portal.ts';
import type { Words } from '../../language/words.ts';
import { type Html, notice } from './page.ts';

/** The page at the service's own address: the portals that anybody may find, each as a link. */
export function homePage(words: Words, portals: readonly PortalIdentity[]): Html {
  const title = words.t('portal.home.title');
  if (portals.length === 0) return notice(words, title, words.t('portal.home.empty'));
  const links = portals.flatMap(({ name, link }) =>
    link === null ? [] : [html`<li><p class="name"><a href="${words.href(link.path)}"><bdi>${name}</bdi></a></p></li>`],
  );
  return notice(words, title, words.t('portal.home.choose'), html`<ul class="rows">${links}</ul>`);
}
