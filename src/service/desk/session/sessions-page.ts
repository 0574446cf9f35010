import { html } from 'hono/html';
import { agoText } from '../moment.ts';
import { deskPage, type Frame, type Html, ROOT, token } from '../page.ts';
import { hasRole } from '../person.ts';
import type { SessionEntry } from './session.ts';

/** Who is signed in, as far as this person may see it, each with a way to end it. */
export function sessionsPage(frame: Frame, sessions: readonly SessionEntry[], ended: boolean): Html {
  const { person } = frame;
  return deskPage(
    frame,
    '/sessions',
    'Sessions',
    html`<div class="lead"><h1>Sessions</h1>
<p class="quiet">${hasRole(person, 'admin') ? 'Everyone who is signed in at this desk.' : 'Where you are signed in.'}</p></div>
${ended ? html`<p class="notice ok" role="status">The session has ended.</p>` : ''}
<ol class="rows">${sessions.map((session) => row(frame, session))}</ol>`,
  );
}

function row(frame: Frame, { id, email, role, userAgent, createdAt, seenAt }: SessionEntry): Html {
  const isThis = id === frame.person.sessionId;
  return html`<li><div class="row-head"><h2>${email} · ${role}</h2>
<span class="small quiet">signed in ${agoText(createdAt, frame.now)}, last used ${agoText(seenAt, frame.now)}</span></div>
<p class="small quiet">${userAgent ?? 'A browser that says nothing of itself'}</p>
<form class="inline" method="post" action="${ROOT}/sessions">${token(frame)}
<input type="hidden" name="session" value="${id}">
<button class="plain" type="submit">${isThis ? 'End this session' : html`End the session<span class="hidden"> ${id} of ${email}</span>`}</button></form></li>`;
}
