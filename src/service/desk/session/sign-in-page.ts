import { html } from 'hono/html';
import type { Words } from '../../language/words.ts';
import { generalProblems } from '../../portal/page/field.ts';
import { type Html, languages, wholePage } from '../../portal/page/page.ts';
import { ROOT } from '../page.ts';
import { DESK_STYLESHEET } from '../stylesheet.ts';

export type SignInState = {
  /** The page of the desk that was asked for. */
  readonly to: string;
  readonly problem?: Html;
  /** The visitor came from another site, where a session's cookie is not sent along. */
  readonly isFromElsewhere?: boolean;
};

/** The page on which a person signs in with a key. */
export function signInPage(words: Words, { to, problem, isFromElsewhere = false }: SignInState): Html {
  return wholePage(
    words.label('desk.pageTitle', { page: words.word('desk.signIn.title'), name: words.word('desk.name') }),
    html`<div class="column narrow"><main id="main"><h1>${words.t('desk.name')}</h1>
${generalProblems(problem === undefined ? [] : [problem])}
${isFromElsewhere ? html`<p class="notice">${words.t('desk.signIn.already')} <a href="${to}">${words.t('desk.signIn.goOn')}</a></p>` : ''}
<form class="card" method="post" action="${ROOT}/sign-in">
<div class="field"><label for="key">${words.t('desk.signIn.key')}</label>
<p class="small quiet" id="key-hint">${words.t('desk.signIn.keyHint')}</p>
<input type="password" id="key" name="key" required maxlength="4096" autocomplete="current-password" aria-describedby="key-hint" dir="ltr" autofocus></div>
<input type="hidden" name="to" value="${to}">
<button type="submit">${words.t('desk.signIn.title')}</button></form>
<p class="small quiet">${words.t('desk.signIn.ends')}</p></main>
<footer class="bottom quiet small">${languages(words, `to=${encodeURIComponent(to)}`)}</footer></div>`,
    { isHidden: true, stylesheet: DESK_STYLESHEET.path, words },
  );
}

/** The page of the desk that a visitor wants, as it may be gone to after signing in; the first page for anything else. */
export const deskPath = (text: string | undefined): string =>
  text !== undefined && /^\/desk(\/[\w/-]*)?(\?[\w=&%.+-]*)?$/.test(text) ? text : ROOT;
