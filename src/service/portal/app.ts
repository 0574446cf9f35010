import { type Context, Hono } from 'hono';
import { portalIdentity } from '../../api/organization/portal.ts';
import { namedBy } from '../../asset/index.ts';
import { call } from '../feature/operations.ts';
import { defectIn } from '../http/failure.ts';
import type { ServiceApp } from '../http/log/request-log.ts';
import { type FormLimits, readForm } from '../http/request/form.ts';
import type { Service } from '../http/service.ts';
import { entered } from '../page/field.ts';
import { wordsFor } from '../page/language.ts';
import { errorPage, SWITCH } from '../page/layout.ts';
import { type Status, sendPage } from '../page/response.ts';
import { ACCENT_ROUTE, accentCss, colourOf, STYLE_HEADERS, STYLESHEET } from '../page/style/stylesheet.ts';
import type { Blanks, Html } from '../page/words.ts';
import { inTurn } from '../thread/in-turn.ts';
import { FIELD_SCRIPT_SOURCE } from './check/field-script.ts';
import { checkPage } from './check/page.ts';
import { disputeFormPage } from './dispute-form.ts';
import { FormHandler, MAX_FORM_BYTES } from './form-handler.ts';
import { metricsPage } from './metrics-page.ts';
import { homePage, type Tab, visibleTabs } from './page.ts';
import { PRIVACY_PATH, privacyPage } from './privacy-page.ts';
import { noReportsPage, reportFormPage } from './report/form.ts';
import { reportsPage } from './reports-page.ts';
import { type AnswerState, sentPage } from './sent-page.ts';
import { PortalStore, type Visit, visitOf } from './store.ts';

/** Mounts the portal behind the other routes of a running service. */
export const mountPortal =
  (service: Service) =>
  (app: ServiceApp): void =>
    void app.route('/', portalApp(service));

/**
 * The public portal of every organization at `/<slug>`, mounted after every other route. One script refuses secrets
 * before they leave the page. @param now the clock of its metrics, in ms since epoch
 */
