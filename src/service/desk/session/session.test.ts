import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeys, auditEntries, deskSessions } from '../../database/schema/index.ts';
import { revokeKey } from '../../http/access/api-key.ts';
import type { ServiceApp } from '../../http/log/request-log.ts';
import { DeskFixture } from '../desk.fixture.ts';
import { mountDesk } from '../mount.ts';
import { IDLE_TIMEOUT_MS, MAX_SESSION_MS } from './session.ts';

let desk: DeskFixture;
beforeAll(async () => {
  desk = await DeskFixture.open();
}, 60_000);
afterAll(() => desk.close());

const MINUTE = 60_000;
const actionsOf = async (keyId: number) =>
  (
    await desk.database.select().from(auditEntries).where(eq(auditEntries.apiKeyId, keyId)).orderBy(auditEntries.id)
  ).map(({ actor, action }) => `${actor} ${action}`);

describe('signing in', () => {
  it('with a key that has a role opens the desk, with a cookie that no script and no other site gets', async () => {
    const { key } = await desk.key('viewer');
    const visitor = desk.visitor();
    expect((await visitor.get('/desk')).status).toBe(401);
    const { status, headers } = await visitor.post('/desk/sign-in', { key: ` ${key} `, to: '/desk/disputes' });
    expect([status, headers.get('location')]).toEqual([303, '/desk/disputes']);
    expect(headers.get('set-cookie')).toMatch(/^desk=[\w-]{43}; Max-Age=43200; Path=\/desk; HttpOnly; SameSite=Lax$/);
    const { status: opened, text, headers: of } = await visitor.get('/desk');
    expect(opened).toBe(200);
    expect(text).toContain('<h1>Reports</h1>');
    expect(of.get('content-security-policy')).toContain("default-src 'none'");
    expect(of.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<style|style=|javascript:/i);
    const [script, ...others] = [...text.matchAll(/<script[^>]*>([^<]*)/g)].map(([, code]) => code!);
    const source = createHash('sha256').update(script!).digest('base64');
    expect([of.get('content-security-policy'), others]).toEqual([
      expect.stringContaining(`script-src 'sha256-${source}'`),
      [],
    ]);
  });

  it('is where people look for it: with a slash at the end too', async () => {
    const { status, headers } = await desk.visitor().get('/desk/');
    expect([status, headers.get('location')]).toEqual([301, '/desk']);
  });

  it('with any other key is refused, each with the reason', async () => {
    const none = await desk.key(null);
    const revoked = await desk.key('admin');
    await revokeKey(desk.database, revoked.id);
    for (const [key, reason] of [
      ['wary_nobody', 'There’s no such key'],
      ['', 'There’s no such key'],
      [revoked.key, 'There’s no such key'],
      [none.key, 'can’t open the desk'],
      [await desk.service.key(['protect', 'report', 'manage']), 'can’t open the desk'],
      [await desk.service.key(['protect', 'report']), 'can’t open the desk'],
    ] as const) {
      const visitor = desk.visitor();
      const { status, text } = await visitor.post('/desk/sign-in', { key });
      expect([status, visitor.cookie]).toEqual([403, null]);
      expect(text).toContain(reason);
    }
  });

  it('that is refused stands in the audit log, with the key where there is one', async () => {
    const { database } = desk;
    const refused = () => database.select().from(auditEntries).where(eq(auditEntries.outcome, 'REFUSED'));
    const before = (await refused()).length;
    const { id: keyId, key } = await desk.key(null);
    await desk.visitor().post('/desk/sign-in', { key });
    await desk.visitor().post('/desk/sign-in', { key: 'wary_nobody' });
    const written = (await refused()).slice(before);
    expect(written).toMatchObject([
      { actor: 'DESK', action: 'deskSignIn', apiKeyId: keyId },
      { actor: 'DESK', action: 'deskSignIn', apiKeyId: null },
    ]);
    expect(JSON.stringify(written)).not.toContain('wary_');
  });

  it('leads to no other site', async () => {
    const { key } = await desk.key('viewer');
    for (const to of ['https://evil.test/', '//evil.test', '/acme', '/desk/../acme', '/desk//evil.test\\'])
      expect((await desk.visitor().post('/desk/sign-in', { key, to })).headers.get('location')).toBe('/desk');
  });

  it('from another site is refused', async () => {
    const { key } = await desk.key('viewer');
    const visitor = desk.visitor();
    expect((await visitor.post('/desk/sign-in', { key }, { origin: 'https://evil.test' })).status).toBe(403);
    expect(visitor.cookie).toBeNull();
  });
});

