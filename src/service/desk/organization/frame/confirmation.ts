import { html } from 'hono/html';
import { type Html, token } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { organizationPage, type Room } from './organization-page.ts';

export type Confirmation = {
  readonly title: Html | string;
  /** What happens, and to what. */
  readonly text: Html | string;
  /** What the button says. */
  readonly button: Html | string;
  /** Where a second thought leads. */
  readonly back: string;
};

/** Whether a form was sent by somebody who was asked. */
export const isConfirmed = (form: URLSearchParams): boolean => form.get('sure') === 'yes';

/** Asks before something is ended for good. The form goes where the first one went. */
export function confirmationPage(
  visit: OrganizationVisit,
  room: Room,
  form: URLSearchParams,
  { title, text, button, back }: Confirmation,
): Html {
  const { pathname } = new URL(visit.context.req.url);
  const entered = [...form].filter(([name]) => name !== 'token' && name !== 'sure');
  return organizationPage(
    visit,
    room,
    { title },
    html`<form class="card" method="post" action="${pathname}">${token(visit.frame)}
${entered.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="sure" value="yes"><p>${text}</p>
<div class="buttons"><button class="danger" type="submit">${button}</button><a href="${back}">${visit.frame.words.t('desk.organization.leave')}</a></div></form>`,
  );
}
