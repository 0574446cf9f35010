import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validate } from '../../../../api/organization/account.ts';
import { apiKeys, auditEntries } from '../../../database/schema/index.ts';
import { DeskFixture, type Visitor } from '../../desk.fixture.ts';

let desk: DeskFixture;
let admin: Visitor & { readonly keyId: number };
let viewer: Visitor;
const ROOT = '/desk/organizations/acme/keys';
beforeAll(async () => {
  desk = await DeskFixture.open();
  admin = await desk.person('admin');
  viewer = await desk.person('viewer');
}, 60_000);
afterAll(() => desk.close());

const works = async (key: string) => (await desk.service.call(validate, {}, { key })).status;
const written = async (action: string) =>
  (await desk.database.select().from(auditEntries).where(eq(auditEntries.action, action)).orderBy(auditEntries.id)).map(
    ({ detail }) => detail,
  );

it('a key is shown once, does what it is for, and ends at once', async () => {
  const made = await admin.post(ROOT, { label: 'Build of May', purpose: 'build' });
  const key = /wary_[\w-]+/.exec(made.text)![0];
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect((await admin.get(ROOT)).text).not.toContain(key);
  expect((await admin.get(ROOT)).text).toContain('Build of May');
  const { body } = await desk.service.call(validate, {}, { key });
  expect(body).toMatchObject({ kind: 'organization', scopes: ['protect', 'report'], organization: { slug: 'acme' } });
  const [row] = await desk.database.select().from(apiKeys).where(eq(apiKeys.label, 'Build of May'));
  expect(await written('deskKeyCreate')).toEqual([{ slug: 'acme', keyId: row!.id, scopes: ['protect', 'report'] }]);

  const path = `${ROOT}/${row!.id}/end`;
  expect((await admin.post(path, {})).text).toContain('gets no other');
  expect(await works(key)).toBe(200);
  expect((await admin.post(path, { sure: 'yes' })).headers.get('location')).toBe(`${ROOT}?done=ended`);
  expect(await works(key)).toBe(401);
  expect((await admin.post(path, { sure: 'yes' })).status).toBe(404);
  expect(await written('deskKeyRevoke')).toEqual([{ slug: 'acme', keyId: row!.id }]);
});

it('a key ends by itself on the day that was chosen', async () => {
  const made = await admin.post(ROOT, { label: 'Trial', purpose: 'reading', days: '30' });
  const key = /wary_[\w-]+/.exec(made.text)![0];
  const ofTrial = eq(apiKeys.label, 'Trial');
  const [row] = await desk.database.select().from(apiKeys).where(ofTrial);
  expect(Math.round((row!.endsAt!.getTime() - Date.now()) / 86_400_000)).toBe(30);
  expect([await works(key), made.text]).toEqual([200, expect.stringContaining('expires on')]);
  await desk.database.update(apiKeys).set({ endsAt: new Date() }).where(ofTrial);
  desk.service.service.callers.forget();
  expect([await works(key), (await admin.get(ROOT)).text]).toEqual([401, expect.stringContaining('ended')]);
});

it('says what is missing, and keeps what was entered', async () => {
  const before = await desk.database.$count(apiKeys);
  const unnamed = await admin.post(ROOT, { label: ' ', purpose: 'managing' });
  expect([unnamed.status, unnamed.text]).toEqual([422, expect.stringContaining('Say what it is for')]);
  expect(unnamed.text).toMatch(/value="managing" checked/);
  expect((await admin.post(ROOT, { label: 'x', purpose: 'everything' })).text).toContain('Say who uses the key');
  expect(await desk.database.$count(apiKeys)).toBe(before);
});

it('a viewer reads which keys there are, and neither makes nor ends one', async () => {
  const { text } = await viewer.get(ROOT);
  expect(text).toContain('An admin creates and revokes keys');
  expect(text).not.toContain('Revoke<');
  expect((await viewer.post(ROOT, { label: 'x', purpose: 'build' })).status).toBe(403);
  expect((await viewer.post(`${ROOT}/${admin.keyId}/end`, { sure: 'yes' })).status).toBe(403);
  expect((await admin.post(ROOT, { label: 'x', purpose: 'build' }, { origin: 'https://evil.test' })).status).toBe(403);
});

it('a key that reaches what is not theirs is not an admin’s to end, and its other organizations stay unnamed', async () => {
  const both = await desk.key('viewer', { organizationIds: [desk.service.acme, desk.service.foreign] });
  const operator = await desk.key('admin', { everything: true });
  const foreign = await desk.key('viewer', { organizationIds: [desk.service.foreign] });
  const { text } = await admin.get(ROOT);
  expect(text).toContain('reaches other organizations too');
  expect(text).not.toContain('Foreign');
  for (const [id, status] of [
    [both.id, 403],
    [operator.id, 403],
    [foreign.id, 404],
  ] as const) {
    expect((await admin.post(`${ROOT}/${id}/end`, { sure: 'yes' })).status).toBe(status);
    const [row] = await desk.database.select().from(apiKeys).where(eq(apiKeys.id, id));
    expect(row!.endsAt).toBeNull();
  }
});

it('an admin whose key lacks the scope manage reads why there is no form, and changes nothing', async () => {
  const bound = await desk.person('admin', { scopes: ['protect', 'report', 'read'] });
  const before = await desk.database.$count(apiKeys);
  const forms = {
    keys: { label: 'x', purpose: 'managing' },
    settings: { name: 'Ours now' },
    'own-list': { content: 'not-yours.example', reason: '' },
    webhooks: { url: 'https://ours.example/hook', event: 'debug.test' },
    assets: { content: 'ours.example' },
  };
  for (const [room, fields] of Object.entries(forms)) {
    const { status, text } = await bound.get(`/desk/organizations/acme/${room}`);
    expect([room, status, text.includes('Your key lacks the scope manage')]).toEqual([room, 200, true]);
    expect(text.slice(text.indexOf('<main'))).not.toMatch(/<form[^>]*method="post"/);
    const refused = await bound.post(`/desk/organizations/acme/${room}`, fields);
    expect([room, refused.status, refused.text.includes('lacks the scope manage')]).toEqual([room, 403, true]);
  }
  expect((await bound.post(`${ROOT}/${admin.keyId}/end`, { sure: 'yes' })).status).toBe(403);
  expect(await desk.database.$count(apiKeys)).toBe(before);
  expect((await admin.get(ROOT)).text).not.toContain('lacks the scope');
});

it('who ends the key of the session is signed out', async () => {
  const leaving = await desk.person('admin');
  const path = `${ROOT}/${leaving.keyId}/end`;
  expect((await leaving.post(path, {})).text).toContain('will be signed out');
  await leaving.post(path, { sure: 'yes' });
  expect((await leaving.get(ROOT)).status).toBe(401);
});
