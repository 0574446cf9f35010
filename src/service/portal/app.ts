import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { portalIdentity } from '../../organization/portal.ts';
import { wordsFor } from '../language/choice.ts';
import { FormDesk, type FormDeskDeps } from './form-desk.ts';
import { disputeFormPage, disputeSentPage } from './page/dispute-form.ts';
import { entered } from './page/field.ts';
import { homePage } from './page/home-page.ts';
import { metricsPage } from './page/metrics-page.ts';
import { failurePage, type Html, notFoundPage, SWITCH, type Tab, tooLargePage, visibleTabs } from './page/page.ts';
import { PRIVACY_PATH, privacyPage } from './page/privacy-page.ts';
import { noReportsPage, reportFormPage, reportSentPage } from './page/report-form.ts';
import { reportsPage } from './page/reports-page.ts';
import type { AnswerState } from './page/sent-page.ts';
import { type Status, sendPage } from './response.ts';
import type { PortalStore } from './store.ts';
import { ACCENT_ROUTE, accentCss, colourOf } from './style/accent.ts';
import { STYLESHEET } from './style/stylesheet.ts';
import { type Visit, visitOf } from './visit.ts';

export type PortalDeps = FormDeskDeps & {
  readonly store: PortalStore;
  /** Milliseconds since epoch. */
  readonly now: () => number;
  /** Writes a failure down where the operator reads it, under the id that the visitor is shown. */
  readonly logFailure: (requestId: string, error: unknown) => void;
};

