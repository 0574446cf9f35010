import { html } from 'hono/html';
import { generalProblems } from '../../portal/page/field.ts';
import { type Html, wholePage } from '../../portal/page/page.ts';
import { ROOT } from '../page.ts';
import { DESK_STYLESHEET } from '../stylesheet.ts';

export type SignInState = {
  /** The page of the desk that was asked for. */
  readonly to: string;
  readonly problem?: string;
  /** The visitor came from another site, where a session's cookie is not sent along. */
  readonly isFromElsewhere?: boolean;
};

/** The page on which a person signs in with a key. */
export function signInPage({ to, problem, isFromElsewhere = false }: SignInState): Html {
  return wholePage(
    'Sign in · Review desk',
    html`<div class="column narrow"><main id="main"><h1>Review desk</h1>
${generalProblems(problem === undefined ? [] : [problem])}
${isFromElsewhere ? html`<p class="notice">Signed in already? <a href="${to}">Go on to the page</a></p>` : ''}
<form class="card" method="post" action="${ROOT}/sign-in">
<div class="field"><label for="key">Your key</label>
<p class="small quiet" id="key-hint">Who runs this service has made it for you. Nobody else needs it.</p>
<input type="password" id="key" name="key" required maxlength="4096" autocomplete="current-password" aria-describedby="key-hint" autofocus></div>
<input type="hidden" name="to" value="${to}">
<button type="submit">Sign in</button></form>
<p class="small quiet">You are signed out after two hours without use, and after twelve hours in any case.</p></main></div>`,
    { isHidden: true, stylesheet: DESK_STYLESHEET.path },
  );
}

/** The page of the desk that a visitor wants, as it may be gone to after signing in; the first page for anything else. */
export const deskPath = (text: string | undefined): string =>
  text !== undefined && /^\/desk(\/[\w/-]*)?(\?[\w=&%.+-]*)?$/.test(text) ? text : ROOT;
