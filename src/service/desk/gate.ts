import { type Context, Hono } from 'hono';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema/service.ts';
import { type Actor, recordAction } from '../http/access/audit.ts';
import { defectIn } from '../http/failure.ts';
import { type FormLimits, readForm } from '../http/request/form.ts';
import type { Service } from '../http/service.ts';
import { isOwnForm, pageHeaders, type Status, sendPage } from '../page/response.ts';
import type { Html } from '../page/words.ts';
import { type Frame, noticePage, ORGANIZATIONS, outerErrorPage, ROOT, SCRIPT_SOURCE } from './page.ts';
import { type DeskRole, hasRole, isOperator, type Person } from './person.ts';
import { signedOutPage, signInPage } from './session/pages.ts';
import { findSession, forgetSession, sessionToken } from './session/session.ts';
import { deskWords, keepLanguage } from './words.ts';

/** A positive whole number of an address or a form, or null: numbers of the database stay exact in JavaScript. */
export const numberIn = (text: string | null | undefined): number | null =>
  text != null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** A person at the desk, as the audit log names them. */
export const actorOf = ({ keyId, email }: Pick<Person, 'keyId' | 'email'>): Actor => ({
  kind: 'DESK',
  keyId,
  userName: email,
});

/** Writes a refused sign-in to the audit log, with the id of the key if the key exists. */
export async function recordRefusedSignIn(
  database: Database,
  keyId: number | null,
  requestId: string | null,
): Promise<void> {
  const refusal = { action: 'deskSignIn', detail: {}, outcome: 'REFUSED' } as const;
  await database.insert(auditEntries).values({ actor: 'DESK', apiKeyId: keyId, requestId, ...refusal });
}

export type Visit = {
  readonly context: Context;
  readonly frame: Frame;
  readonly person: Person;
  readonly database: Database;
  /** Writes to the audit log, inside the transaction of the change. */
  readonly record: (transaction: Database, action: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;
};

/** A page, the path of a redirect, or a response as it is. */
export type Answer = { readonly page: Html; readonly status?: Status } | { readonly to: string } | Response;

type DeskApp = Hono<{ Variables: { requestId?: string } }>;

/** The paths that an organization's key may open. Only people review. */
const OF_ORGANIZATIONS = /^\/desk\/(organizations|sessions|sign-out)(\/|$)/;

const MAX_FORM_BYTES = 256 * 1024;
const FORM_LIMITS: FormLimits = { text: MAX_FORM_BYTES, file: 0, body: MAX_FORM_BYTES };

/** Registers the routes of the desk. Each request is checked first: signed in, sent by a form of this site, with the required role. */
export class Gate {
  readonly app: DeskApp = new Hono();
  readonly service: Service;

  constructor(service: Service) {
    this.service = service;
    this.app.onError((error, context) => {
      const number = defectIn(context, error, service.log, 'desk page failed');
      if (typeof number !== 'string') return number;
      return respond(context, outerErrorPage(deskWords(context), 'failure', { number }), 500);
    });
    this.app.use('/desk/*', async (context, next) => {
      keepLanguage(context, this.isSecure);
      await next();
    });
  }

  /** Whether the cookie may only be sent over HTTPS. */
  get isSecure(): boolean {
    const { portalUrl, publicUrl } = this.service;
    return (portalUrl ?? publicUrl)?.startsWith('https:') ?? false;
  }

  /** Whether people may also sign in with an account of an identity provider. */
  get hasProvider(): boolean {
    return this.service.signInProvider !== null;
  }

  /** Registers a page for signed-in people. */
  get(path: string, answer: (visit: Visit) => Promise<Answer>): void {
    this.app.get(path, async (context) => {
      const visit = await this.#visit(context);
      if (visit === null) return this.#signIn(context);
      if (needsPerson(visit))
        return context.req.path === ROOT
          ? send(context, { to: ORGANIZATIONS })
          : respond(context, peoplePage(visit.frame), 403);
      return send(context, await answer(visit));
    });
  }

  /** Registers a form that changes something. @param role the least role that may send it */
  post(path: string, role: DeskRole, answer: (visit: Visit, form: URLSearchParams) => Promise<Answer>): void {
    this.app.post(path, async (context) => {
      const foreign = this.foreign(context);
      if (foreign) return foreign;
      const form = await this.form(context);
      if (form instanceof Response) return form;
      const visit = await this.#visit(context);
      if (visit === null) return respond(context, signedOutPage(deskWords(context), addressOf(context), form), 401);
      const { frame, person } = visit;
      const { words } = frame;
      if (needsPerson(visit)) return respond(context, peoplePage(frame), 403);
      if (person.userId !== null && !hasRole(person, role)) {
        const [own, wanted] = [words.word(`desk.role.${person.role}`), words.word(`desk.role.${role}`)];
        const text = words.t('desk.error.role', { role: own, wanted });
        return respond(context, noticePage(frame, words.t('desk.error.refused'), text), 403);
      }
      return send(context, await answer(visit, form));
    });
  }

  /** Registers a page for those who run the service. */
  operatorGet(path: string, answer: (visit: Visit) => Promise<Answer>): void {
    this.get(path, async (visit) => (isOperator(visit.person) ? answer(visit) : nothing(visit)));
  }

  /** Registers a form of those who run the service. */
  operatorPost(path: string, answer: (visit: Visit, form: URLSearchParams) => Promise<Answer>): void {
    this.post(path, 'admin', async (visit, form) => (isOperator(visit.person) ? answer(visit, form) : nothing(visit)));
  }

  /** The response to a form that another site sent; null for one of the desk's own. */
  foreign(context: Context): Response | Promise<Response> | null {
    const { portalUrl, publicUrl } = this.service;
    const origins = [new URL(context.req.url).origin, portalUrl ?? '', publicUrl ?? ''];
    if (isOwnForm(context.req.raw.headers, origins)) return null;
    return respond(context, outerErrorPage(deskWords(context), 'foreign'), 403);
  }

  /** The texts of a form, or the response to one that is too large. */
  async form(context: Context): Promise<URLSearchParams | Response> {
    const form = await readForm(context.req.raw, FORM_LIMITS, () => undefined);
    return form ?? respond(context, outerErrorPage(deskWords(context), 'tooLarge'), 413);
  }

  async #visit(context: Context): Promise<Visit | null> {
    const { database } = this.service;
    const token = sessionToken(context);
    const now = Date.now();
    const person = token === null ? null : await findSession(database, token, now);
    if (token === null || person === null) return null;
    const requestId: string | null = context.get('requestId') ?? null;
    return {
      context,
      person,
      database,
      frame: { person, now, words: deskWords(context), query: queryOf(context), keep: keptOf(context) },
      record: (transaction, action, detail) => recordAction(transaction, actorOf(person), requestId, action, detail),
    };
  }

  #signIn(context: Context): Response | Promise<Response> {
    if (sessionToken(context) !== null) forgetSession(context, this.isSecure);
    const page = signInPage(deskWords(context), { to: addressOf(context), hasProvider: this.hasProvider });
    return respond(context, page, 401);
  }
}

