import { html, raw } from 'hono/html';
import type { OrganizationRecord } from '../../../api/organization/organization.ts';
import type { Issue } from '../../database/refused.ts';
import type { Failure } from '../../http/failure.ts';
import type { TextKey } from '../../languages.ts';
import { webUrl } from '../../page/response.ts';
import { spacedOut } from '../../page/value-word.ts';
import type { Html, Words } from '../../page/words.ts';
import type { Answer, Visit } from '../gate.ts';
import { deskPage, type Frame, headingOf, type PageState } from '../page.ts';
import { hasRole, mayManage } from '../person.ts';

const SECTIONS = {
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
export type Section = keyof typeof SECTIONS;

/** The organization that a page is about. */
export type OrganizationPlace = {
  readonly organization: OrganizationRecord;
  readonly root: string;
};

/** A whole page of one organization: links to its other pages, a heading and the content. */
export function organizationPage(
  { frame, organization, root }: OrganizationPlace & { readonly frame: Frame },
  section: Section,
  { title = frame.words.t(SECTIONS[section]), ...state }: PageState & { title?: Html | string; lead?: Html | string },
  content: Html | string,
): Html {
  const { words } = frame;
  const { name } = organization;
  const isBound = (frame.person.userId === null || hasRole(frame.person, 'admin')) && !mayManage(frame.person);
  return deskPage(
    frame,
    '/organizations',
    html`${title} · ${name}`,
    html`<div class="organization"><nav class="rooms" aria-label="${name}"><p class="name"><bdi>${name}</bdi></p><ul>${(
      Object.keys(SECTIONS) as Section[]
    ).map(
      (path) =>
        html`<li><a href="${root}${path}"${path === section ? raw(' aria-current="page"') : ''}>${words.t(SECTIONS[path])}</a></li>`,
    )}</ul></nav>
<div class="room">${isBound ? html`<p class="notice">${words.t('desk.organization.bound')}</p>` : ''}
${headingOf({ ...state, title })}
${content}</div></div>`,
  );
}

/** A link to another site if the address is a web address; else the text alone. */
export function linked(address: string | null, text: Html | string): Html {
  const url = webUrl(address);
  return url === null
    ? html`<bdi>${text}</bdi>`
    : html`<a href="${url.href}" rel="noopener noreferrer"><bdi>${text}</bdi></a>`;
}

const TITLES: Readonly<Partial<Record<number, TextKey>>> = {
  400: 'desk.organization.refusal.400',
  403: 'desk.organization.refusal.403',
  404: 'desk.error.notFound',
  409: 'desk.organization.refusal.409',
};

/** The page for a refused operation: the reasons, and where to go on. */
export function failurePage(visit: OrganizationPlace & Pick<Visit, 'frame' | 'context'>, failure: Failure): Answer {
  const { words } = visit.frame;
  const { pathname } = new URL(visit.context.req.url);
  const isOff = failure.issues.some(({ code }) => code === 'serviceIsOff');
  const { status } = failure;
  const reasons = failure.issues.map((one) => issueText(words, one));
  const overview = html`<a href="${visit.root}">${words.t('desk.organization.refusal.overview')}</a>`;
  const again = html`<a href="${pathname}">${words.t('desk.organization.refusal.beginAgain')}</a>`;
  const page = organizationPage(
    visit,
    sectionOf(visit.root, pathname),
    { title: words.t(TITLES[status] ?? 'desk.error.refused') },
    html`<div class="card">${reasons.map((reason) => html`<p>${reason}</p>`)}
<p class="quiet">${
      isOff
        ? words.t('desk.organization.refusal.isOff', { overview })
        : words.t('desk.organization.refusal.again', { again, overview })
    }</p></div>`,
  );
  return { page, status };
}

function sectionOf(root: string, pathname: string): Section {
  const [, section = ''] = pathname.slice(root.length).split('/');
  return (section === '' ? '' : `/${section}`) as Section;
}

/** An issue with the name of its field in words, for a page that does not show the field. */
const issueText = (words: Words, one: Issue): Html =>
  one.code === 'cursor'
    ? words.t('desk.organization.filter.gone')
    : html`${one.path === undefined ? '' : `${spacedOut(one.path.split('.')[0]!)}: `}${words.issue(one)}`;
