import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Database } from '../database/connection.ts';
import { inWrittenOrder } from '../portal/response.ts';
import { isOwnForm, pageHeaders } from '../portal/security.ts';
import type { Service } from '../service.ts';
import { recordAtDesk } from './audit.ts';
import { type Frame, type Html, noticePage } from './page.ts';
import { type DeskRole, hasRole, type Person } from './person.ts';
import { forgetSession, sessionToken } from './session/cookie.ts';
import { findSession, formToken, isFormOf } from './session/session.ts';
import { signInPage } from './session/sign-in-page.ts';

/** A request of somebody who is signed in. */
export type Visit = {
  readonly context: Context;
  readonly frame: Frame;
  readonly person: Person;
  readonly database: Database;
  /** Writes down what the person does, in the transaction that does it. */
  readonly record: (transaction: Database, action: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;
};

export type Status = 200 | 400 | 401 | 403 | 404 | 409 | 413 | 422 | 500;
/** A page, another page to go to, or an answer as it is. */
export type Answer = { readonly page: Html; readonly status?: Status } | { readonly to: string } | Response;

export type DeskApp = Hono<{ Variables: { requestId?: string } }>;

/** Bytes. */
const LARGEST_FORM = 256 * 1024;

/** Lets the requests of the desk through to those who answer them: signed in, from a form of their own session, with the role it takes. */
export class Gate {
  readonly app: DeskApp = new Hono();
  readonly service: Service;

  constructor(service: Service) {
    this.service = service;
    this.app.onError((error, context) => {
      const requestId = context.get('requestId') ?? randomUUID();
      service.log.error('desk page failed', error, { requestId });
      const text = `Nothing was changed. Try again in a moment. (${requestId})`;
      return respond(context, noticePage(null, 'Something failed on our side', text), 500);
    });
    this.app.use(
      '/desk/*',
      bodyLimit({
        maxSize: LARGEST_FORM,
        onError: (context) =>
          respond(context, noticePage(null, 'That was too much', 'The form is too large. Nothing was changed.'), 413),
      }),
    );
  }

  /** Whether the cookie may only be sent over HTTPS. */
  get isSecure(): boolean {
    const { portalUrl, publicUrl } = this.service;
    return (portalUrl ?? publicUrl)?.startsWith('https:') ?? false;
  }

  /** A page for whoever is signed in. */
  get(path: string, answer: (visit: Visit) => Promise<Answer>): void {
    this.app.get(path, async (context) => {
      const visit = await this.#visit(context);
      if (visit === null) return this.#signIn(context);
      return settle(context, await answer(visit));
    });
  }

  /** A form that changes something, for whoever has the role. */
  post(path: string, role: DeskRole, answer: (visit: Visit, form: URLSearchParams) => Promise<Answer>): void {
    this.app.post(path, async (context) => {
      const foreign = this.foreign(context);
      if (foreign) return foreign;
      const visit = await this.#visit(context);
      if (visit === null) {
        const page = signInPage({ to: '/desk', problem: 'You are signed out. Nothing was changed. Sign in again.' });
        return respond(context, page, 401);
      }
      const form = new URLSearchParams(await context.req.text());
      if (!isFormOf(sessionToken(context)!, form.get('token') ?? ''))
        return respond(context, refusedPage(visit.frame, 'This form belongs to another session.'), 403);
      if (!hasRole(visit.person, role))
        return respond(
          context,
          refusedPage(visit.frame, `Your role is ${visit.person.role}. It takes the role ${role}.`),
          403,
        );
      return settle(context, await answer(visit, form));
    });
  }

  /** The refusal of a form that another site sent; null for one of the desk's own. */
  foreign(context: Context): Response | Promise<Response> | null {
    const { portalUrl, publicUrl } = this.service;
    const origins = [new URL(context.req.url).origin, portalUrl ?? '', publicUrl ?? ''];
    if (isOwnForm(context.req.raw.headers, origins)) return null;
    const text = 'This form was not sent from this site. Nothing was changed.';
    return respond(context, noticePage(null, 'Not from here', text), 403);
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
      frame: { person, formToken: formToken(token), now },
      record: (transaction, action, detail) => recordAtDesk(transaction, person, requestId, action, detail),
    };
  }

  #signIn(context: Context): Response | Promise<Response> {
    const { pathname, search } = new URL(context.req.url);
    const isFromElsewhere = context.req.header('sec-fetch-site') === 'cross-site';
    if (sessionToken(context) !== null) forgetSession(context, this.isSecure);
    return respond(context, signInPage({ to: `${pathname}${search}`, isFromElsewhere }), 401);
  }
}

const refusedPage = (frame: Frame, text: string): Html =>
  noticePage(frame, 'That was refused', `${text} Nothing was changed.`);

function settle(context: Context, answer: Answer): Response | Promise<Response> {
  if (answer instanceof Response) return answer;
  if ('to' in answer) {
    headers(context);
    return context.redirect(answer.to, 303);
  }
  return respond(context, answer.page, answer.status ?? 200);
}

export async function respond(context: Context, page: Html, status: Status): Promise<Response> {
  headers(context);
  return context.html(inWrittenOrder(String(await page)), status);
}

function headers(context: Context): void {
  for (const [name, value] of Object.entries(pageHeaders(null))) context.header(name, value);
}
