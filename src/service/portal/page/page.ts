import { html, raw } from 'hono/html';
import type { PortalIdentity, PortalSections } from '../../../organization/portal.ts';
import { STYLESHEET } from '../style/stylesheet.ts';
import { bannerHtml } from './banner.ts';
import { imageUrl, webUrl } from './link.ts';

export type Html = ReturnType<typeof html>;

/** An organization's portal as every one of its pages needs it. `root` is the path of its first page. */
export type Portal = {
  readonly identity: PortalIdentity;
  readonly sections: PortalSections;
  readonly root: string;
};

/** The pages of a portal, by the last segment of their path; the first visible one answers at the portal's root too. */
export const TABS = { reports: 'Reports', metrics: 'Metrics', report: 'Report a scam', dispute: 'Dispute' } as const;
export type Tab = keyof typeof TABS;

/** The tabs a visitor sees, in order. */
export function visibleTabs(sections: PortalSections): Tab[] {
  const shown: Record<Tab, boolean> = {
    reports: sections.reports,
    metrics: sections.metrics,
    report: sections.reportForm,
    dispute: sections.disputes,
  };
  return (Object.keys(TABS) as Tab[]).filter((tab) => shown[tab]);
}

/**
 * A whole page: header, banner and tabs of the portal around one content. No script, no inline style.
 * `isHidden`: search engines are told to leave it out, as every page of a portal that is only a report form.
 */
export function portalPage(
  portal: Portal,
  tab: Tab,
  title: string,
  content: Html,
  { isHidden = false }: { readonly isHidden?: boolean } = {},
): Html {
  const { identity, sections, root } = portal;
  const isReportForm = identity.link?.kind === 'report-form';
  return wholePage(
    `${title} · ${identity.name}`,
    html`<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div class="column">
<div class="masthead">${avatar(identity)}
<p class="name"><a class="home" href="${root}">${identity.name}</a><small>${isReportForm ? 'Report form' : 'Security portal'}</small></p>
${website(sections.websiteUrl)}</div>
${tabs(portal, tab)}</div></header>
<div class="column">
${banner(identity.name, sections.banner)}
<main id="main">${content}</main>
<footer class="bottom quiet small"><p>No one at ${identity.name} will ever ask for your password, recovery phrase or private key. Never enter one here.</p></footer>
</div>`,
    { isHidden: isHidden || isReportForm },
  );
}

/** The page for a path without a portal behind it. It says nothing about whether an organization exists. */
export function notFoundPage(): Html {
  return notice('Nothing here', 'There is no portal at this address. Check the link you followed.');
}

/** The page for a failure of the service. `requestId` is what its log names the failure by. */
export function failurePage(requestId: string): Html {
  return notice('Something failed on our side', `Nothing was saved. Try again in a moment. (${requestId})`);
}

/** The page for a form that is larger than its fields allow. */
export function tooLargePage(): Html {
  return notice('That was too much', 'The form is too large. Nothing was saved. Go back and send less at once.');
}

/** The page for a network that asks too much. */
export function tooManyPage(seconds: number): Html {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return notice('Too many requests', `Too much was asked from your network. Nothing was saved. Try again in ${wait}.`);
}

/** A page of a few words that belongs to no portal, with what may stand below them. */
export function notice(title: string, text: string, more: Html | string = ''): Html {
  const content = html`<div class="column"><main><div class="lead"><h1>${title}</h1><p>${text}</p></div>${more}</main></div>`;
  return wholePage(title, content, { isHidden: true });
}

/** An HTML document without any script or inline style. `isHidden`: search engines are told to leave it out. */
export function wholePage(
  title: string,
  body: Html,
  { isHidden, stylesheet = STYLESHEET.path }: { readonly isHidden: boolean; readonly stylesheet?: string },
): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${isHidden ? raw('<meta name="robots" content="noindex">') : ''}
<link rel="stylesheet" href="${stylesheet}"></head>
<body>${body}</body></html>`;
}

function avatar({ name, avatarUrl }: PortalIdentity): Html {
  const source = imageUrl(avatarUrl);
  return source === null
    ? html`<span class="avatar" aria-hidden="true">${[...name][0]?.toUpperCase() ?? ''}</span>`
    : html`<img class="avatar" src="${source}" alt="" width="40" height="40">`;
}

function website(value: string | null): Html | string {
  const url = webUrl(value);
  return url === null ? '' : html`<a href="${url.href}" rel="noopener noreferrer">${url.host}</a>`;
}

function tabs({ sections, root }: Portal, current: Tab): Html | string {
  const visible = visibleTabs(sections);
  if (visible.length === 1) return '';
  return html`<nav class="tabs" aria-label="Portal">${visible.map(
    (tab) => html`<a href="${root}/${tab}"${current === tab ? raw(' aria-current="page"') : ''}>${TABS[tab]}</a> `,
  )}</nav>`;
}

function banner(name: string, content: string | null): Html | string {
  const written = content === null ? '' : bannerHtml(content);
  return written.trim() === ''
    ? ''
    : html`<aside class="notice banner" aria-label="Notice from ${name}">${raw(written)}</aside>`;
}
