import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries } from '../../database/schema/service.ts';
import { assetCheckOf } from '../../feature/asset/check.ts';
import { ListServer } from '../../feature/import/source/list-server.fixture.ts';
import { importLoop } from '../../feature/import/source/run.ts';
import { listSources } from '../../feature/import/source/store.ts';
import { lineLog } from '../../http/log/log.ts';
import { ANYWHERE } from '../../http/outgoing.ts';
import { until } from '../../jobs/until.fixture.ts';
import { DeskFixture, versionIn } from '../desk.fixture.ts';

let desk: DeskFixture;
let server: ListServer;
let operator: Awaited<ReturnType<DeskFixture['person']>>;
let loop: ReturnType<typeof importLoop>;
beforeAll(async () => {
  desk = await DeskFixture.open({ outbound: ANYWHERE });
  server = await ListServer.start();
  operator = await desk.person('admin', { everything: true });
  startLoop();
}, 60_000);
afterAll(async () => {
  await loop.stop();
  await server.stop();
  await desk.close();
});

function startLoop() {
  const { publisher, outbound } = desk.service.service;
  loop = importLoop({
    ...{ database: desk.database, publisher, outbound, pollIntervalMs: 20 },
    ...{ log: lineLog(() => {}), onRun: () => {} },
  });
  loop.start();
}
const sourceOf = async (name: string) => (await listSources(desk.database)).find((one) => one.name === name);
const idle = (name: string) => until(async () => (await sourceOf(name))?.task === null);
const statusOf = async (content: string) => (await assetCheckOf(desk.database, content)).status;
/** Adds a list of the server and waits for its preview. */
async function look(name: string, body: string, more: Record<string, string> = {}) {
  server.body = body;
  const sent = await operator.post('/desk/sources', { address: `${server.url}/${name}.txt`, every: '1h', ...more });
  expect(sent).toMatchObject({ status: 303 });
  await idle(name);
  return `/desk/sources/${(await sourceOf(name))!.id}`;
}
async function send(path: string, name: string, fields: Record<string, string> = {}) {
  expect((await operator.post(path, fields)).status).toBe(303);
  await idle(name);
}

it('shows public lists with what must be known of them, and takes one whose licence restricts it once that is confirmed', async () => {
  const { text } = await operator.get('/desk/sources');
  for (const shown of [
    'openphish',
    'must not be passed on',
    'non-commercial use alone',
    'every 12 hours',
    'about 300 entries',
  ])
    expect(text).toContain(shown);
  // Its address is none of this network, so that nothing is fetched.
  await loop.stop();
  await operator.post('/desk/sources', { public: 'openphish' });
  const { id } = (await sourceOf('openphish'))!;
  const refused = await operator.post(`/desk/sources/${id}/run`, {});
  expect(refused).toMatchObject({ status: 422 });
  expect(refused.text).toContain('Confirm first that you may use the list');
  expect((await sourceOf('openphish'))?.takenAt).toBeNull();
  await operator.post(`/desk/sources/${id}/run`, { licence: 'yes' });
  expect((await sourceOf('openphish'))?.takenAt).not.toBeNull();
  await operator.post(`/desk/sources/${id}/remove`, { sure: 'yes' });
  expect(await sourceOf('openphish')).toBeUndefined();
  startLoop();
});

it('says what a list would change before it is taken, then takes it, and takes its import back', async () => {
  const path = await look('first', 'evil.example\nworse.example\n8.8.8.8\nstrange line\n');
  const { text } = await operator.get(path);
  expect(text).toContain('4 read, 2 to block, 0 to allow');
  expect(text).toContain('strange line');
  expect(await statusOf('evil.example')).toBe('UNKNOWN');
  await send(`${path}/run`, 'first');
  expect(await statusOf('evil.example')).toBe('BLOCKED');
  const taken = (await operator.get(path)).text;
  expect(taken).toContain('2 new, 0 changed, 0 lifted');
  const report = (await operator.get(/\/desk\/sources\/imports\/\d+/.exec(taken)![0])).text;
  expect(report).toMatch(/worse\.example<\/bdi><\/a><\/h3>\s*<span[^>]*>Site · not on the list before · blocked/);
  expect((await operator.post(`${path}/undo`, {})).text).toContain('Undo the last import of');
  await send(`${path}/undo`, 'first', { sure: 'yes' });
  expect(await statusOf('evil.example')).toBe('UNKNOWN');
  expect((await operator.get('/desk/sources')).text).toContain('waits for you');
  await send(`${path}/run`, 'first');
});

