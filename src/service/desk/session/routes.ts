import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { deskSessions } from '../../database/schema/api-key.ts';
import { callerOf } from '../../http/access/api-key.ts';
import { recordAction } from '../../http/access/audit.ts';
import { RateLimiter } from '../../http/sender/rate-limit.ts';
import { actorOf, type Gate, missing, recordRefusedSignIn, respond } from '../gate.ts';
import { ROOT } from '../page.ts';
import { deskWords } from '../words.ts';
import { deskPath, sessionsPage, signInPage } from './pages.ts';
import { providerRoutes, type SignInSteps } from './provider-routes.ts';
import {
  beginSession,
  endSession,
  forgetSession,
  keepSession,
  openSessions,
  sessionsWithin,
  sessionToken,
} from './session.ts';

/** Attempts with unknown keys that are logged, so that trying many does not fill the audit log. */
const WRITTEN_ATTEMPTS = { perMinute: 1, burst: 60 } as const;

const requestIdOf = (context: Context<{ Variables: { requestId?: string } }>): string | null =>
  context.get('requestId') ?? null;

/** Routes for signing in and out, and for open sessions. */
export function sessionRoutes(gate: Gate): void {
  const { app, service } = gate;
  const { database } = service;
  const unknownKeys = new RateLimiter(WRITTEN_ATTEMPTS);

  const refuse: SignInSteps['refuse'] = (context, to, problem, values = {}, status = 403) => {
    const words = deskWords(context);
    return respond(
      context,
      signInPage(words, { to, problem: words.t(problem, values), hasProvider: gate.hasProvider }),
      status,
    );
  };

  /** Begins a session for the owner of a valid key and opens a path of the desk. */
  const signIn: SignInSteps['signIn'] = async (context, keyId, to) => {
    const requestId = requestIdOf(context);
    const outcome = await database.transaction(async (transaction) => {
      const begun = await beginSession(transaction, keyId, context.req.header('user-agent') ?? null, Date.now());
      if ('person' in begun) {
        const { sessionId } = begun.person;
        await recordAction(transaction, actorOf(begun.person), requestId, 'deskSignIn', { sessionId });
      }
      return begun;
    });
    if ('refused' in outcome) {
      await recordRefusedSignIn(database, keyId, requestId);
      return refuse(context, to, 'desk.signIn.noRole');
    }
    keepSession(context, outcome.token, gate.isSecure);
    return context.redirect(to, 303);
  };

  app.get(`${ROOT}/sign-in`, (context) => {
    const to = deskPath(context.req.query('to'));
    return respond(context, signInPage(deskWords(context), { to, hasProvider: gate.hasProvider }), 200);
  });

  app.post(`${ROOT}/sign-in`, async (context) => {
    const foreign = gate.foreign(context);
    if (foreign) return foreign;
    const form = await gate.form(context);
    if (form instanceof Response) return form;
    const to = deskPath(form.get('to') ?? undefined);
    const key = (form.get('key') ?? '').trim();
    const caller = key === '' ? null : await callerOf(database, key);
    if (caller) return signIn(context, caller.keyId, to);
    if (unknownKeys.take('') === 0) await recordRefusedSignIn(database, null, requestIdOf(context));
    return refuse(context, to, 'desk.signIn.unknown');
  });

  const { signInProvider } = service;
  if (signInProvider !== null) providerRoutes(gate, signInProvider, { signIn, refuse });

  gate.post(`${ROOT}/sign-out`, 'viewer', async ({ context, person, record }) => {
    await database.transaction(async (transaction) => {
      await endSession(transaction, person.sessionId, Date.now());
      await record(transaction, 'deskSignOut', { sessionId: person.sessionId });
    });
    forgetSession(context, gate.isSecure);
    return { to: `${ROOT}/sign-in` };
  });

  gate.get(`${ROOT}/sessions`, async ({ context, frame, person }) => {
    const sessions = await openSessions(database, frame.now, sessionsWithin(database, person));
    return { page: sessionsPage(frame, sessions, context.req.query('ended') !== undefined) };
  });

  gate.post(`${ROOT}/sessions`, 'viewer', async ({ context, frame, person, record }, form) => {
    const id = Number(form.get('session') ?? '');
    const mine = Number.isSafeInteger(id)
      ? await openSessions(database, frame.now, and(eq(deskSessions.id, id), sessionsWithin(database, person)))
      : [];
    if (mine.length === 0) return missing({ frame }, 'session');
    await database.transaction(async (transaction) => {
      await endSession(transaction, id, Date.now());
      await record(transaction, 'deskEndSession', { sessionId: id });
    });
    if (id !== person.sessionId) return { to: `${ROOT}/sessions?ended` };
    if (sessionToken(context) !== null) forgetSession(context, gate.isSecure);
    return { to: `${ROOT}/sign-in` };
  });
}
