import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../../api/operation.ts';
import { auditEntries } from '../../database/schema/index.ts';
import { DeskFixture, type Visitor } from '../desk.fixture.ts';

let desk: DeskFixture;
beforeAll(async () => {
  desk = await DeskFixture.open();
  await desk.service.organization({ name: 'Borealis', slug: 'borealis' });
}, 60_000);
afterAll(() => desk.close());

async function signedIn(scopes: readonly Scope[]): Promise<Visitor> {
  const visitor = desk.visitor();
  const { status } = await visitor.post('/desk/sign-in', { key: await desk.service.key(scopes) });
  expect(status).toBe(303);
  return visitor;
}

it('an organization’s key that may read opens the pages of its organization, and changes nothing', async () => {
  const reader = await signedIn(['protect', 'report', 'read']);
  const first = await reader.get('/desk');
  expect([first.status, first.headers.get('location')]).toEqual([303, '/desk/organizations']);
  const choice = (await reader.get('/desk/organizations')).text;
  expect(choice).toContain('href="/desk/organizations/acme"');
  expect(choice).not.toMatch(/borealis|href="\/desk\/disputes"|role="search"/i);
  for (const page of ['', '/reports', '/threats', '/detection', '/metrics', '/own-list', '/keys', '/settings']) {
    const { status, text } = await reader.get(`/desk/organizations/acme${page}`);
    expect([page, status]).toEqual([page, 200]);
    expect(text).toContain('Your key lacks the scope manage');
  }
  expect((await reader.get('/desk/organizations/borealis')).status).toBe(404);
  const refused = await reader.post('/desk/organizations/acme/own-list', { content: 'incident.test', reason: 'Why' });
  expect(refused.status).toBe(403);
  expect((await reader.get('/desk/sessions')).text.match(/End this session/g)).toHaveLength(1);
});

it('an organization’s key that may manage changes what is the organization’s, under its own name', async () => {
  const manager = await signedIn(['protect', 'report', 'read', 'manage']);
  await manager.get('/desk/organizations/acme/own-list');
  const { status } = await manager.post('/desk/organizations/acme/own-list', {
    content: 'incident.test',
    reason: 'Incident 7',
  });
  expect(status).toBe(303);
  expect((await manager.get('/desk/organizations/acme/own-list')).text).toContain('incident.test');
  const [entry] = await desk.database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({ actor: 'DESK', userName: `key ${entry!.apiKeyId}`, action: 'organizationBlockCreate' });
});

it('an organization’s key reviews nothing, reads no report of the queue, and makes and ends no keys', async () => {
  const manager = await signedIn(['protect', 'report', 'read', 'manage']);
  const { id } = await desk.report(['https://scam.test/']);
  for (const path of [`/desk/reports/${id}`, '/desk/disputes', '/desk/search?q=scam'])
    expect([path, (await manager.get(path)).status]).toEqual([path, 403]);
  expect((await manager.post(`/desk/reports/${id}/decision`, { decision: 'APPROVE' })).status).toBe(403);
  expect((await manager.get('/desk/organizations/acme/keys')).text).not.toContain('Create key');
  const made = await manager.post('/desk/organizations/acme/keys', { label: 'Mine', purpose: 'managing' });
  expect(made.status).toBe(403);
  expect(made.text).toContain('Only a person creates and revokes keys');
});
