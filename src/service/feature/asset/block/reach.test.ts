import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportCreate } from '../../../../api/report/report.ts';
import { runCommand } from '../../../command/run.ts';
import { auditEntries } from '../../../database/schema/audit.ts';
import { proposals } from '../../../database/schema/report/report.ts';
import { decide, ReachRefused } from '../../../listing/decision.ts';
import { ServiceFixture } from '../../../service.fixture.ts';
import { ReviewRefused, review } from '../../review/review.ts';
import { assetCheckOf } from '../check/check.ts';
import { requestBlock } from './request.ts';

let fixture: ServiceFixture;
let folder: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  folder = await mkdtemp(join(tmpdir(), 'wary-reach-'));
  await writeFile(
    join(folder, 'top.csv'),
    '1,popular.example\n2,www.shop.example\n3,mail.portal.example\n4,portal.example\n',
  );
  expect(await run('top-sites', 'load', 'top.csv')).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 top sites'),
  });
}, 60_000);
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const terminal = { folder, print: (line: string) => void out.push(line), progress };
  const { opened, service } = fixture;
  const code = await runCommand(words, { database: opened.database, publisher: service.publisher, terminal });
  return { code, out: out.join('\n'), err: err.join('') };
}
const statusOf = async (content: string) => (await assetCheckOf(fixture.opened.database, content)).status;
const entry = (content: string) =>
  ({
    asset: { type: 'URL', content },
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  }) as const;

describe('a site that many people visit', () => {
  it('is blocked by an operator only with --force, which the audit log shows', async () => {
    expect(await run('block', 'popular.example')).toMatchObject({
      code: 1,
      err: expect.stringContaining('number 1 of the top sites'),
    });
    expect((await run('block', 'popular.example')).code).toBe(1);
    expect(await statusOf('popular.example')).toBe('UNKNOWN');
    expect((await run('block', 'popular.example', '--force')).code).toBe(0);
    expect(await statusOf('popular.example')).toBe('BLOCKED');
    const entries = await fixture.opened.database.select().from(auditEntries).where(eq(auditEntries.action, 'block'));
    expect(entries.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'REFUSED', 'DONE']);
    expect(entries[2]!.detail).toMatchObject({ force: true });
  });

  it('is blocked once a second person asks for it', async () => {
    const { database } = fixture.opened;
    await expect(requestBlock(database, entry('shop.example'), 'ann')).rejects.toThrow(ReachRefused);
    await expect(requestBlock(database, entry('shop.example'), 'ann')).rejects.toThrow('another person');
    await requestBlock(database, entry('shop.example'), 'bob');
    expect(await statusOf('shop.example')).toBe('BLOCKED');
  });

  it('counts also below what would be blocked, and not for what blocks a part of it', async () => {
    expect((await run('top-sites', 'show', 'portal.example')).out).toContain('would block 2 of the top sites');
    await expect(decide(fixture.opened.database, entry('www.portal.example'))).rejects.toThrow('2 of the top sites');
    await decide(fixture.opened.database, entry('phishing.portal.example'));
    expect(await statusOf('phishing.portal.example')).toBe('BLOCKED');
  });

  it('needs two approvals in a review, or one who insists', async () => {
    const { database } = fixture.opened;
    const file = async (content: string) => {
      const body = { assets: [{ content }], organizationSlug: 'acme' };
      const { id } = (await fixture.call(reportCreate, { body })).body;
      const [row] = await database
        .select()
        .from(proposals)
        .where(eq(proposals.reportId, Number(id)));
      return row!.id;
    };
    const [first, second] = [await file('portal.example'), await file('mail.portal.example')];
    const by = (name: string, insists = false) => ({ kind: 'human', name, note: null, insists }) as const;
    expect(await review(database, first, 'APPROVE', by('ann'))).toMatchObject({ needsSecondApproval: true });
    await expect(review(database, first, 'APPROVE', by('ann'))).rejects.toThrow(ReviewRefused);
    expect(await statusOf('portal.example')).toBe('UNKNOWN');
    await review(database, second, 'APPROVE', by('ann', true));
    expect(await statusOf('mail.portal.example')).toBe('BLOCKED');
    await review(database, first, 'APPROVE', by('bob'));
    expect(await statusOf('portal.example')).toBe('BLOCKED');
  });

  it('is left out of an import, told in its summary, and taken with --force for good', async () => {
    await writeFile(join(folder, 'more.csv'), 'busy.example\nportal.example\n');
    await run('top-sites', 'load', 'more.csv');
    await writeFile(join(folder, 'wide.txt'), 'busy.example\nwide-a.example\nwide-b.example\n');
    const first = await run('import', 'wide.txt', '--format', 'hosts');
    expect(first.out).toContain('many people visit');
    expect(first.out).toContain('busy.example');
    expect(await statusOf('busy.example')).toBe('UNKNOWN');
    await run('import', 'wide.txt', '--format', 'hosts', '--force');
    expect(await statusOf('busy.example')).toBe('BLOCKED');
    expect((await run('import', 'wide.txt', '--format', 'hosts')).out).toContain('3  known, as they were');
    expect(await statusOf('busy.example')).toBe('BLOCKED');
    await run('top-sites', 'clear');
    expect((await run('block', 'anything.example')).code).toBe(0);
  });
});
