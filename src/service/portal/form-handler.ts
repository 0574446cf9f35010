import type { Context } from 'hono';
import type { ErrorBody } from '../../api/error.ts';
import type { ReportBody } from '../../api/report/report.ts';
import type { ReachedOrganization } from '../access/api-key.ts';
import type { Quotas } from '../access/quota.ts';
import type { Words } from '../language/words.ts';
import {
  type DisputeBody,
  disputeFormPage,
  enteredDispute,
  readDisputeForm,
  refusedDispute,
} from './page/dispute-form.ts';
import { type Html, type Portal, SWITCH } from './page/page.ts';
import { enteredReport, readReportForm, refusedReport, reportFormPage } from './page/report-form.ts';
import { MAX_ANSWER_LENGTH } from './page/sent-page.ts';
import { isOwnForm } from './response.ts';
import type { Visit } from './store.ts';

/** The result of a submission: its receipt, or the error body of the operation and the reason. */
export type Submission =
  | { readonly receipt: string }
  | {
      readonly refused: ErrorBody;
      /** The name of the reason, if it has one. */
      readonly reason?: string | undefined;
    };

export type FormHandlerDeps = {
  /** Stores a report as the operation `reportCreate` does, for this organization and without a key. */
  readonly createReport: (
    organization: ReachedOrganization,
    body: ReportBody,
    country: string | null,
  ) => Promise<Submission>;
  /** Stores a dispute as the operation `disputeCreate` does. */
  readonly createDispute: (organization: ReachedOrganization, body: DisputeBody) => Promise<Submission>;
  /** Stores an answer as the operations `reportAnswer` and `disputeAnswer` do. False where nothing is asked any more. */
  readonly answerQuestion: (form: 'report' | 'dispute', receipt: string, text: string) => Promise<boolean>;
  /** The address that a request comes from, for the limit of submissions. */
  readonly clientAddress: (context: Context) => string;
  /** The country that a request comes from, if known. */
  readonly clientCountry: (context: Context) => string | null;
  /** The quotas of submissions by address. */
  readonly quotas: Pick<Quotas, 'take'>;
  /** Origin under which the portal is reached from outside; null: the one that a request came to. */
  readonly portalOrigin: string | null;
};

/** The result of a sent form: its receipt, or the form again, with its problems or in another language. */
export type Outcome =
  | { readonly sent: string }
  | { readonly page: Html; readonly status: 200 | 403 | 422 | 429; readonly retryAfter?: number };

/** Why an answer was not stored. */
type AnswerRefusal = {
  readonly problem: Html;
  readonly status: 403 | 422 | 429;
  readonly retryAfter?: number;
};

/** Handles the forms of visitors without an account: checks their origin and quota, then submits them. */
export class FormHandler {
  readonly #deps: FormHandlerDeps;

  constructor(deps: FormHandlerDeps) {
    this.#deps = deps;
  }

  /** Reads a form and submits it. */
  async receive(context: Context, visit: Visit, form: 'report' | 'dispute'): Promise<Outcome> {
    const fields = new URLSearchParams(await context.req.text());
    const isReport = form === 'report';
    if (fields.has(SWITCH)) return { page: inLanguage(visit.portal, form, fields), status: 200 };
    return isReport ? this.#report(context, visit, fields) : this.#dispute(context, visit, fields);
  }

  async #report(context: Context, { organization, portal }: Visit, fields: URLSearchParams): Promise<Outcome> {
    const { words } = portal;
    const values = enteredReport(fields);
    // Before the content is read, which is the most expensive part of the request.
    const barred = this.#barred(context, words, 'reports', (text) =>
      reportFormPage(portal, { values, problems: { general: [text] } }),
    );
    if (barred !== null) return barred;
    const read = readReportForm(words, values, organization.slug, context.req.header('user-agent'));
    if ('state' in read) return { page: reportFormPage(portal, read.state), status: 422 };
    const outcome = await this.#deps.createReport(organization, read.body, this.#deps.clientCountry(context));
    if ('receipt' in outcome) return { sent: outcome.receipt };
    return { page: reportFormPage(portal, refusedReport(words, values, outcome.refused)), status: 422 };
  }

  async #dispute(context: Context, { organization, portal }: Visit, fields: URLSearchParams): Promise<Outcome> {
    const { words } = portal;
    const read = readDisputeForm(words, fields);
    const values = 'body' in read ? read.values : read.state.values;
    const barred = this.#barred(context, words, 'disputes', (text) =>
      disputeFormPage(portal, { values, problems: { general: [text] } }),
    );
    if (barred !== null) return barred;
    if ('state' in read) return { page: disputeFormPage(portal, read.state), status: 422 };
    const outcome = await this.#deps.createDispute(organization, read.body);
    if ('receipt' in outcome) return { sent: outcome.receipt };
    const state = refusedDispute(words, values, outcome.refused, outcome.reason);
    return { page: disputeFormPage(portal, state), status: 422 };
  }

  /** Submits the answer to a question about an earlier submission. Null on success. */
  async answer(
    context: Context,
    words: Words,
    form: 'report' | 'dispute',
    receipt: string,
    text: string,
  ): Promise<AnswerRefusal | null> {
    const bar = this.#bar(context, words, form === 'report' ? 'reports' : 'disputes');
    if (bar !== null) return bar;
    if (text === '' || text.length > MAX_ANSWER_LENGTH)
      return { problem: words.t('portal.sent.answerWrong', { most: MAX_ANSWER_LENGTH }), status: 422 };
    if (await this.#deps.answerQuestion(form, receipt, text)) return null;
    return { problem: words.t('portal.sent.answerLate'), status: 422 };
  }

  #barred(
    context: Context,
    words: Words,
    quota: 'reports' | 'disputes',
    again: (problem: Html) => Html,
  ): Outcome | null {
    const bar = this.#bar(context, words, quota);
    if (bar === null) return null;
    const { problem, ...rest } = bar;
    return { page: again(problem), ...rest };
  }

  #bar(context: Context, words: Words, quota: 'reports' | 'disputes'): AnswerRefusal | null {
    const origins = [new URL(context.req.url).origin, this.#deps.portalOrigin ?? ''];
    if (!isOwnForm(context.req.raw.headers, origins)) return { problem: words.t('portal.error.foreign'), status: 403 };
    const out = this.#deps.quotas.take(quota, null, this.#deps.clientAddress(context));
    if (out === null) return null;
    const wait = out.retryAfterSeconds;
    return { problem: words.t('portal.error.quota', { count: wait }), status: 429, retryAfter: wait };
  }
}

/** The form with what was entered, in the chosen language. Nothing is submitted or counted. */
const inLanguage = (portal: Portal, form: 'report' | 'dispute', fields: URLSearchParams): Html =>
  form === 'report'
    ? reportFormPage(portal, { values: enteredReport(fields), problems: {} })
    : disputeFormPage(portal, { values: enteredDispute(fields), problems: {} });
