import { and, eq } from 'drizzle-orm';
import { deskSessions } from '../../database/schema/api-key.ts';
import { recordAction } from '../../http/access/audit.ts';
import { RateLimiter } from '../../http/sender/rate-limit.ts';
import { actorOf, type Gate, missing, recordRefusedSignIn, respond } from '../gate.ts';
import { ROOT } from '../page.ts';
import { deskWords } from '../words.ts';
import { deskPath, sessionsPage, signInPage } from './pages.ts';
import {
  beginSession,
  endSessions,
  forgetSession,
  keepSession,
  openSessions,
  sessionsWithin,
  sessionToken,
} from './session.ts';

const REFUSALS = {
  unknown: 'desk.signIn.unknown',
  'no role': 'desk.signIn.noRole',
} as const;

/** Attempts with unknown keys that are logged, so that trying many does not fill the audit log. */
const WRITTEN_ATTEMPTS = { perMinute: 1, burst: 60 } as const;

/** Routes for signing in and out, and for open sessions. */
export function sessionRoutes(gate: Gate): void {
  const { app, service } = gate;
  const { database } = service;
  const unknownKeys = new RateLimiter(WRITTEN_ATTEMPTS);

  app.get(`${ROOT}/sign-in`, (context) =>
    respond(context, signInPage(deskWords(context), { to: deskPath(context.req.query('to')) }), 200),
  );

  app.post(`${ROOT}/sign-in`, async (context) => {
    const foreign = gate.foreign(context);
    if (foreign) return foreign;
    const form = await gate.form(context);
    if (form instanceof Response) return form;
    const to = deskPath(form.get('to') ?? undefined);
    const requestId: string | null = context.get('requestId') ?? null;
    const outcome = await database.transaction(async (transaction) => {
      const key = (form.get('key') ?? '').trim();
      const signIn = await beginSession(transaction, key, context.req.header('user-agent') ?? null, Date.now());
      if ('person' in signIn)
        await recordAction(transaction, actorOf(signIn.person), requestId, 'deskSignIn', {
          sessionId: signIn.person.sessionId,
        });
      return signIn;
    });
    if ('refused' in outcome) {
      if (outcome.keyId !== null || unknownKeys.take('') === 0)
        await recordRefusedSignIn(database, outcome.keyId, requestId);
      const words = deskWords(context);
      return respond(context, signInPage(words, { to, problem: words.t(REFUSALS[outcome.refused]) }), 403);
    }
    keepSession(context, outcome.token, gate.isSecure);
    return context.redirect(to, 303);
  });

  gate.post(`${ROOT}/sign-out`, 'viewer', async ({ context, person, record }) => {
    await database.transaction(async (transaction) => {
      await endSessions(transaction, [person.sessionId], Date.now());
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
      await endSessions(transaction, [id], Date.now());
      await record(transaction, 'deskEndSession', { sessionId: id });
    });
    if (id !== person.sessionId) return { to: `${ROOT}/sessions?ended` };
    if (sessionToken(context) !== null) forgetSession(context, gate.isSecure);
    return { to: `${ROOT}/sign-in` };
  });
}
