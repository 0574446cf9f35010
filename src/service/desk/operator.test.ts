import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditEntries, jobs } from '../database/schema/index.ts';
import { assetCheckOf } from '../feature/asset/check.ts';
import { replaceTopSites } from '../feature/listing/reach.ts';
import { DeskFixture, versionIn } from './desk.fixture.ts';

type Someone = Awaited<ReturnType<DeskFixture['person']>>;
let desk: DeskFixture;
let operator: Someone;
beforeAll(async () => {
  desk = await DeskFixture.open();
  operator = await desk.person('admin', { everything: true, email: 'ops@acme.test' });
}, 60_000);
afterAll(() => desk.close());

const plain = (text: string) => text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
const statusOf = async (content: string) => (await assetCheckOf(desk.database, content)).status;
const listPage = async (content: string) =>
  (await operator.get(`/desk/list?content=${encodeURIComponent(content)}`)).text;
const list = async (who: Someone, content: string, status: string, more: Record<string, string> = {}) =>
  who.post('/desk/list', { content, status, reason: 'By hand', ...versionIn(await listPage(content)), ...more });

it('opens the pages that only those who run the service have to nobody else, and begins with a list to take', async () => {
  expect((await operator.get('/desk')).text).toContain('Nothing is blocked yet');
  const admin = await desk.person('admin');
  for (const path of ['/desk/list', '/desk/jobs', '/desk/audit', '/desk/audit.csv']) {
    const { status, text } = await admin.get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).toContain('There’s nothing at this address of the desk.');
    expect((await admin.get('/desk')).text).not.toContain(`href="${path}"`);
    expect([path, (await operator.get(path)).status]).toEqual([path, 200]);
  }
  expect((await list(admin, 'not-yours.example', 'BLOCKED')).status).toBe(404);
  expect((await admin.post('/desk/jobs', { job: '1', action: 'delete' })).status).toBe(404);
});

it('blocks, allows and takes off by hand what somebody entered in any spelling', async () => {
  const opened = versionIn(await listPage('by-hand.example'));
  const { headers } = await list(operator, 'https://By-Hand.example/login', 'BLOCKED');
  const late = await list(operator, 'by-hand.example', 'ALLOWED', { reason: 'Ours', ...opened });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('the saved value is By hand')]);
  const page = plain((await operator.get(headers.get('location')!)).text);
  expect(page).toContain('It’s blocked now.');
  expect(page).toContain('By hand');
  expect(await statusOf('by-hand.example')).toBe('BLOCKED');
  expect((await operator.get('/desk')).text).not.toContain('Nothing is blocked yet');
  await list(operator, 'by-hand.example', 'ALLOWED');
  expect(await statusOf('by-hand.example')).toBe('ALLOWED');
  await list(operator, 'by-hand.example', 'UNKNOWN');
  expect(await statusOf('by-hand.example')).toBe('UNKNOWN');
  await list(operator, 'https://shared.example/one/page', 'BLOCKED', { pageOnly: 'yes' });
  expect([await statusOf('shared.example'), await statusOf('https://shared.example/one/page')]).toEqual([
    'UNKNOWN',
    'BLOCKED',
  ]);
  await list(operator, 'https://shared.example/one/page', 'UNKNOWN', { pageOnly: 'yes' });
  expect(await statusOf('https://shared.example/one/page')).toBe('UNKNOWN');
  const nothing = await list(operator, 'no asset at all', 'BLOCKED');
  expect([nothing.status, plain(nothing.text)]).toEqual([422, expect.stringContaining('isn’t the address')]);
});

it('shows what a block reaches, and blocks what reaches a lot once two people ask, or one insists', async () => {
  await replaceTopSites(desk.database, ['many-visit.example', 'insisted.example']);
  expect(plain((await operator.get('/desk/list?content=many-visit.example')).text)).toContain('many-visit.example (1)');
  expect((await list(operator, 'many-visit.example', 'BLOCKED')).headers.get('location')).toContain('done=second');
  expect(await statusOf('many-visit.example')).toBe('UNKNOWN');
  const other = await desk.person('admin', { everything: true });
  await list(other, 'many-visit.example', 'BLOCKED');
  expect(await statusOf('many-visit.example')).toBe('BLOCKED');
  await list(operator, 'insisted.example', 'BLOCKED', { alone: 'yes' });
  expect(await statusOf('insisted.example')).toBe('BLOCKED');
});

it('shows failed jobs with why, tells of them first, runs one again and deletes one', async () => {
  const failed = { failedAt: new Date(), attempts: 3, problem: 'It answered 500' };
  await desk.database.insert(jobs).values([
    { kind: 'callback', subject: 'scan-1', ...failed },
    { kind: 'callback', subject: 'scan-2', ...failed },
    { kind: 'callback', subject: 'scan-3', claim: 'mine', attempts: 1, dueAt: new Date(Date.now() + 60_000) },
    { kind: 'callback', subject: 'scan-4', dueAt: null },
    { kind: 'backup', subject: 'backup', problem: 'It failed' },
  ]);
  expect(plain((await operator.get('/desk')).text)).toMatch(/2 failed jobs.*Backup fails/);
  const page = plain((await operator.get('/desk/jobs')).text);
  expect(page).toMatch(/Failed \(2\).*Running \(1\).*Waiting \(2\)/);
  expect(page).toMatch(/scan-2.*3 attempts.*It answered 500/);
  expect((await operator.get('/desk/jobs?state=running')).text).toContain('scan-3');
  const rows = await desk.database.select().from(jobs).where(eq(jobs.kind, 'callback'));
  const [again, gone, running] = ['scan-1', 'scan-2', 'scan-3'].map(
    (subject) => rows.find((row) => row.subject === subject)!.id,
  );
  await operator.post('/desk/jobs', { job: String(again), action: 'retry' });
  await operator.post('/desk/jobs', { job: String(gone), action: 'delete' });
  const none = await operator.post('/desk/jobs', { job: String(running), action: 'delete' });
  expect(none.headers.get('location')).toBe('/desk/jobs');
  const left = await desk.database.select().from(jobs).where(eq(jobs.kind, 'callback')).orderBy(jobs.id);
  expect(left.map(({ subject }) => subject)).toEqual(['scan-1', 'scan-3', 'scan-4']);
  expect(left[0]).toMatchObject({ failedAt: null, attempts: 0 });
});

it('finds who did what, and gives all of it as a file that a spreadsheet reads as text', async () => {
  const entry = { actor: 'COMMAND', detail: {}, outcome: 'DONE' } as const;
  await desk.database
    .insert(auditEntries)
    .values(Array.from({ length: 1_500 }, (_, index) => ({ ...entry, userName: '=cmd()', action: `bulk${index}` })));
  const found = plain((await operator.get('/desk/audit?who=OPS@acme&action=deskList')).text);
  expect(found).toContain('ops@acme.test');
  expect(found).not.toContain('bulk');
  const { text, headers } = await operator.get('/desk/audit.csv?who=cmd');
  expect(headers.get('content-disposition')).toContain('audit.csv');
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1_501);
  expect(lines[1]).toContain(`"'=cmd()"`);
  expect(new Set(lines).size).toBe(1_501);
});
