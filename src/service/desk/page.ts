import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { generalProblems } from '../page/field.ts';
import type { Entered, Problems } from '../page/form.ts';
import { languages, wholePage } from '../page/layout.ts';
import { apartList } from '../page/list.ts';
import { STYLESHEET } from '../page/style/stylesheet.ts';
import type { Blanks, Html, Words } from '../page/words.ts';
import type { Person } from './person.ts';
import { isOperator } from './person.ts';

const PARTS = ['./desk.css', './organization.css', './review.css'];
const own = PARTS.map((part) => readFileSync(new URL(part, import.meta.url), 'utf8'));
const script = readFileSync(new URL('./desk-keys.js', import.meta.url), 'utf8');

/** Source of the one script of the desk, as a content security policy names it (CSP level 3, hash-source). */
export const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const css = [STYLESHEET.css, ...own].join('\n');
const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);

/** The style sheet of the portal and that of the desk. Its path contains a hash of its content, so it can be cached for ever. */
export const DESK_STYLESHEET = { path: `/-/desk.${hash}.css`, css } as const;

export const ROOT = '/desk';

export const ORGANIZATIONS = `${ROOT}/organizations`;

export type Frame = {
  readonly person: Person;
  /** ms since epoch */
  readonly now: number;
  readonly words: Words;
  /** The query of this page's address without the language; null where the page answers a form and has no address. */
  readonly query: string | null;
  /** The query that links and forms keep within a list of cases: its part and its page; empty without them. */
  readonly keep: string;
  /** The colour of the organization that this page is about, `#rrggbb`. */
  readonly colour?: string | null;
};

/** More organizations than these are counted, not named. */
const MAX_NAMED = 3;

const TABS = {
  '': 'desk.tab.reports',
  '/disputes': 'desk.tab.disputes',
  '/additions': 'desk.tab.additions',
  '/organizations': 'desk.tab.organizations',
  '/sessions': 'desk.tab.sessions',
  '/list': 'desk.tab.list',
  '/sources': 'desk.tab.sources',
  '/jobs': 'desk.tab.jobs',
  '/audit': 'desk.tab.audit',
} as const;
const TAB_PATHS = Object.keys(TABS) as (keyof typeof TABS)[];
const TABS_OF_ORGANIZATIONS: readonly string[] = ['/organizations', '/sessions'];
const TABS_OF_OPERATORS: readonly string[] = ['/list', '/sources', '/jobs', '/audit'];
type DeskTab = keyof typeof TABS | null;

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
<input type="search" id="q" name="q" maxlength="4096" accesskey="f" data-key="/" value="${search}" placeholder="${words.label('desk.searchExample')}" dir="auto" autocapitalize="none" spellcheck="false">
<button class="plain" type="submit">${words.t('desk.searchButton')}</button></form>`
    : ''
}</div>
<div class="bar"><nav class="tabs" aria-label="${words.label('desk.tabs')}">${TAB_PATHS.filter((path) =>
      TABS_OF_OPERATORS.includes(path) ? isOperator(person) : isPerson || TABS_OF_ORGANIZATIONS.includes(path),
    ).map(
      (path) =>
        html`<a href="${ROOT}${path}"${path === tab ? raw(' aria-current="page"') : ''}>${words.t(TABS[path])}</a> `,
    )}</nav>
<form class="inline" method="post" action="${ROOT}/sign-out">
<span class="small quiet"><bdi>${person.name}</bdi> · ${words.t(isPerson ? `desk.role.${person.role}` : 'desk.role.organization')}</span>
<button class="plain" type="submit">${words.t('desk.signOut')}</button></form></div>
</div></header>
<div class="column"><main id="main">${content}</main>
${query === null ? '' : html`<footer class="bottom quiet small">${languages(words, query)}</footer>`}</div><script>${raw(script)}</script>`,
    { isHidden: true, stylesheet: DESK_STYLESHEET.path, words, colour },
  );
}

/** The messages above the content of a page, and what its form shows again. */
export type PageState = {
  readonly done?: Html | string | null;
  readonly problems?: readonly (Html | string)[];
  /** The same by field; `general` is shown above the content. */
  readonly fieldProblems?: Problems;
  readonly entered?: Entered;
};

type Heading = { readonly title: Html | string; readonly lead?: Html | string };

/** The messages and the heading of a page. */
export const headingOf = ({ title, lead = '', done, problems = [], fieldProblems = {} }: PageState & Heading): Html =>
  html`${doneNotice(done)}${generalProblems([...problems, ...(fieldProblems.general ?? [])])}
<div class="lead"><h1>${title}</h1>${lead === '' ? '' : html`<p class="quiet">${lead}</p>`}</div>`;

/** A whole page of the desk with its messages and heading. */
export const headedPage = (frame: Frame, tab: DeskTab, heading: PageState & Heading, content: Html | string): Html =>
  deskPage(
    frame,
    tab,
    heading.title,
    html`${headingOf(heading)}
${content}`,
  );

/** A page with one message and a link to the desk. */
export const noticePage = (frame: Frame, title: Html, text: Html): Html =>
  deskPage(frame, null, title, noticeOf(frame.words, title, text));

/** The page for a visitor who is not signed in that says what went wrong. @param blanks of its hint */
export function outerErrorPage(
  words: Words,
  what: 'failure' | 'foreign' | 'notFound' | 'tooLarge',
  blanks: Blanks = {},
): Html {
  const title = words.t(`desk.error.${what}`);
  const notice = noticeOf(words, title, words.t(`desk.error.${what}Hint`, blanks));
  const look = { isHidden: true, stylesheet: DESK_STYLESHEET.path, words };
  return wholePage(title, html`<div class="column"><main id="main">${notice}</main></div>`, look);
}

const noticeOf = (words: Words, title: Html, text: Html): Html =>
  html`<h1>${title}</h1><p>${text}</p><p><a href="${ROOT}">${words.t('desk.toDesk')}</a></p>`;

/** What was done, announced when the page opens; nothing without it. */
export const doneNotice = (done: Html | string | null | undefined): Html | string =>
  done ? html`<p class="notice ok" role="status">${done}</p>` : '';

function placeOf({ person: { isWholeDesk, organizations }, words }: Frame): Html {
  if (isWholeDesk) return words.t('desk.place.all');
  if (organizations.length > MAX_NAMED) return words.t('desk.place.count', { count: organizations.length });
  return organizations.length === 0
    ? words.t('desk.place.none')
    : apartList(
        words,
        organizations.map(({ name }) => name),
      );
}

/**
 * The first button of a form with several, which Enter presses (HTML, "implicit submission"): with the method `dialog`
 * it does nothing, so that Enter never decides. Clipped, because Chromium skips a button without layout.
 */
export const BLOCK_ENTER: Html = html`<button class="hidden" type="submit" formmethod="dialog" tabindex="-1" aria-hidden="true">None</button>`;
