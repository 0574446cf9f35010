import type { Context } from 'hono';
import type { Quota } from '../../api/operation.ts';
import { attachmentUpload, MAX_FILE_BYTES } from '../../api/report/attachment.ts';
import { disputeAnswer, disputeCreate } from '../../api/report/dispute.ts';
import { reportAnswer, reportCreate } from '../../api/report/report.ts';
import { holdsSecret } from '../../api/report/secret.js';
import type { call } from '../feature/operations.ts';
import { attachmentId, attachmentUrl, uploadedFiles } from '../feature/report/attachment.ts';
import type { ReportSubject } from '../feature/report/subject.ts';
import { textThread } from '../feature/text/texts.ts';
import { localCaller, NO_KEY } from '../http/access/api-key.ts';
import type { CallSource } from '../http/call.ts';
import { Failure } from '../http/failure.ts';
import { type FileTaker, type FormLimits, readForm } from '../http/request/form.ts';
import { digestOf } from '../http/request/idempotency.ts';
import { originOf } from '../http/sender/client-address.ts';
import type { Service } from '../http/service.ts';
import { entered } from '../page/field.ts';
import { enteredIn, type Problems as FormProblems } from '../page/form.ts';
import { SWITCH } from '../page/layout.ts';
import { isOwnForm } from '../page/response.ts';
import type { Html, Words } from '../page/words.ts';
import { AttachedFiles } from './attached.ts';
import { checkPage, MAX_CHECKED } from './check/page.ts';
import { DISPUTE_FIELDS, disputeBody, disputeFormPage, disputeRefusal } from './dispute-form.ts';
import { enteredReport, MAX, needsLook, type ReportEntry, reportBody, TEXT_FIELDS } from './report/entry.ts';
import { ATTACHED, reportFormPage } from './report/form.ts';
import { bodyProblems, type Problems, refusalProblems, subjectProblems } from './report/refusal.ts';
import { CHANGE, REVIEW, reviewPage, STEP } from './report/review.ts';
import { MAX_ANSWER_LENGTH } from './sent-page.ts';
import type { PortalStore, Visit } from './store.ts';

/** Bytes. The texts have some 51,000 characters of up to three bytes, and chosen pages repeat a part of them. */
export const MAX_FORM_BYTES = 320 * 1024;
/** Ten files three times as large as allowed, so that one chosen by mistake, such as a video, is refused by name. */
const FORM_LIMITS: FormLimits = { text: MAX_FORM_BYTES, file: MAX_FILE_BYTES, body: 128 * 1024 * 1024 };

/** Of the text to check: three bytes a character, percent-encoded. */
const CHECK_LIMITS: FormLimits = { text: 9 * MAX_CHECKED, file: 0, body: 9 * MAX_CHECKED };

/** The result of a sent form: its receipt, or the form again, with its problems or in another language. */
export type Outcome = { readonly sent: string } | { readonly page: Html; readonly status: 200 | 403 | 422 | 429 };

type AnswerRefusal = { readonly problem: Html; readonly status: 403 | 422 | 429 };

/** Handles the forms of visitors without an account: checks their origin and quota, then submits them. */
export class FormHandler {
  readonly #service: Service;
  readonly #call: typeof call;
  readonly #store: PortalStore;

  constructor(service: Service, calls: typeof call, store: PortalStore) {
    this.#service = service;
    this.#call = calls;
    this.#store = store;
  }