describe('a session', () => {
  it('ends when its person signs out, and no form of it works any more', async () => {
    const person = await desk.person('viewer');
    const { cookie } = person;
    expect((await person.post('/desk/sign-out', {})).headers.get('location')).toBe('/desk/sign-in');
    expect(person.cookie).toBeNull();
    person.cookie = cookie;
    expect((await person.get('/desk')).status).toBe(401);
    person.cookie = cookie;
    const { status } = await person.post('/desk/sessions', { session: '1' });
    expect(status).toBe(401);
    expect(await actionsOf(person.keyId)).toEqual(['DESK deskSignIn', 'DESK deskSignOut']);
  });

  it('that ended while its person wrote loses nothing: the form is sent once more after signing in', async () => {
    const { text, status } = await desk.visitor().post('/desk/reports/7/question?part=late', {
      question: 'Who wrote "pay\r\nnow"?',
      brand: ['1', '2'],
    });
    expect(status).toBe(401);
    expect(text).toContain('<form method="post" action="/desk/reports/7/question?part=late">');
    const fields = [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, ...pair]) => pair);
    expect(fields).toEqual([
      ['question', 'Who wrote &quot;pay\r\nnow&quot;?'],
      ['brand', '1'],
      ['brand', '2'],
    ]);
  });

  it('ends with its key, and with the role of its key', async () => {
    const [one, other] = [await desk.person('admin'), await desk.person('admin')];
    await revokeKey(desk.database, one.keyId);
    await desk.database.update(apiKeys).set({ deskRole: null }).where(eq(apiKeys.id, other.keyId));
    expect([(await one.get('/desk')).status, (await other.get('/desk')).status]).toEqual([401, 401]);
  });

  it('ends two hours after it was last used, and twelve hours after it began', async () => {
    const set = (keyId: number, values: Partial<typeof deskSessions.$inferInsert>) =>
      desk.database.update(deskSessions).set(values).where(eq(deskSessions.apiKeyId, keyId));
    const before = (ms: number) => new Date(Date.now() - ms);
    const idle = await desk.person('viewer');
    await set(idle.keyId, { seenAt: before(IDLE_TIMEOUT_MS - MINUTE) });
    expect((await idle.get('/desk')).status).toBe(200);
    await set(idle.keyId, { createdAt: before(MAX_SESSION_MS - MINUTE) });
    expect((await idle.get('/desk')).status).toBe(200);
    await set(idle.keyId, { seenAt: before(IDLE_TIMEOUT_MS + 1) });
    expect((await idle.get('/desk')).status).toBe(401);
    const old = await desk.person('viewer');
    await set(old.keyId, { createdAt: before(MAX_SESSION_MS + 1) });
    expect((await old.get('/desk')).status).toBe(401);
  });

  it('is ended by an admin of the same organization, and by nobody else', async () => {
    const person = await desk.person('viewer');
    const [row] = await desk.database.select().from(deskSessions).where(eq(deskSessions.apiKeyId, person.keyId));
    const session = String(row!.id);
    const viewer = await desk.person('reviewer');
    const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
    for (const other of [viewer, stranger]) {
      expect((await other.get('/desk/sessions')).text).not.toContain(person.email);
      expect((await other.post('/desk/sessions', { session })).status).toBe(404);
    }
    expect((await person.get('/desk')).status).toBe(200);
    const admin = await desk.person('admin');
    expect((await admin.get('/desk/sessions')).text).toContain(person.email);
    expect((await admin.post('/desk/sessions', { session })).headers.get('location')).toBe('/desk/sessions?ended');
    expect((await person.get('/desk')).status).toBe(401);
    const ofAll = await desk.person('admin', { everything: true });
    expect((await ofAll.get('/desk/sessions')).text).toContain(stranger.email);
    expect((await admin.get('/desk/sessions')).text).not.toContain(ofAll.email);
  });
});

describe('a form', () => {
  it('of another site changes nothing', async () => {
    const person = await desk.person('viewer');
    const refused = [
      await person.post('/desk/sign-out', {}, { origin: 'https://evil.test' }),
      await person.post('/desk/sign-out', {}, { 'sec-fetch-site': 'same-site' }),
      await person.post('/desk/sign-out', {}, { 'sec-fetch-site': 'cross-site' }),
      await person.post('/desk/sign-out', {}, { origin: 'null' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await person.get('/desk')).status).toBe(200);
  });

  it('that is too large is refused', async () => {
    const person = await desk.person('viewer');
    expect((await person.post('/desk/sign-out', { text: 'x'.repeat(300_000) })).status).toBe(413);
    const texts = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [String(index), '']));
    for (const path of ['/desk/sign-in', '/desk/sign-out'])
      expect((await desk.visitor().post(path, texts)).status).toBe(413);
  });
});

it('over HTTPS the cookie is sent over HTTPS alone', async () => {
  const app: ServiceApp = new Hono();
  mountDesk({ ...desk.service.service, publicUrl: 'https://wary.test' })(app);
  const { key } = await desk.key('viewer');
  const headers = { origin: 'https://wary.test', 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ key }).toString();
  const response = await app.request('http://127.0.0.1/desk/sign-in', { method: 'POST', headers, body });
  expect(response.status).toBe(303);
  expect(response.headers.get('set-cookie')).toMatch(/; Secure(;|$)/);
});

it('a path that the desk does not have is a page', async () => {
  const person = await desk.person('viewer');
  expect((await person.get('/desk/nothing')).text).toContain('Nothing here');
});
