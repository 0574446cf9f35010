import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { ANYWHERE, sendOutbound } from './outgoing.ts';

export type ProviderSettings = {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client, whose codes PKCE alone protects. */
  readonly clientSecret: string | null;
};

/** What the browser keeps between the two halves of a sign-in. */
export type Attempt = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly to: string;
};

const TIMEOUT_SECONDS = 10;
/** Of one answer of the provider. */
const MAX_BYTES = 1024 * 1024;
/** How long a failure to read the provider's description is remembered: anybody can begin to sign in. */
const RETRY_MS = 10_000;
const SCOPE = 'openid email';

/** Sends a request of the library; of the answer it reads {@link MAX_BYTES}. The operator says where the provider is, which may be a private network. */
const fetchBounded: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
  const answer = await sendOutbound(
    {
      ...{ url, method: method === 'GET' ? 'GET' : 'POST', headers, timeoutMs: TIMEOUT_SECONDS * 1_000 },
      ...{ maxBytes: MAX_BYTES, ...(body ? { body: String(body) } : {}), ...(signal ? { signal } : {}) },
    },
    ANYWHERE,
  );
  const known = Object.entries(answer.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new Response(Uint8Array.from(answer.body), { status: answer.status, headers: Object.fromEntries(known) });
};

const emailClaims = z.object({ email: z.email(), email_verified: z.literal(true) });

/**
 * An identity provider with whose accounts people sign in: the authorization code flow of OpenID Connect Core 1.0, section 3.1, with PKCE
 * (RFC 7636). It only says whose e-mail address it is; what a person may do here is the role of their key.
 */
export class SignInProvider {
  readonly #settings: ProviderSettings;
  #configuration: Promise<oidc.Configuration> | null = null;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
  }

  /**
   * Begins a sign-in that comes back to `callback`, and then goes to `to`.
   * @returns where to send the browser, and what it keeps @throws Error where the provider does not answer
   */
  async begin(callback: string, to: string): Promise<{ readonly address: string; readonly attempt: Attempt }> {
    const configuration = await this.#discover();
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const address = oidc.buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: callback, scope: SCOPE, state, nonce, code_challenge_method: 'S256' },
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    });
    return { address: address.href, attempt: { state, nonce, verifier, to } };
  }

  /**
   * The e-mail address that the provider has verified, from the address with which it sent the browser back; null where
   * it names none. @throws Error for a refusal, or an answer to another attempt
   */
  async finish(address: URL, { state, nonce, verifier }: Attempt): Promise<string | null> {
    const configuration = await this.#discover();
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    });
    const claims = tokens.claims();
    if (claims === undefined) return null;
    const inToken = emailClaims.safeParse(claims);
    if (inToken.success) return inToken.data.email;
    // Many providers give the address only when asked for it.
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
    const about = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return emailClaims.safeParse(about).data?.email ?? null;
  }

  /** The provider's own description of itself, read once; after a failure again, at most every {@link RETRY_MS}. */
  #discover(): Promise<oidc.Configuration> {
    this.#configuration ??= this.#read().catch((error: unknown) => {
      setTimeout(() => {
        this.#configuration = null;
      }, RETRY_MS).unref();
      throw error;
    });
    return this.#configuration;
  }

  #read(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const authentication = clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    return oidc.discovery(issuer, clientId, {}, authentication, {
      [oidc.customFetch]: fetchBounded,
      timeout: TIMEOUT_SECONDS,
      // The options of the command take http for this machine only.
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    });
  }
}
