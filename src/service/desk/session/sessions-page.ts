import { html } from 'hono/html';
import { agoText } from '../language/moment.ts';
import { deskPage, type Frame, type Html, ROOT, token } from '../page.ts';
import { hasRole } from '../person.ts';
import type { SessionEntry } from './session.ts';

/** Who is signed in, as far as this person may see it, each with a way to end it. */
export function sessionsPage(frame: Frame, sessions: readonly SessionEntry[], ended: boolean): Html {
  const { person, words } = frame;
  return deskPage(
    frame,
    '/sessions',
    words.t('desk.tab.sessions'),
    html`<div class="lead"><h1>${words.t('desk.tab.sessions')}</h1>
<p class="quiet">${words.t(hasRole(person, 'admin') ? 'desk.session.everyone' : 'desk.session.mine')}</p></div>
${ended ? html`<p class="notice ok" role="status">${words.t('desk.session.ended')}</p>` : ''}
<ol class="rows">${sessions.map((session) => row(frame, session))}</ol>`,
  );
}

function row(frame: Frame, { id, email, role, userAgent, createdAt, seenAt }: SessionEntry): Html {
  const { words } = frame;
  const isThis = id === frame.person.sessionId;
  return html`<li><div class="row-head"><h2><bdi>${email}</bdi> · ${words.t(`desk.role.${role}`)}</h2>
<span class="small quiet">${words.t('desk.session.used', { began: agoText(frame, createdAt), used: agoText(frame, seenAt) })}</span></div>
<p class="small quiet">${userAgent === null ? words.t('desk.session.unnamed') : html`<bdi>${userAgent}</bdi>`}</p>
<form class="inline" method="post" action="${ROOT}/sessions">${token(frame)}
<input type="hidden" name="session" value="${id}">
<button class="plain" type="submit">${
    isThis
      ? words.t('desk.session.endThis')
      : html`${words.t('desk.session.end')}<span class="hidden"> ${words.t('desk.session.which', { number: String(id), email })}</span>`
  }</button></form></li>`;
}
