import type { Context } from 'hono';
import type { ErrorBody } from '../../api/error.ts';
import { type DisputeBody, disputeFormPage, readDisputeForm, refusedDispute } from './dispute-form.ts';
import type { Html } from './page.ts';
import { AddressQuota } from './quota.ts';
import { type ReportBody, readReportForm, refusedReport, reportFormPage } from './report-form.ts';
import { isOwnForm } from './security.ts';
import type { Visit } from './visit.ts';

/** What became of a submission: the number of what was stored, or the error body that the operation would answer with. */
export type Submission = { readonly id: number } | { readonly refused: ErrorBody };

export type FormDeskDeps = {
  /** Stores a report as the operation `reportCreate` does, for this organization and without a key. */
  readonly createReport: (organizationId: number, body: ReportBody) => Promise<Submission>;
  /** Stores a dispute as the operation `disputeCreate` does. */
  readonly createDispute: (organizationId: number, body: DisputeBody) => Promise<Submission>;
  /** The address that a request comes from, for the limit of submissions. */
  readonly clientAddress: (context: Context) => string;
  /** Origin under which the portal is reached from outside, for example "https://portal.example". */
  readonly portalOrigin: () => string;
  /** Milliseconds since epoch. */
  readonly now: () => number;
};

/** What a visitor sees after sending a form: the number of what was stored, or the form again with what is wrong. */
export type Outcome =
  | { readonly sent: number }
  | { readonly page: Html; readonly status: 403 | 422 | 429; readonly retryAfter?: number };

const SUBMISSIONS = 10;
const WINDOW = 10 * 60_000;
const FOREIGN = 'This form was not sent from this site. Nothing was stored. Send it again from here.';

/** Takes the forms of visitors without an account: checks where they come from and how many they are, then hands them in. */
export class FormDesk {
  readonly #deps: FormDeskDeps;
  readonly #quota: AddressQuota;

  constructor(deps: FormDeskDeps) {
    this.#deps = deps;
    this.#quota = new AddressQuota(SUBMISSIONS, WINDOW, deps.now);
  }

  /** Reads a sent form and hands it in. */
  async receive(context: Context, visit: Visit, form: 'report' | 'dispute'): Promise<Outcome> {
    const fields = new URLSearchParams(await context.req.text());
    const isReport = form === 'report';
    return isReport ? this.#report(context, visit, fields) : this.#dispute(context, visit, fields);
  }

  async #report(context: Context, { organization, portal }: Visit, fields: URLSearchParams): Promise<Outcome> {
    const read = readReportForm(fields, organization.slug, context.req.header('user-agent'));
    const values = 'body' in read ? read.values : read.state.values;
    const barred = this.#barred(context, (text) => reportFormPage(portal, { values, problems: { general: [text] } }));
    if (barred !== null) return barred;
    if ('state' in read) return { page: reportFormPage(portal, read.state), status: 422 };
    const outcome = await this.#deps.createReport(organization.id, read.body);
    if ('id' in outcome) return { sent: outcome.id };
    return { page: reportFormPage(portal, refusedReport(values, outcome.refused)), status: 422 };
  }

  async #dispute(context: Context, { organization, portal }: Visit, fields: URLSearchParams): Promise<Outcome> {
    const read = readDisputeForm(fields);
    const values = 'body' in read ? read.values : read.state.values;
    const barred = this.#barred(context, (text) => disputeFormPage(portal, { values, problems: { general: [text] } }));
    if (barred !== null) return barred;
    if ('state' in read) return { page: disputeFormPage(portal, read.state), status: 422 };
    const outcome = await this.#deps.createDispute(organization.id, read.body);
    if ('id' in outcome) return { sent: outcome.id };
    return { page: disputeFormPage(portal, refusedDispute(values, outcome.refused)), status: 422 };
  }

  #barred(context: Context, again: (text: string) => Html): Outcome | null {
    const origins = [this.#deps.portalOrigin(), new URL(context.req.url).origin];
    if (!isOwnForm(context.req.raw.headers, origins)) return { page: again(FOREIGN), status: 403 };
    const wait = this.#quota.take(this.#deps.clientAddress(context));
    if (wait === 0) return null;
    const minutes = Math.ceil(wait / 60);
    const text = `Too much was sent from your network. Nothing was stored. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
    return { page: again(text), status: 429, retryAfter: wait };
  }
}
