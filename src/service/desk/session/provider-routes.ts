import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import type { Attempt, SignInProvider } from '../../http/sign-in-provider.ts';
import type { TextKey } from '../../languages.ts';
import type { Status } from '../../page/response.ts';
import { type Gate, recordRefusedSignIn } from '../gate.ts';
import { ROOT } from '../page.ts';
import { deskPath } from './pages.ts';
import { deskKeyOf } from './session.ts';

/** The steps that every way to sign in ends with. */
export type SignInSteps = {
  readonly signIn: (context: Context, keyId: number, to: string) => Promise<Response>;
  readonly refuse: (
    context: Context,
    to: string,
    problem: TextKey,
    values?: Readonly<Record<string, string>>,
    status?: Status,
  ) => Promise<Response>;
};

const ATTEMPT_COOKIE = 'desk-attempt';
const ATTEMPT_PATH = `${ROOT}/sign-in/provider`;
const CALLBACK_PATH = `${ATTEMPT_PATH}/callback`;
const MAX_ATTEMPT_SECONDS = 600;

/** Routes for signing in with an account of an identity provider: there, and back. */
export function providerRoutes(gate: Gate, provider: SignInProvider, { signIn, refuse }: SignInSteps): void {
  const { app, service } = gate;
  const { database, log } = service;
  const origin = service.portalUrl ?? service.publicUrl ?? '';
  const attributes = { path: ATTEMPT_PATH, httpOnly: true, sameSite: 'Lax', secure: gate.isSecure } as const;

  app.get(ATTEMPT_PATH, async (context) => {
    const to = deskPath(context.req.query('to'));
    try {
      const { address, attempt: begun } = await provider.begin(`${origin}${CALLBACK_PATH}`, to);
      setCookie(context, ATTEMPT_COOKIE, JSON.stringify(begun), { ...attributes, maxAge: MAX_ATTEMPT_SECONDS });
      return context.redirect(address, 303);
    } catch (error) {
      log.error('identity provider does not answer', error);
      return refuse(context, to, 'desk.signIn.providerAway', {}, 502);
    }
  });

  app.get(CALLBACK_PATH, async (context) => {
    const begun = attemptIn(getCookie(context, ATTEMPT_COOKIE));
    deleteCookie(context, ATTEMPT_COOKIE, attributes);
    if (begun === null) return refuse(context, ROOT, 'desk.signIn.providerExpired');
    const to = deskPath(begun.to);
    let email: string | null;
    try {
      email = await provider.finish(new URL(`${origin}${CALLBACK_PATH}${new URL(context.req.url).search}`), begun);
    } catch (error) {
      log.error('sign-in with the identity provider failed', error);
      return refuse(context, to, 'desk.signIn.providerRefused');
    }
    if (email === null) return refuse(context, to, 'desk.signIn.providerUnverified');
    const keyId = await deskKeyOf(database, email);
    if (keyId !== null) return signIn(context, keyId, to);
    await recordRefusedSignIn(database, null, context.get('requestId') ?? null);
    return refuse(context, to, 'desk.signIn.providerStranger', { email });
  });
}

const attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() });

/** What the browser kept since the sign-in began; null for anything else. */
function attemptIn(cookie: string | undefined): Attempt | null {
  try {
    return attempt.safeParse(JSON.parse(cookie ?? '')).data ?? null;
  } catch {
    return null;
  }
}