it('lets the higher of two lists decide, and moves them', async () => {
  const path = await look('whitelist', 'evil.example\n');
  await send(`${path}/run`, 'whitelist');
  expect(await statusOf('evil.example')).toBe('BLOCKED');
  const moved = await operator.post(`${path}/trust`, { place: '1' });
  expect((await operator.get(moved.headers.get('location')!)).text).toContain('Moved. 1 entry changed.');
  expect(await statusOf('evil.example')).toBe('ALLOWED');
  await operator.post(`${path}/trust`, { place: '2' });
  expect(await statusOf('evil.example')).toBe('BLOCKED');
});

it('shows the life of an entry, and keeps it or gives it back to the lists', async () => {
  const path = `/desk/sources/${(await sourceOf('first'))!.id}`;
  const opened = versionIn((await operator.get(path)).text);
  await operator.post(`${path}/rules`, { every: '2h', grace: '3', expire: '180', confidence: '75', ...opened });
  const stale = await operator.post(`${path}/rules`, {
    every: '4h',
    grace: '3',
    expire: '',
    confidence: '0',
    ...opened,
  });
  expect(stale.status).toBe(409);
  expect(
    (await operator.post(`${path}/rules`, { every: '2h', grace: 'x', expire: '0', confidence: '101' })).text,
  ).toContain('whole number of days');
  const entry = '/desk/list?content=worse.example';
  const { text } = await operator.get(entry);
  for (const shown of ['The lists decide', 'First seen', 'Last seen', 'Ends']) expect(text).toContain(shown);
  await operator.post('/desk/list', { content: 'worse.example', status: 'BLOCKED', ...versionIn(text) });
  await send(`${path}/remove`, 'whitelist', { sure: 'yes', entries: 'yes' });
  await until(async () => (await sourceOf('first')) === undefined);
  expect([await statusOf('evil.example'), await statusOf('worse.example')]).toEqual(['ALLOWED', 'BLOCKED']);
  const kept = (await operator.get(entry)).text;
  expect(kept).toContain('Lists don’t change that');
  await operator.post('/desk/list', { content: 'worse.example', status: 'LISTS', ...versionIn(kept) });
  expect(await statusOf('worse.example')).toBe('UNKNOWN');
});

it('sends header fields of a feed, and shows and records them nowhere', async () => {
  const path = await look('paid', 'paid.example\n', { headers: 'Auth-Key: very-secret', name: 'paid' });
  expect(server.asked.at(-1)?.headers['auth-key']).toBe('very-secret');
  const pages = [await operator.get(path), await operator.get('/desk/sources'), await operator.get('/desk/audit')];
  const rows = await desk.database.select().from(auditEntries).where(like(auditEntries.action, 'source%'));
  expect(JSON.stringify([pages.map(({ text }) => text), rows, desk.service.log])).not.toContain('very-secret');
  expect(rows.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ headers: ['auth-key'] }));
  const wrong = await operator.post('/desk/sources', { address: 'nonsense', every: '1h', headers: 'very-secret' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).not.toContain('very-secret');
  expect(await desk.database.$count(auditEntries, eq(auditEntries.action, 'sourceAdd'))).toBe(4);
});

it('is for those who run the service alone', async () => {
  const others = [await desk.person('admin'), await desk.person('reviewer', { everything: true })];
  for (const other of others) {
    expect((await other.get('/desk/sources')).status).toBe(404);
    expect((await other.get('/desk')).text).not.toContain('/desk/sources');
    expect((await other.post('/desk/sources', { public: 'keplr' })).status).toBeGreaterThanOrEqual(403);
  }
});
