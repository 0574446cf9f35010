import { html, raw } from 'hono/html';
import type { Words } from '../language/words.ts';
import { type Html, languages, wholePage } from '../portal/page/page.ts';
import type { Person } from './person.ts';
import { DESK_STYLESHEET } from './stylesheet.ts';

export type { Html } from '../portal/page/page.ts';

/** Where the desk is. */
export const ROOT = '/desk';

/** Where its pages of organizations are. */
export const ORGANIZATIONS = `${ROOT}/organizations`;

/** What every page of a person needs. */
export type Frame = {
  readonly person: Person;
  /** What the forms of the session carry. */
  readonly formToken: string;
  /** ms since epoch */
  readonly now: number;
  readonly words: Words;
  /** What the address of this page asks besides the language; null where the page answers a form, and has no address. */
  readonly query: string | null;
  /** The colour of the organization that this page is about, `#rrggbb`. */
  readonly colour?: string | null;
};

/** More organizations than these are counted, not named. */
const MAX_NAMED = 3;

const TABS = {
  '': 'desk.tab.reports',
  '/disputes': 'desk.tab.disputes',
  '/organizations': 'desk.tab.organizations',
  '/sessions': 'desk.tab.sessions',
} as const;
const TAB_PATHS = Object.keys(TABS) as (keyof typeof TABS)[];
const TABS_OF_ORGANIZATIONS: readonly string[] = ['/organizations', '/sessions'];
export type DeskTab = keyof typeof TABS | null;

/** A whole page of the desk. `search` is what was searched for, where the page is its result. */
export function deskPage(frame: Frame, tab: DeskTab, title: Html | string, content: Html, search = ''): Html {
  const { person, words, query, colour = null } = frame;
  const isPerson = person.userId !== null;
  return wholePage(
    words.label('desk.pageTitle', { page: title, name: words.word('desk.name') }),
    html`<a class="skip" href="#main">${words.t('desk.skip')}</a>
<header class="top"><div class="column">
<div class="masthead"><p class="name"><a class="home" href="${ROOT}">${words.t('desk.name')}</a><small>${placeOf(frame)}</small></p>
${
  isPerson
    ? html`<form class="inline" method="get" action="${ROOT}/search" role="search">
<label class="hidden" for="q">${words.t('desk.searchLabel')}</label>
<input type="search" id="q" name="q" maxlength="4096" accesskey="f" value="${search}" placeholder="${words.label('desk.searchExample')}" dir="auto" autocapitalize="none" spellcheck="false">
<button class="plain" type="submit">${words.t('desk.searchButton')}</button></form>`
    : ''
}</div>
<div class="bar"><nav class="tabs" aria-label="${words.label('desk.tabs')}">${TAB_PATHS.filter(
      (path) => isPerson || TABS_OF_ORGANIZATIONS.includes(path),
    ).map(
      (path) =>
        html`<a href="${ROOT}${path}"${path === tab ? raw(' aria-current="page"') : ''}>${words.t(TABS[path])}</a> `,
    )}</nav>
<form class="inline" method="post" action="${ROOT}/sign-out">${token(frame)}
<span class="small quiet"><bdi>${person.name}</bdi> · ${words.t(isPerson ? `desk.role.${person.role}` : 'desk.role.organization')}</span>
<button class="plain" type="submit">${words.t('desk.signOut')}</button></form></div>
</div></header>
<div class="column"><main id="main">${content}</main>
${query === null ? '' : html`<footer class="bottom quiet small">${languages(words, query)}</footer>`}</div>`,
    { isHidden: true, stylesheet: DESK_STYLESHEET.path, words, colour },
  );
}

/** A page that says one thing, and leads on to the rest of the desk. */
export const noticePage = (frame: Frame, title: Html, text: Html): Html =>
  deskPage(frame, null, title, noticeOf(frame.words, title, text));

/** The same for whoever is not known to be signed in. */
export const outerNoticePage = (words: Words, title: Html, text: Html): Html =>
  wholePage(title, html`<div class="column"><main id="main">${noticeOf(words, title, text)}</main></div>`, {
    isHidden: true,
    stylesheet: DESK_STYLESHEET.path,
    words,
  });

const noticeOf = (words: Words, title: Html, text: Html): Html =>
  html`<h1>${title}</h1><p>${text}</p><p><a href="${ROOT}">${words.t('desk.toDesk')}</a></p>`;

/** The hidden field that every form of a session has. */
export const token = ({ formToken }: Frame): Html => html`<input type="hidden" name="token" value="${formToken}">`;

function placeOf({ person: { isWholeDesk, organizations }, words }: Frame): Html {
  if (isWholeDesk) return words.t('desk.place.all');
  if (organizations.length > MAX_NAMED) return words.t('desk.place.count', { count: organizations.length });
  return organizations.length === 0 ? words.t('desk.place.none') : apartList(organizations.map(({ name }) => name));
}

/** What people wrote, one beside the other, each kept apart from the next: their own letters say in which direction each is read. */
export const apartList = (texts: readonly string[]): Html =>
  html`${texts.map((text, index) => html`${index === 0 ? '' : ', '}<bdi>${text}</bdi>`)}`;
