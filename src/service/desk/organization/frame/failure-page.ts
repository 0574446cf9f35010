import { html } from 'hono/html';
import type { TextKey } from '../../../../ui/catalogue.ts';
import type { Failure } from '../../../http/failure.ts';
import { reasonOf } from '../../../portal/page/field.ts';
import type { Answer, Status, Visit } from '../../gate.ts';
import { type OrganizationPlace, organizationPage, type Room } from './organization-page.ts';
import { issueText } from './problem.ts';

const TITLES: Readonly<Partial<Record<number, TextKey>>> = {
  400: 'desk.organization.refusal.400',
  403: 'desk.organization.refusal.403',
  404: 'desk.error.notFound',
  409: 'desk.organization.refusal.409',
};
const STATUSES: readonly number[] = [400, 403, 404, 409, 413, 422];

/** The page for what an operation refused: the reason in words, and the way on. */
export function failurePage(visit: OrganizationPlace & Pick<Visit, 'frame' | 'context'>, failure: Failure): Answer {
  const { words } = visit.frame;
  const { pathname } = new URL(visit.context.req.url);
  const { issues = [] } = failure.detail;
  const isOff = failure.code === 'FORBIDDEN' && issues.some((issue) => issue.startsWith('The service "'));
  const status = STATUSES.includes(failure.status) ? (failure.status as Status) : 400;
  const reasons = issues.length === 0 ? [reasonOf(failure.message)] : issues.map((issue) => issueText(words, issue));
  const overview = html`<a href="${visit.root}">${words.t('desk.organization.refusal.overview')}</a>`;
  const again = html`<a href="${pathname}">${words.t('desk.organization.refusal.beginAgain')}</a>`;
  const page = organizationPage(
    visit,
    roomOf(visit.root, pathname),
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

/** The page that a path belongs to. */
function roomOf(root: string, pathname: string): Room {
  const [, room = ''] = pathname.slice(root.length).split('/');
  return (room === '' ? '' : `/${room}`) as Room;
}