  /** Reads a form and submits it. Null for a form that is larger than its fields allow. */
  async receive(context: Context, visit: Visit, form: 'report' | 'dispute'): Promise<Outcome | null> {
    const { organization, portal } = visit;
    const uploader = { keyId: NO_KEY, organizationId: organization.id };
    const source = this.#source(context, visit);
    const files = new AttachedFiles(
      {
        store: async (file, before) => {
          const body = { file: [file] };
          const own = await once(source, before, body);
          const { attachments } = await this.#call(this.#service, own, attachmentUpload, { body });
          const { url, fileName, sizeBytes } = attachments[0]!;
          return { id: attachmentId([source.origin], url)!, fileName, sizeBytes };
        },
        find: (ids) => uploadedFiles(this.#service.database, uploader, ids),
        bar: (bytes) => this.#bar(context, portal.words, 'uploads', bytes)?.problem ?? null,
      },
      portal.words,
    );
    const take: FileTaker = form === 'report' ? (file, before) => files.take(file, before) : () => undefined;
    const fields = await readForm(context.req.raw, FORM_LIMITS, take);
    if (fields === null) return null;
    return form === 'report' ? this.#report(context, visit, fields, files) : this.#dispute(context, visit, fields);
  }

  async #report(context: Context, visit: Visit, fields: URLSearchParams, files: AttachedFiles): Promise<Outcome> {
    const { organization, portal } = visit;
    const { words } = portal;
    const entry = enteredReport(fields, await files.all(fields.getAll(ATTACHED)));
    const again = (problems: Problems): Outcome => ({ page: reportFormPage(portal, entry, problems), status: 422 });
    const isReviewed = fields.get(STEP) === REVIEW;
    // These buttons submit and count nothing.
    if (fields.has(CHANGE) || (fields.has(SWITCH) && !isReviewed))
      return { page: reportFormPage(portal, entry, { files: files.problems }), status: 200 };
    const secret = TEXT_FIELDS.filter((name) => holdsSecret(entry.texts[name]));
    if (secret.length > 0) return again(Object.fromEntries(secret.map((name) => [name, [words.t('report.secret')]])));
    const form = (text: Html) => reportFormPage(portal, entry, { general: [text], files: files.problems });
    // Checked before the content is parsed, which is the most expensive part of the request.
    const unread = this.#barred(context, words, 'parsing', form, Buffer.byteLength(entry.texts.assets));
    if (unread !== null) return unread;
    if (entry.texts.assets.length > MAX.assets)
      return again({ assets: [words.t('portal.report.tooLong', { most: MAX.assets })], files: files.problems });
    const subject = await textThread().call('subjectOf', entry.texts.assets, entry.platform, entry.pages);
    const assets = subjectProblems(words, subject);
    const read = reportBody(entry, subject, organization.slug, context.req.header('user-agent'));
    const problems: Problems = {
      ...('wrong' in read && subject.items.length > 0 ? bodyProblems(words, read.wrong) : {}),
      ...(assets.length > 0 ? { assets } : {}),
      ...(files.problems.length > 0 ? { files: files.problems } : {}),
    };
    if (Object.keys(problems).length > 0) return again(problems);
    const review = await this.#review(visit, entry, subject, fields);
    if (review !== null) return review;
    if ('wrong' in read) return again(bodyProblems(words, read.wrong));
    const barred = this.#barred(context, words, 'reports', form);
    if (barred !== null) return barred;
    const visitor = this.#source(context, visit);
    const body = { ...read.body, attachmentUrls: entry.files.map(({ id }) => attachmentUrl(visitor.origin, id)) };
    const source = await once(visitor, fields, body);
    const outcome = await submission(this.#call(this.#service, source, reportCreate, { body }));
    return 'sent' in outcome ? outcome : again(refusalProblems(words, outcome.refused));
  }

  /** The page that shows what was read for a check; null if no check is needed, or it was done. */
  async #review(
    { portal }: Visit,
    entry: ReportEntry,
    subject: ReportSubject,
    fields: URLSearchParams,
  ): Promise<Outcome | null> {
    const isReviewed = fields.get(STEP) === REVIEW;
    const isMissing = subject.items.length === 0;
    if (isReviewed && !isMissing && !fields.has(SWITCH)) return null;
    const blocked = await this.#store.blocked(subject.items.map(({ content }) => content));
    if (!isReviewed && blocked.size === 0 && !needsLook(subject)) return null;
    const isRefused = isReviewed && isMissing && !fields.has(SWITCH);
    return {
      page: reviewPage(portal, { entry, subject, blocked, isMissing: isRefused }),
      status: isRefused ? 422 : 200,
    };
  }