export function portalApp(service: Service, calls: typeof call = call, now: () => number = Date.now) {
  const store = new PortalStore(service.database);
  const forms = new FormHandler(service, calls, store);
  const app = new Hono<{ Variables: { requestId?: string } }>();

  app.onError((error, context) => {
    const number = defectIn(context, error, service.log, 'portal page failed');
    return typeof number === 'string' ? failed(context, 'failure', 500, { number }) : number;
  });

  app.get(STYLESHEET.path, (context) => context.body(STYLESHEET.css, 200, STYLE_HEADERS));

  app.get(ACCENT_ROUTE, (context) => context.body(accentCss(colourOf(context.req.param('sheet'))), 200, STYLE_HEADERS));

  app.get('/', async (context) => {
    const portals = (await store.discoverable()).map(portalIdentity);
    return respond(context, homePage(wordsFor(context), portals), 200);
  });

  // A trailing slash leads to the same page. The name is encoded again, so that the redirect stays on this site.
  app.get('/:slug/', (context) => withoutSlash(context, context.req.param('slug')));
  app.get('/:slug/:tab/', (context) => withoutSlash(context, context.req.param('slug'), context.req.param('tab')));
  app.get('/:slug/:form/:receipt', async (context) => {
    const { slug, form, receipt } = context.req.param();
    const visit = await visitOf(store, slug, wordsFor(context));
    if (visit === null || !isForm(form)) return notFound(context);
    const isAnswered = context.req.query('answered') !== undefined;
    const page = await standingPage(context, visit, form, { receipt, isAnswered });
    return page === null ? notFound(context) : respond(context, page, 200, visit);
  });
  app.get('/:slug/:tab?', async (context) => {
    const visit = await visitOf(store, context.req.param('slug'), wordsFor(context));
    if (visit === null) return notFound(context);
    const tabs = visibleTabs(visit.portal.sections);
    const wanted = context.req.param('tab');
    if (wanted === PRIVACY_PATH) return respond(context, privacyPage(visit.portal), 200, visit);
    if (wanted === undefined && tabs.length === 0) return respond(context, noReportsPage(visit.portal), 200, visit);
    const tab = wanted === undefined ? tabs[0] : tabs.find((name) => name === wanted);
    if (tab === undefined) return leftOut(context, visit, wanted);
    return respond(
      context,
      await tabPage(visit, tab, context),
      200,
      visit,
      tab === 'check' ? FIELD_SCRIPT_SOURCE : undefined,
    );
  });

  app.post('/:slug/check', async (context) => {
    const visit = await visitOf(store, context.req.param('slug'), wordsFor(context));
    if (!visit?.portal.sections.check) return notFound(context);
    const outcome = await forms.check(context, visit);
    if (outcome === null) return failed(context, 'tooLarge', 413);
    return respond(context, outcome.page, outcome.status, visit, FIELD_SCRIPT_SOURCE);
  });

  app.post('/:slug/:form', async (context) => {
    const visit = await visitOf(store, context.req.param('slug'), wordsFor(context));
    const form = context.req.param('form');
    if (visit === null || !isForm(form)) return notFound(context);
    if (!visibleTabs(visit.portal.sections).includes(form)) return leftOut(context, visit, form);
    const outcome = await forms.receive(context, visit, form);
    if (outcome === null) return failed(context, 'tooLarge', 413);
    if ('sent' in outcome)
      return context.redirect(visit.portal.words.href(`${visit.portal.root}/${form}/${outcome.sent}`), 303);
    return respond(context, outcome.page, outcome.status, visit);
  });

  app.post('/:slug/:form/:receipt', async (context) => {
    const { slug, form, receipt } = context.req.param();
    const visit = await visitOf(store, slug, wordsFor(context));
    if (visit === null || !isForm(form)) return notFound(context);
    const { words } = visit.portal;
    const fields = await readForm(context.req.raw, ANSWER_LIMITS, () => undefined);
    if (fields === null) return failed(context, 'tooLarge', 413);
    const text = entered(fields, 'text');
    const begun = await standingPage(context, visit, form, { receipt, text });
    if (begun === null) return notFound(context);
    if (fields.has(SWITCH)) return respond(context, begun, 200, visit);
    const question = entered(fields, 'question');
    const refusal = await forms.answer(context, visit, form, { receipt, question, text });
    if (refusal === null) return context.redirect(words.href(`${visit.portal.root}/${form}/${receipt}?answered`), 303);
    const page = await standingPage(context, visit, form, { receipt, text, problem: refusal.problem });
    return page === null ? notFound(context) : respond(context, page, refusal.status, visit);
  });

  /** The answer for a section that the portal does not show. People may still have a link to a closed report form. */
  const leftOut = (context: Context, visit: Visit, page: string | undefined) =>
    page === 'report' ? respond(context, noReportsPage(visit.portal), 404, visit) : notFound(context);

  async function tabPage({ organization, portal }: Visit, tab: Tab, context: Context): Promise<Html> {
    if (tab === 'check') return checkPage(portal);
    if (tab === 'reports') {
      const before = number(context.req.query('before'));
      return reportsPage(portal, await store.reports(organization.id, before), before);
    }
    if (tab === 'metrics') return metricsPage(portal, await store.metrics(organization.id, now()));
    return tab === 'report' ? reportFormPage(portal) : disputeFormPage(portal);
  }

  /** The page of a receipt, even after the form was closed; null for an unknown receipt. */
  async function standingPage(
    context: Context,
    { organization, portal }: Visit,
    form: Form,
    answer: AnswerState,
  ): Promise<Html | null> {
    const state = await store.sent(organization.id, form, answer.receipt);
    if (state === null) return null;
    const shown = { ...answer, origin: service.portalUrl ?? service.publicUrl ?? new URL(context.req.url).origin };
    const assets = await inTurn(state.content, (content) => namedBy(content)?.asset ?? null);
    return sentPage(portal, form, { ...state, assets }, shown);
  }

  return app;
}

const ANSWER_LIMITS: FormLimits = { text: MAX_FORM_BYTES, file: 0, body: MAX_FORM_BYTES };

type Form = 'report' | 'dispute';
const isForm = (name: string): name is Form => name === 'report' || name === 'dispute';

const respond = (context: Context, page: Html, status: Status, visit?: Visit, script?: string) =>
  sendPage(
    context,
    visit?.portal.words ?? wordsFor(context),
    page,
    status,
    visit?.portal.identity.avatarUrl ?? null,
    script,
  );

const failed = (context: Context, what: Parameters<typeof errorPage>[1], status: Status, blanks?: Blanks) =>
  respond(context, errorPage(wordsFor(context), what, blanks), status);
const notFound = (context: Context) => failed(context, 'notFound', 404);

const withoutSlash = (context: Context, ...names: readonly string[]): Response =>
  context.redirect(wordsFor(context).href(names.map((name) => `/${encodeURIComponent(name)}`).join('')), 301);

/** Parses a positive integer that is exact in JavaScript; null for any other text. */
const number = (text = ''): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
