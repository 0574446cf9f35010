import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries, detectionConfigs } from '../../../database/schema/index.ts';
import { decide } from '../../../feature/listing/decision.ts';
import { DeskFixture, type Visitor, versionIn } from '../../desk.fixture.ts';

let desk: DeskFixture;
let admin: Visitor;
let viewer: Visitor;
const ROOT = '/desk/organizations/acme/detection';
const DRAFT = { name: 'Acme', source: 'BLOCKLIST', terms: 'acme\r\n acmé-pay \r\n', schedule: 'DAILY', enabled: 'yes' };
beforeAll(async () => {
  desk = await DeskFixture.open();
  admin = await desk.person('admin');
  viewer = await desk.person('viewer');
  for (const content of ['acme-claim.example', 'acmepay.example', 'other.example']) {
    const asset = { type: 'URL', content } as const;
    await decide(desk.database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'operator', reason: null });
  }
}, 60_000);
afterAll(() => desk.close());

const actions = async () =>
  (await desk.database.select().from(auditEntries).where(eq(auditEntries.actor, 'DESK')).orderBy(auditEntries.id))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('detection'));

it('an admin previews, saves, changes, runs and deletes what is looked for', async () => {
  expect((await admin.get(ROOT)).text).toContain('No searches yet');
  const preview = await admin.post(`${ROOT}/new/preview`, DRAFT);
  expect([preview.status, preview.text]).toEqual([200, expect.stringContaining('It would find 2 now')]);
  expect(preview.text).toContain('acme-claim.example');
  expect(preview.text).toMatch(/name="name"[^>]* value="Acme"/);
  expect(await desk.database.$count(detectionConfigs)).toBe(0);

  const { headers } = await admin.post(`${ROOT}/new`, DRAFT);
  expect(headers.get('location')).toMatch(/\/detection\/\d+\?done=saved$/);
  const path = headers.get('location')!.split('?')[0]!;
  expect((await admin.get(path)).text).toContain('acme\nacmé-pay');
  const { headers: ran } = await admin.post(`${path}/run`, {});
  expect((await admin.get(ran.get('location')!)).text).toContain('It found 2, 2 of them for the first time.');
  expect((await viewer.get(ROOT)).text).toContain('acmepay.example');
  expect((await viewer.get(`${ROOT}?query=claim&confidence=high&source=BLOCKLIST`)).text).toContain(
    'acme-claim.example',
  );
  expect((await viewer.get(`${ROOT}?confidence=none`)).text).toContain('Nothing matches these filters');

  const opened = versionIn((await admin.get(path)).text);
  expect((await admin.post(path, { ...DRAFT, name: 'Renamed', enabled: '', ...opened })).status).toBe(303);
  const stale = await admin.post(path, { ...DRAFT, terms: 'acme\r\nacmé-pay\r\nmine', ...opened });
  expect([stale.status, stale.text]).toEqual([409, expect.stringContaining('Name: the saved value is Renamed')]);
  expect(stale.text).toContain('acmé-pay\nmine</textarea>');
  const [row] = await desk.database.select().from(detectionConfigs);
  expect(row).toMatchObject({ name: 'Renamed', enabled: false });
  const asked = await admin.post(`${path}/delete`, {});
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('stops searching')]);
  expect(await desk.database.$count(detectionConfigs)).toBe(1);
  expect((await admin.post(`${path}/delete`, { sure: 'yes' })).headers.get('location')).toBe(`${ROOT}?done=deleted`);
  expect(await actions()).toEqual([
    'detectionConfigCreate',
    'detectionConfigRun',
    'detectionConfigUpdate',
    'detectionConfigDelete',
  ]);
});

it('what is wrong is said at its field, and what was entered stays', async () => {
  const { status, text } = await admin.post(`${ROOT}/new`, { ...DRAFT, terms: 'ab', source: 'EVERYWHERE' });
  expect(status).toBe(422);
  expect(text).toMatch(/id="terms-problem">.*Too small/s);
  expect(text).toMatch(/id="source-problem">.*Invalid option/s);
  expect(text).toContain('>\nab</textarea>');
});

it('a viewer reads and changes nothing, and nobody reaches what is another organization’s', async () => {
  await admin.post(`${ROOT}/new`, { ...DRAFT, name: 'Second' });
  const [row] = await desk.database.select().from(detectionConfigs);
  const page = await viewer.get(`${ROOT}/${row!.id}`);
  expect(page.text).toContain('An admin can change it');
  expect(page.text).not.toContain('<textarea');
  for (const path of ['/new', `/${row!.id}`, `/${row!.id}/run`, `/${row!.id}/delete`])
    expect((await viewer.post(`${ROOT}${path}`, { ...DRAFT, sure: 'yes' })).status).toBe(403);
  const other = await desk.person('admin', { organizationIds: [desk.service.foreign] });
  const theirs = `/desk/organizations/foreign/detection/${row!.id}`;
  for (const { status } of [
    await other.get(theirs),
    await other.post(theirs, DRAFT),
    await other.post(`${theirs}/run`, {}),
    await other.post(`${theirs}/delete`, { sure: 'yes' }),
  ])
    expect(status).toBe(404);
  expect(await desk.database.select().from(detectionConfigs)).toEqual([row]);
});
