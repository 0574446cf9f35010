import { html, raw } from 'hono/html';
import type { PortalIdentity, PortalSections } from '../../api/organization/portal.ts';
import { formLanguages, languages, noticePage, wholePage } from '../page/layout.ts';
import { imageUrl, webUrl } from '../page/response.ts';
import type { Html, Words } from '../page/words.ts';

/** An organization's portal for its pages, in the visitor's language. `root` is the path of its first page. */
export type Portal = {
  readonly identity: PortalIdentity;
  readonly sections: PortalSections;
  readonly root: string;
  readonly words: Words;
  /** The organization's colour, `#rrggbb`; null if it has none. */
  readonly colour: string | null;
  /** The kinds of scam that a report offers first. */
  readonly scamKinds: readonly string[];
};

/** The pages of a portal, by the last segment of their path; the first visible one is also at the portal's root. */
const TABS = ['check', 'reports', 'metrics', 'report', 'dispute'] as const;
export type Tab = (typeof TABS)[number];

/** The tabs a visitor sees, in order. */
export function visibleTabs(sections: PortalSections): Tab[] {
  const shown: Record<Tab, boolean> = {
    check: sections.check,
    reports: sections.reports,
    metrics: sections.metrics,
    report: sections.reportForm,
    dispute: sections.disputes,
  };
  return TABS.filter((tab) => shown[tab]);
}

type PageOptions = {
  /** Excludes it from search engines, like every page of a portal with only a report form. */
  readonly isHidden?: boolean;
  /** The query of this page's address without the language. */
  readonly query?: string;
  /** The path of its form {@link FORM_ID}: a change of language then keeps the input. */
  readonly form?: string;
};

/** A whole page: the portal's header, banner and tabs around the content. No inline style. */
export function portalPage(
  portal: Portal,
  tab: Tab | null,
  title: Html,
  content: Html,
  { isHidden = false, query = '', form }: PageOptions = {},
): Html {
  const { identity, sections, root, words, colour } = portal;
  const { name } = identity;
  const isReportForm = identity.link?.kind === 'report-form';
  return wholePage(
    words.label('portal.pageTitle', { page: title, name }),
    html`<a class="skip" href="#main">${words.t('portal.skip')}</a>
<header class="top"><div class="column">
<div class="masthead">${avatar(identity)}
<p class="name"><a class="home" href="${words.href(root)}"><bdi>${name}</bdi></a><small>${words.t(isReportForm ? 'portal.kind.form' : 'portal.kind.portal')}</small></p>
${website(sections.websiteUrl)}</div>
${tabs(portal, tab)}</div></header>
<div class="column">
${banner(portal)}
<main id="main">${content}</main>
<footer class="bottom quiet small"><p>${words.t('portal.promise', { name })}</p><p><a href="${words.href(`${root}/privacy`)}">${words.t('privacy.open')}</a></p>${form === undefined ? languages(words, query) : formLanguages(words, form)}</footer>
</div>`,
    { isHidden: isHidden || isReportForm, words, colour },
  );
}

function avatar({ name, avatarUrl }: PortalIdentity): Html {
  const source = imageUrl(avatarUrl);
  return source === null
    ? html`<span class="avatar" aria-hidden="true">${[...name][0]?.toUpperCase() ?? ''}</span>`
    : html`<img class="avatar" src="${source}" alt="" width="40" height="40">`;
}

function website(value: string | null): Html | string {
  const url = webUrl(value);
  return url === null ? '' : html`<a href="${url.href}" rel="noopener noreferrer"><bdi dir="ltr">${url.host}</bdi></a>`;
}

function tabs({ sections, root, words }: Portal, current: Tab | null): Html | string {
  const visible = visibleTabs(sections);
  if (visible.length === 1) return '';
  return html`<nav class="tabs" aria-label="${words.label('portal.parts')}">${visible.map(
    (tab) =>
      html`<a href="${words.href(`${root}/${tab}`)}"${current === tab ? raw(' aria-current="page"') : ''}>${words.t(`portal.tab.${tab}`)}</a> `,
  )}</nav>`;
}

async function banner({ identity: { name }, sections, words }: Portal): Promise<Awaited<Html> | string> {
  if (sections.banner === null) return '';
  // Most portals have none, and its libraries are a tenth of what the service would load at its start.
  const { bannerHtml } = await import('./banner.ts');
  const written = bannerHtml(sections.banner);
  return written.trim() === ''
    ? ''
    : html`<aside class="notice banner" aria-label="${words.label('portal.bannerOf', { name })}"><div dir="auto">${raw(written)}</div></aside>`;
}

/** The page at the service's root: links to all public portals. */
export function homePage(words: Words, portals: readonly PortalIdentity[]): Html {
  const title = words.t('portal.home.title');
  if (portals.length === 0) return noticePage(words, title, words.t('portal.home.empty'));
  const links = portals.flatMap(({ name, link }) =>
    link === null ? [] : [html`<li><p class="name"><a href="${words.href(link.path)}"><bdi>${name}</bdi></a></p></li>`],
  );
  return noticePage(words, title, words.t('portal.home.choose'), html`<ul class="rows">${links}</ul>`);
}
