import { html, raw } from 'hono/html';
import { type Html, wholePage } from '../portal/page/page.ts';
import type { Person } from './person.ts';
import { DESK_STYLESHEET } from './stylesheet.ts';

export type { Html } from '../portal/page/page.ts';

/** Where the desk is. */
export const ROOT = '/desk';

/** What every page of a person needs. */
export type Frame = {
  readonly person: Person;
  /** What the forms of the session carry. */
  readonly formToken: string;
  /** ms since epoch */
  readonly now: number;
};

/** More organizations than these are counted, not named. */
const MAX_NAMED = 3;

const TABS = {
  '': 'Reports',
  '/disputes': 'Disputes',
  '/organizations': 'Organizations',
  '/sessions': 'Sessions',
} as const;
export type DeskTab = keyof typeof TABS | null;

/** A whole page of the desk. `search` is what was searched for, where the page is its result. */
export function deskPage(frame: Frame, tab: DeskTab, title: string, content: Html, search = ''): Html {
  const { person } = frame;
  return wholePage(
    `${title} · Review desk`,
    html`<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div class="column">
<div class="masthead"><p class="name"><a class="home" href="${ROOT}">Review desk</a><small>${placeOf(person)}</small></p>
<form class="inline" method="get" action="${ROOT}/search" role="search">
<label class="hidden" for="q">Search reports and disputes</label>
<input type="search" id="q" name="q" maxlength="4096" accesskey="f" value="${search}" placeholder="Site, address, number or words" autocapitalize="none" spellcheck="false">
<button class="plain" type="submit">Search</button></form></div>
<div class="bar"><nav class="tabs" aria-label="Desk">${(Object.keys(TABS) as (keyof typeof TABS)[]).map(
      (path) => html`<a href="${ROOT}${path}"${path === tab ? raw(' aria-current="page"') : ''}>${TABS[path]}</a> `,
    )}</nav>
<form class="inline" method="post" action="${ROOT}/sign-out">${token(frame)}
<span class="small quiet">${person.name} · ${person.role}</span>
<button class="plain" type="submit">Sign out</button></form></div>
</div></header>
<div class="column"><main id="main">${content}</main></div>`,
    { isHidden: true, stylesheet: DESK_STYLESHEET.path },
  );
}

/** A page that says one thing. With a frame it leads on to the rest of the desk. */
export function noticePage(frame: Frame | null, title: string, text: string): Html {
  const content = html`<h1>${title}</h1><p>${text}</p><p><a href="${ROOT}">To the desk</a></p>`;
  if (frame) return deskPage(frame, null, title, content);
  return wholePage(title, html`<div class="column"><main id="main">${content}</main></div>`, {
    isHidden: true,
    stylesheet: DESK_STYLESHEET.path,
  });
}

/** The hidden field that every form of a session has. */
export const token = ({ formToken }: Frame): Html => html`<input type="hidden" name="token" value="${formToken}">`;

function placeOf({ isWholeDesk, organizations }: Person): string {
  if (isWholeDesk) return 'All organizations';
  if (organizations.length > MAX_NAMED) return `${organizations.length} organizations`;
  return organizations.length === 0 ? 'No organization' : organizations.map(({ name }) => name).join(', ');
}
