import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries, webhookDeliveries, webhooks } from '../../../database/schema/index.ts';
import { DeskFixture, type Visitor } from '../../desk.fixture.ts';

let desk: DeskFixture;
let admin: Visitor;
let viewer: Visitor;
const ROOT = '/desk/organizations/acme/webhooks';
const URL_ = 'https://hooks.acme.example/secret-path';
beforeAll(async () => {
  desk = await DeskFixture.open();
  admin = await desk.person('admin');
  viewer = await desk.person('viewer');
}, 60_000);
afterAll(() => desk.close());

it('an admin sets one up, keeps its secret, tests and removes it', async () => {
  expect((await admin.get(ROOT)).text).toContain('No webhook is set up');
  const made = await admin.post(ROOT, { url: URL_, events: ['asset.status-updated', 'asset.status-escalated'] });
  const secret = /whsec_[\w-]+/.exec(made.text)![0];
  expect((await admin.get(ROOT)).text).not.toContain(secret);
  const [row] = await desk.database.select().from(webhooks);
  expect(row).toMatchObject({ url: URL_, secret, events: ['asset.status-updated', 'asset.status-escalated'] });
  const late = await admin.post(ROOT, { url: URL_, events: ['debug.test'] });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('the saved value is asset.status-updated')]);
  expect((await desk.database.select().from(webhooks))[0]).toEqual(row);
  const path = `${ROOT}/${row!.id}`;
  expect((await admin.get(path)).text).toContain('Nothing was sent yet');
  expect((await admin.post(`${path}/test`, {})).headers.get('location')).toBe(`${path}?done=tested`);
  const { text } = await admin.get(`${path}?done=tested`);
  expect(text).toContain('<h3>debug.test</h3>');
  expect(text).toContain('waits');
  expect((await admin.post(`${path}/remove`, {})).text).toContain('Remove the webhook?');
  expect((await admin.post(`${path}/remove`, { sure: 'yes' })).headers.get('location')).toBe(`${ROOT}?done=removed`);
  expect((await admin.get(path)).status).toBe(404);
  const entries = await desk.database
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actor, 'DESK'))
    .orderBy(auditEntries.id);
  expect(entries.map(({ action }) => action).filter((action) => /webhook/i.test(action))).toEqual([
    'webhookConfig',
    'deskWebhookTest',
    'deskWebhookRemove',
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret-path');
});

it('refuses an address that no webhook may have, and keeps what was entered', async () => {
  const { status, text } = await admin.post(ROOT, { url: 'http://127.0.0.1/x', events: ['debug.test'] });
  expect(status).toBe(422);
  expect(text).toContain('id="url-problem"');
  expect(text).toContain('value="http://127.0.0.1/x"');
  expect(text).toMatch(/value="debug\.test" checked/);
  expect((await admin.post(ROOT, { url: URL_, events: ['everything'] })).status).toBe(422);
});

it('a viewer sees no more of an address than its host, and changes nothing; strangers reach none', async () => {
  await admin.post(ROOT, { url: URL_, events: [] });
  const [row] = (await desk.database.select().from(webhooks)).filter(({ removedAt }) => removedAt === null);
  const page = await viewer.get(ROOT);
  expect(page.text).toContain('hooks.acme.example');
  expect(page.text).toContain('paused');
  expect(page.text + (await viewer.get(`${ROOT}/${row!.id}`)).text).not.toContain('secret-path');
  const before = await desk.database.$count(webhookDeliveries);
  const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
  for (const path of ['', `/${row!.id}/test`, `/${row!.id}/remove`]) {
    expect((await viewer.post(`${ROOT}${path}`, { url: URL_, sure: 'yes' })).status).toBe(403);
    expect(
      (await admin.post(`${ROOT}${path}`, { url: URL_, sure: 'yes' }, { origin: 'https://evil.test' })).status,
    ).toBe(403);
    expect((await stranger.post(`${ROOT}${path}`, { url: URL_, sure: 'yes' })).status).toBe(404);
    if (path !== '')
      expect((await stranger.post(`/desk/organizations/foreign/webhooks${path}`, { sure: 'yes' })).status).toBe(404);
  }
  expect(await desk.database.$count(webhookDeliveries)).toBe(before);
  expect((await viewer.get(ROOT)).text).toContain('hooks.acme.example');
});
