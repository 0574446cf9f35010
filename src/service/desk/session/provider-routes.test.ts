import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desc } from 'drizzle-orm';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries } from '../../database/schema/index.ts';
import { revokeKey } from '../../http/access/api-key.ts';
import { ORIGIN } from '../../http/service.fixture.ts';
import { DeskFixture } from '../desk.fixture.ts';

const CLIENT = { clientId: 'wary', clientSecret: 'of the client' };
/** People of the provider whose address it has not verified. */
const UNVERIFIED = /^unverified-/;

let desk: DeskFixture;
let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret },
        redirect_uris: [`${ORIGIN}/desk/sign-in/provider/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['of the test'] },
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: !UNVERIFIED.test(email) }),
    }),
  });
  server.on('request', provider.callback());
  desk = await DeskFixture.open({ signInProvider: { issuer: new URL(issuer), ...CLIENT } });
}, 60_000);
afterAll(async () => {
  await desk.close();
  server.closeAllConnections();
  server.close();
});

/** A browser that keeps the cookies of the provider and those of the desk. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async open(address: string, form?: Record<string, string>): Promise<Response> {
    const init: RequestInit = {
      ...{ redirect: 'manual', headers: { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') } },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    };
    const response = await (address.startsWith(ORIGIN) ? desk.app.request(address, init) : fetch(address, init));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects as far as an address that contains a part. */
  async follow(response: Response, part: string): Promise<string> {
    let address = response.headers.get('location')!;
    while (!address.includes(part)) {
      const next = await this.open(address);
      address = new URL(next.headers.get('location')!, address).href;
    }
    return address;
  }

  /** Signs in at the provider. @returns the address with which it sends the browser back */
  async signIn(email: string): Promise<string> {
    const begun = await this.open(`${ORIGIN}/desk/sign-in/provider?to=/desk/disputes`);
    const login = await this.follow(begun, '/interaction/');
    const agreed = await this.open(login, { prompt: 'login', login: email, password: 'any' });
    const consent = await this.follow(agreed, '/interaction/');
    return this.follow(await this.open(consent, { prompt: 'consent' }), '/callback?');
  }
}

it('opens the desk to a person with a role by the account of their organization, and leads to the page that was asked for', async () => {
  const { email, id } = await desk.key('reviewer', { email: 'Ada@acme.test' });
  const browser = new Browser();
  expect(await (await browser.open(`${ORIGIN}/desk/sign-in`)).text()).toContain('/desk/sign-in/provider?to=');
  const back = await browser.signIn(email.toLowerCase());
  const { status, headers } = await browser.open(back);
  expect([status, headers.get('location')]).toEqual([303, '/desk/disputes']);
  expect((await browser.open(`${ORIGIN}/desk/disputes`)).status).toBe(200);
  const [entry] = await desk.database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({ action: 'deskSignIn', apiKeyId: id, userName: email });
  await revokeKey(desk.database, id);
  expect((await browser.open(`${ORIGIN}/desk/disputes`)).status).toBe(401);
});

it.each([
  ['stranger@acme.test', 'Nobody with the address', 'nobody here'],
  ['unverified-ada@acme.test', 'no confirmed e-mail address', 'not confirmed'],
])('refuses %s with the reason', async (email, reason) => {
  if (UNVERIFIED.test(email)) await desk.key('admin', { email });
  const browser = new Browser();
  const answer = await browser.open(await browser.signIn(email));
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(reason);
  expect((await browser.open(`${ORIGIN}/desk`)).status).toBe(401);
});

it('takes no answer that was meant for another browser, or that was used before', async () => {
  const { email } = await desk.key('viewer');
  const [victim, attacker] = [new Browser(), new Browser()];
  await victim.open(`${ORIGIN}/desk/sign-in/provider`);
  const back = await attacker.signIn(email);
  const foreign = await victim.open(back);
  expect([foreign.status, await foreign.text()]).toEqual([403, expect.stringContaining('didn’t let you in')]);
  const without = await new Browser().open(back);
  expect([without.status, await without.text()]).toEqual([403, expect.stringContaining('started in another browser')]);
  expect((await attacker.open(back)).status).toBe(303);
  expect((await attacker.open(back)).status).toBe(403);
});
