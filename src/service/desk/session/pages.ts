import { html } from 'hono/html';
import { generalProblems, hidden } from '../../page/field.ts';
import { buttonForm } from '../../page/form.ts';
import { languages, wholePage } from '../../page/layout.ts';
import { rowItem, rowList } from '../../page/list.ts';
import type { Html, Words } from '../../page/words.ts';
import { DESK_STYLESHEET, type Frame, headedPage, ROOT } from '../page.ts';
import { hasRole } from '../person.ts';
import { agoText } from '../words.ts';
import { deviceName } from './device-name.ts';
import type { SessionEntry } from './session.ts';

type SignInState = {
  readonly to: string;
  readonly problem?: Html;
  /** Whether people may also sign in with an account of the identity provider. */
  readonly hasProvider: boolean;
};

/** The page on which a person signs in with a key. */
export function signInPage(words: Words, { to, problem, hasProvider }: SignInState): Html {
  return wholePage(
    words.label('desk.pageTitle', { page: words.word('desk.signIn.title'), name: words.word('desk.name') }),
    html`<div class="column narrow"><main id="main"><h1>${words.t('desk.name')}</h1>
${generalProblems(problem === undefined ? [] : [problem])}
<form class="card" method="post" action="${ROOT}/sign-in">
<div class="field"><label for="key">${words.t('desk.signIn.key')}</label>
<p class="small quiet" id="key-hint">${words.t('desk.signIn.keyHint')}</p>
<input type="password" id="key" name="key" required maxlength="4096" autocomplete="one-time-code" aria-describedby="key-hint" dir="ltr" autofocus></div>
<input type="hidden" name="to" value="${to}">
<button type="submit">${words.t('desk.signIn.title')}</button></form>
${hasProvider ? html`<p><a class="button" href="${ROOT}/sign-in/provider?to=${encodeURIComponent(to)}">${words.t('desk.signIn.provider')}</a></p>` : ''}
<p class="small quiet">${words.t('desk.signIn.ends')}</p></main>
<footer class="bottom quiet small">${languages(words, `to=${encodeURIComponent(to)}`)}</footer></div>`,
    { isHidden: true, stylesheet: DESK_STYLESHEET.path, words },
  );
}

/** The answer to a form that came after the end of its session: what was entered stays, and can be sent after signing in beside it. */
export function signedOutPage(words: Words, address: string, entered: URLSearchParams): Html {
  const title = words.t('desk.error.signedOut');
  const look = { isHidden: true, stylesheet: DESK_STYLESHEET.path, words };
  return wholePage(
    title,
    html`<div class="column narrow"><main id="main"><h1>${title}</h1>
<p>${words.t('desk.error.signedOutHint')}</p>
<p><a class="button" href="${ROOT}/sign-in" target="_blank">${words.t('desk.signIn.title')}</a></p>
<form method="post" action="${address}">${[...entered].map(([name, value]) => hidden(name, value))}
<button type="submit">${words.t('desk.error.sendAgain')}</button></form></main></div>`,
    look,
  );
}

/** The path to open after signing in, if it is a path of the desk; the first page for anything else. */
export const deskPath = (text: string | undefined): string =>
  text !== undefined && /^\/desk(\/[\w/-]*)?(\?[\w=&%.+-]*)?$/.test(text) ? text : ROOT;

/** The open sessions that this person may see, each with a button that ends it. */
export function sessionsPage(frame: Frame, sessions: readonly SessionEntry[], ended: boolean): Html {
  const { person, words } = frame;
  const lead = words.t(hasRole(person, 'admin') ? 'desk.session.everyone' : 'desk.session.mine');
  const heading = { title: words.t('desk.tab.sessions'), lead, done: ended ? words.t('desk.session.ended') : null };
  return headedPage(
    frame,
    '/sessions',
    heading,
    rowList(
      sessions.map((session) => row(frame, session)),
      '',
    ),
  );
}

function row(frame: Frame, { id, email, role, userAgent, createdAt, seenAt }: SessionEntry): Html {
  const { words } = frame;
  const isThis = id === frame.person.sessionId;
  const end = words.t(isThis ? 'desk.session.endThis' : 'desk.session.end');
  const which = isThis ? {} : { about: words.t('desk.session.which', { number: String(id), email }) };
  return rowItem({
    title: html`<bdi>${email}</bdi> · ${words.t(`desk.role.${role}`)}`,
    aside: [
      deviceName(userAgent) ?? words.t('desk.session.unnamed'),
      isThis ? words.t('desk.session.thisDevice') : null,
      words.t('desk.session.used', { began: agoText(frame, createdAt), used: agoText(frame, seenAt) }),
    ],
    lines: [buttonForm(`${ROOT}/sessions`, end, { ...which, values: { session: String(id) } })],
  });
}
