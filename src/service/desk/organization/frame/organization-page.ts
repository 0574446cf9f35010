import { html, raw } from 'hono/html';
import type { OrganizationRecord } from '../../../../api/organization/organization.ts';
import { generalProblems } from '../../../portal/page/field.ts';
import { deskPage, type Frame, type Html } from '../../page.ts';
import { hasRole, mayManage } from '../../person.ts';

/** The pages of an organization, by the last segment of their path. */
const ROOMS = {
  '': 'desk.organization.room.overview',
  '/reports': 'desk.tab.reports',
  '/threats': 'desk.organization.room.threats',
  '/takedowns': 'desk.organization.room.takedowns',
  '/detection': 'desk.organization.room.detection',
  '/metrics': 'desk.organization.room.metrics',
  '/queue': 'desk.organization.room.queue',
  '/health': 'desk.organization.room.health',
  '/brands': 'desk.organization.room.brands',
  '/assets': 'desk.organization.room.assets',
  '/own-list': 'desk.organization.room.ownList',
  '/keys': 'desk.organization.room.keys',
  '/webhooks': 'desk.organization.room.webhooks',
  '/settings': 'desk.organization.room.settings',
} as const;
export type Room = keyof typeof ROOMS;

/** The organization that a page is about. */
export type OrganizationPlace = {
  readonly organization: OrganizationRecord;
  /** The path of the organization's first page. */
  readonly root: string;
};

/** What stands above the content of a page. */
export type PageState = {
  /** What was done, announced when the page opens. */
  readonly done?: Html | string | null;
  /** Why nothing was done. */
  readonly problems?: readonly (Html | string)[];
};

/** A whole page of one organization: the ways to its other pages, and one content under its heading. */
export function organizationPage(
  { frame, organization, root }: OrganizationPlace & { readonly frame: Frame },
  room: Room,
  { title, lead = '', ...state }: PageState & { readonly title: Html | string; readonly lead?: Html | string },
  content: Html | string,
): Html {
  const { words } = frame;
  const { name } = organization;
  const { done = null, problems = [] } = state;
  const isBound = (frame.person.userId === null || hasRole(frame.person, 'admin')) && !mayManage(frame.person);
  return deskPage(
    frame,
    '/organizations',
    html`${title} · ${name}`,
    html`<div class="organization"><nav class="rooms" aria-label="${name}"><p class="name"><bdi>${name}</bdi></p><ul>${(
      Object.keys(ROOMS) as Room[]
    ).map(
      (path) =>
        html`<li><a href="${root}${path}"${path === room ? raw(' aria-current="page"') : ''}>${words.t(ROOMS[path])}</a></li>`,
    )}</ul></nav>
<div class="room">${done === null ? '' : html`<p class="notice ok" role="status">${done}</p>`}
${generalProblems(problems)}
${isBound ? html`<p class="notice">${words.t('desk.organization.bound')}</p>` : ''}
<div class="lead"><h1>${title}</h1>${lead === '' ? '' : html`<p class="quiet">${lead}</p>`}</div>
${content}</div></div>`,
  );
}

/** What stands where a list has nothing: what that means, and what to do. */
export const emptyCard = (text: Html | string, advice: Html | string = ''): Html =>
  html`<div class="card"><p>${text}</p>${advice === '' ? '' : html`<p class="quiet">${advice}</p>`}</div>`;
