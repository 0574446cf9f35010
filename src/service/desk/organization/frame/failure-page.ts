import { html } from 'hono/html';
import type { Failure } from '../../../http/failure.ts';
import type { Answer, Status } from '../../gate.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { organizationPage, type Room } from './organization-page.ts';
import { issueText } from './problem.ts';

const TITLES: Readonly<Partial<Record<number, string>>> = {
  400: 'That could not be read',
  403: 'Not available',
  404: 'Nothing here',
  409: 'That does not go together',
};
const STATUSES: readonly number[] = [400, 403, 404, 409, 413, 422];

/** The page for what an operation refused: the reason in words, and the way on. */
export function failurePage(
  visit: Pick<OrganizationVisit, 'frame' | 'organization' | 'root' | 'context'>,
  failure: Failure,
): Answer {
  const { pathname } = new URL(visit.context.req.url);
  const { issues = [] } = failure.detail;
  const isOff = failure.code === 'FORBIDDEN' && issues.some((issue) => issue.startsWith('The service "'));
  const status = STATUSES.includes(failure.status) ? (failure.status as Status) : 400;
  const reasons = issues.length === 0 ? [failure.message] : issues.map(issueText);
  const page = organizationPage(
    visit,
    roomOf(visit.root, pathname),
    { title: TITLES[status] ?? 'That was refused' },
    html`<div class="card">${reasons.map((reason) => html`<p>${reason}</p>`)}
<p class="quiet">${
      isOff
        ? html`Protection and takedowns can be asked for on the <a href="${visit.root}">overview</a>. Whoever runs this service turns the others on.`
        : html`Nothing was changed. <a href="${pathname}">Begin again without filters</a>, or go to the <a href="${visit.root}">overview</a>.`
    }</p></div>`,
  );
  return { page, status };
}

/** The page that a path belongs to. */
function roomOf(root: string, pathname: string): Room {
  const [, room = ''] = pathname.slice(root.length).split('/');
  return (room === '' ? '' : `/${room}`) as Room;
}