/** The path of a request with its query. */
function addressOf({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  return `${pathname}${search}`;
}

/** The query of a page's address without the language, for links to the same page in other languages; null for the answer to a form. */
function queryOf({ req }: Context): string | null {
  if (req.method !== 'GET') return null;
  const { searchParams } = new URL(req.url);
  searchParams.delete('language');
  return searchParams.toString();
}

function keptOf({ req }: Context): string {
  const { searchParams } = new URL(req.url);
  const kept = new URLSearchParams([...searchParams].filter(([name]) => name === 'part' || name === 'after'));
  return kept.size === 0 ? '' : `?${kept}`;
}

/** The answer about something that is not there, or not this person's to see. */
export const missing = (
  { frame }: Pick<Visit, 'frame'>,
  what: 'dispute' | 'organization' | 'report' | 'session' | 'sources',
): Answer => ({
  page: noticePage(frame, frame.words.t(`desk.${what}.missing`), frame.words.t(`desk.${what}.missingHint`)),
  status: 404,
});

/** The answer at an address of which this person is not to know. */
const nothing = ({ frame: { words }, frame }: Visit): Answer => ({
  page: noticePage(frame, words.t('desk.error.notFound'), words.t('desk.error.notFoundHint')),
  status: 404,
});

const needsPerson = ({ person, context }: Visit): boolean =>
  person.userId === null && !OF_ORGANIZATIONS.test(context.req.path);

const peoplePage = (frame: Frame): Html =>
  noticePage(frame, frame.words.t('desk.error.people'), frame.words.t('desk.error.peopleHint'));

function send(context: Context, answer: Answer): Response | Promise<Response> {
  if (answer instanceof Response) return answer;
  if ('to' in answer) {
    for (const [name, value] of Object.entries(pageHeaders(null, SCRIPT_SOURCE))) context.header(name, value);
    return context.redirect(answer.to, 303);
  }
  return respond(context, answer.page, answer.status ?? 200);
}

export const respond = (context: Context, page: Html, status: Status): Promise<Response> =>
  sendPage(context, deskWords(context), page, status, null, SCRIPT_SOURCE);