/** Bytes. The fields hold some 51,000 characters, and a letter of another script takes up to 12 bytes in a form. */
const LARGEST_FORM = 640 * 1024;
const YEAR = 31_536_000;
const STYLE_HEADERS = {
  'Content-Type': 'text/css; charset=utf-8',
  'Cache-Control': `public, max-age=${YEAR}, immutable`,
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The public portal of every organization at `/<slug>`, as pages without any script.
 * Mounted at the root, after every other route of the service.
 */
export function portalApp(deps: PortalDeps) {
  const { store } = deps;
  const desk = new FormDesk(deps);
  const app = new Hono<{ Variables: { requestId?: string } }>();

  app.onError((error, context) => {
    const requestId = context.get('requestId') ?? randomUUID();
    deps.logFailure(requestId, error);
    return respond(context, failurePage(wordsFor(context), requestId), 500);
  });

  app.get(STYLESHEET.path, (context) => context.body(STYLESHEET.css, 200, STYLE_HEADERS));

  app.get(ACCENT_ROUTE, (context) => context.body(accentCss(colourOf(context.req.param('sheet'))), 200, STYLE_HEADERS));

  app.get('/', async (context) => {
    const portals = (await store.discoverable()).map(portalIdentity);
    return respond(context, homePage(wordsFor(context), portals), 200);
  });

  // A slash at the end is no other page. What a name may hold is written again, so that the redirect stays on this site.
  app.get('/:slug/', (context) =>
    context.redirect(wordsFor(context).href(`/${encodeURIComponent(context.req.param('slug'))}`), 301),
  );
  app.get('/:slug/:form/:receipt', async (context) => {
    const { slug, form, receipt } = context.req.param();
    const visit = await visitOf(store, slug, wordsFor(context));
    if (visit === null || !isForm(form)) return notFound(context);
    const isAnswered = context.req.query('answered') !== undefined;
    const page = await standingPage(context, visit, form, { receipt, isAnswered });
    return page === null ? notFound(context) : respond(context, page, 200, visit);
  });
  app.get('/:slug/:tab/', (context) => {
    const { slug, tab } = context.req.param();
    return context.redirect(wordsFor(context).href(`/${encodeURIComponent(slug)}/${encodeURIComponent(tab)}`), 301);
  });

  app.get('/:slug/:tab?', async (context) => {
    const visit = await visitOf(store, context.req.param('slug'), wordsFor(context));
    if (visit === null) return notFound(context);
    const tabs = visibleTabs(visit.portal.sections);
    const wanted = context.req.param('tab');
    if (wanted === PRIVACY_PATH) return respond(context, privacyPage(visit.portal), 200, visit);
    const sent = context.req.query('sent');
    // The address that was given out before receipts had pages of their own.
    if (
      wanted !== undefined &&
      isForm(wanted) &&
      sent !== undefined &&
      (await store.sent(visit.organization.id, wanted, sent))
    )
      return context.redirect(visit.portal.words.href(`${visit.portal.root}/${wanted}/${sent}`), 301);
    if (wanted === undefined && tabs.length === 0) return respond(context, noReportsPage(visit.portal), 200, visit);
    const tab = wanted === undefined ? tabs[0] : tabs.find((name) => name === wanted);
    if (tab === undefined) return leftOut(context, visit, wanted);
    return respond(context, await tabPage(visit, tab, context), 200, visit);
  });

  app.post(
    '/:slug/:form',
    bodyLimit({
      maxSize: LARGEST_FORM,
      onError: (context) => respond(context, tooLargePage(wordsFor(context)), 413),
    }),
    async (context) => {
      const visit = await visitOf(store, context.req.param('slug'), wordsFor(context));
      const form = context.req.param('form');
      if (visit === null || !isForm(form)) return notFound(context);
      if (!visibleTabs(visit.portal.sections).includes(form)) return leftOut(context, visit, form);
      const outcome = await desk.receive(context, visit, form);
      if ('sent' in outcome)
        return context.redirect(visit.portal.words.href(`${visit.portal.root}/${form}/${outcome.sent}`), 303);
      if (outcome.retryAfter !== undefined) context.header('Retry-After', String(outcome.retryAfter));
      return respond(context, outcome.page, outcome.status, visit);
    },
  );

  app.post(
    '/:slug/:form/:receipt',
    bodyLimit({ maxSize: LARGEST_FORM, onError: (context) => respond(context, tooLargePage(wordsFor(context)), 413) }),
    async (context) => {
      const { slug, form, receipt } = context.req.param();
      const visit = await visitOf(store, slug, wordsFor(context));
      if (visit === null || !isForm(form)) return notFound(context);
      const { words } = visit.portal;
      const fields = new URLSearchParams(await context.req.text());
      const text = entered(fields, 'text');
      const begun = await standingPage(context, visit, form, { receipt, text });
      if (begun === null) return notFound(context);
      if (fields.has(SWITCH)) return respond(context, begun, 200, visit);
      const refusal = await desk.answer(context, words, form, receipt, text);
      if (refusal === null)
        return context.redirect(words.href(`${visit.portal.root}/${form}/${receipt}?answered`), 303);
      if (refusal.retryAfter !== undefined) context.header('Retry-After', String(refusal.retryAfter));
      const page = await standingPage(context, visit, form, { receipt, text, problem: refusal.problem });
      return page === null ? notFound(context) : respond(context, page, refusal.status, visit);
    },
  );

  /** Of what a portal leaves out, people may have a link to its report form, or have it open. */
  const leftOut = (context: Context, visit: Visit, page: string | undefined) =>
    page === 'report' ? respond(context, noReportsPage(visit.portal), 404, visit) : notFound(context);

  async function tabPage({ organization, portal }: Visit, tab: Tab, context: Context): Promise<Html> {
    if (tab === 'reports') {
      const before = number(context.req.query('before'));
      return reportsPage(portal, await store.reports(organization.id, before), before);
    }
    if (tab === 'metrics') return metricsPage(portal, await store.metrics(organization.id, deps.now()));
    return tab === 'report' ? reportFormPage(portal) : disputeFormPage(portal);
  }

  /** Where that stands which a visitor sent, also once the form is there no more; null without the receipt of one. */
  async function standingPage(
    context: Context,
    { organization, portal }: Visit,
    form: Form,
    answer: AnswerState,
  ): Promise<Html | null> {
    const state = await store.sent(organization.id, form, answer.receipt);
    if (state === null) return null;
    const shown = { ...answer, origin: deps.portalOrigin ?? new URL(context.req.url).origin };
    return form === 'report' ? reportSentPage(portal, state, shown) : disputeSentPage(portal, state, shown);
  }

  return app;
}

type Form = 'report' | 'dispute';
const isForm = (name: string): name is Form => name === 'report' || name === 'dispute';

const respond = (context: Context, page: Html, status: Status, visit?: Visit) =>
  sendPage(context, visit?.portal.words ?? wordsFor(context), page, status, visit?.portal.identity.avatarUrl ?? null);

function notFound(context: Context): Promise<Response> {
  return respond(context, notFoundPage(wordsFor(context)), 404);
}

/** A positive whole number of an address, or null: numbers of the database stay exact in JavaScript. */
function number(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
