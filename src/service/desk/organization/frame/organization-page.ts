import { html, raw } from 'hono/html';
import { generalProblems } from '../../../portal/page/field.ts';
import { deskPage, type Html } from '../../page.ts';
import { hasRole, mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';

/** The pages of an organization, by the last segment of their path. */
const ROOMS = {
  '': 'Overview',
  '/reports': 'Reports',
  '/threats': 'Threats',
  '/takedowns': 'Takedowns',
  '/detection': 'Detection',
  '/metrics': 'Metrics',
  '/queue': 'Queue',
  '/health': 'Healthchecks',
  '/brands': 'Brands',
  '/assets': 'Own assets',
  '/own-list': 'Own list',
  '/keys': 'Keys',
  '/webhooks': 'Webhooks',
  '/settings': 'Settings',
} as const;
export type Room = keyof typeof ROOMS;

/** What stands above the content of a page. */
export type PageState = {
  /** What was done, announced when the page opens. */
  readonly done?: string | null;
  /** Why nothing was done. */
  readonly problems?: readonly string[];
};

/** A whole page of one organization: the ways to its other pages, and one content under its heading. */
export function organizationPage(
  { frame, organization, root }: Pick<OrganizationVisit, 'frame' | 'organization' | 'root'>,
  room: Room,
  { title, lead = '', ...state }: PageState & { readonly title: string; readonly lead?: Html | string },
  content: Html | string,
): Html {
  const { name } = organization;
  const { done = null, problems = [] } = state;
  const isBound = hasRole(frame.person, 'admin') && !mayManage(frame.person);
  return deskPage(
    frame,
    '/organizations',
    `${title} · ${name}`,
    html`<div class="organization"><nav class="rooms" aria-label="${name}"><p class="name">${name}</p><ul>${(
      Object.keys(ROOMS) as Room[]
    ).map(
      (path) =>
        html`<li><a href="${root}${path}"${path === room ? raw(' aria-current="page"') : ''}>${ROOMS[path]}</a></li>`,
    )}</ul></nav>
<div class="room">${done === null ? '' : html`<p class="notice ok" role="status">${done}</p>`}
${generalProblems(problems)}
${isBound ? html`<p class="notice">Your key lacks the scope manage: here you read, and change nothing.</p>` : ''}
<div class="lead"><h1>${title}</h1>${lead === '' ? '' : html`<p class="quiet">${lead}</p>`}</div>
${content}</div></div>`,
  );
}

/** What stands where a list has nothing: what that means, and what to do. */
export const emptyCard = (text: string, advice: Html | string = ''): Html =>
  html`<div class="card"><p>${text}</p>${advice === '' ? '' : html`<p class="quiet">${advice}</p>`}</div>`;