  async #dispute(context: Context, visit: Visit, fields: URLSearchParams): Promise<Outcome> {
    const { portal } = visit;
    const { words } = portal;
    const values = enteredIn(DISPUTE_FIELDS, fields);
    if (fields.has(SWITCH)) return { page: disputeFormPage(portal, values), status: 200 };
    const again = (problems: FormProblems) => disputeFormPage(portal, values, problems);
    const barred = this.#barred(context, words, 'disputes', (text) => again({ general: [text] }));
    if (barred !== null) return barred;
    const read = disputeBody(words, values);
    if ('problems' in read) return { page: again(read.problems), status: 422 };
    const source = await once(this.#source(context, visit), fields, read.body);
    const outcome = await submission(this.#call(this.#service, source, disputeCreate, { body: read.body }));
    if ('sent' in outcome) return outcome;
    return { page: again(disputeRefusal(words, values, outcome.refused)), status: 422 };
  }

  /** Looks up what a text names. Nothing of it is stored. Null for a form that is larger than its field allows. */
  async check(context: Context, { portal }: Visit): Promise<Exclude<Outcome, { sent: string }> | null> {
    const { words } = portal;
    const fields = await readForm(context.req.raw, CHECK_LIMITS, () => undefined);
    if (fields === null) return null;
    const text = entered(fields, 'text');
    // A secret is not even sent back.
    if (holdsSecret(text))
      return { page: checkPage(portal, { text: '', problem: words.t('report.secret') }), status: 422 };
    const again = (problem: Html) => checkPage(portal, { text, problem });
    const bar = this.#bar(context, words, 'parsing', Buffer.byteLength(text));
    if (bar !== null) return { page: again(bar.problem), status: bar.status };
    if (text.length > MAX_CHECKED)
      return { page: again(words.t('portal.report.tooLong', { most: MAX_CHECKED })), status: 422 };
    const { items } = await textThread().call('subjectOf', text, '', []);
    return { page: checkPage(portal, { text, checked: await this.#store.checked(items) }), status: 200 };
  }

  /** Submits the answer to a question about an earlier submission. Null on success. */
  async answer(
    context: Context,
    visit: Visit,
    form: 'report' | 'dispute',
    { receipt, question, text }: { readonly receipt: string; readonly question: string; readonly text: string },
  ): Promise<AnswerRefusal | null> {
    const { words } = visit.portal;
    const bar = this.#bar(context, words, form === 'report' ? 'reports' : 'disputes');
    if (bar !== null) return bar;
    if (text === '' || text.length > MAX_ANSWER_LENGTH)
      return { problem: words.t('portal.sent.answerWrong', { most: MAX_ANSWER_LENGTH }), status: 422 };
    const operation = form === 'report' ? reportAnswer : disputeAnswer;
    try {
      const source = this.#source(context, visit);
      await this.#call(this.#service, source, operation, { params: { receipt }, body: { question, text } });
      return null;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { problem: words.t('portal.sent.answerLate'), status: 422 };
    }
  }

  /** A visitor, who has no key, as the caller of an operation. */
  #source(context: Context, { organization }: Visit): CallSource {
    return {
      caller: localCaller({ keyId: NO_KEY, kind: 'organization', scopes: ['report'], organizations: [organization] }),
      actor: { kind: 'PORTAL', organizationId: organization.id },
      requestId: context.get('requestId') ?? null,
      origin: originOf(context, this.#service),
      sender: this.#service.clientAddress(context),
      country: this.#service.clientCountry(context),
    };
  }

  #barred(context: Context, words: Words, quota: Quota, again: (problem: Html) => Html, bytes = 0): Outcome | null {
    const bar = this.#bar(context, words, quota, bytes);
    return bar && { page: again(bar.problem), status: bar.status };
  }

  #bar(context: Context, words: Words, quota: Quota, bytes = 0): AnswerRefusal | null {
    const origins = [new URL(context.req.url).origin, this.#service.portalUrl ?? this.#service.publicUrl ?? ''];
    if (!isOwnForm(context.req.raw.headers, origins)) return { problem: words.t('portal.error.foreign'), status: 403 };
    const out = this.#service.quotas.take(quota, null, this.#service.clientAddress(context), bytes);
    if (out === null) return null;
    const { retryAfterSeconds: count } = out;
    context.header('Retry-After', String(count));
    return { problem: words.t('portal.error.quota', { count }), status: 429 };
  }
}

/** Takes the same words or file of the same form once. Who goes back and changes them sends something else. */
async function once(source: CallSource, fields: URLSearchParams, body: object): Promise<CallSource> {
  const form = fields.get('once');
  return form === null ? source : { ...source, idempotencyKey: (await digestOf({ form, ...body })).toString('hex') };
}

async function submission(
  filed: Promise<{ readonly receipt?: string | undefined }>,
): Promise<{ readonly sent: string } | { readonly refused: Failure }> {
  try {
    return { sent: (await filed).receipt! };
  } catch (error) {
    if (error instanceof Failure) return { refused: error };
    throw error;
  }
}
